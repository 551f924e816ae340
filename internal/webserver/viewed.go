package webserver

import (
	"net/http"
	"slices"

	"consider/internal/review/compare"
	"consider/internal/review/submission"
	"consider/internal/session"
)

// ViewedOutput holds the digests of the files that are marked as viewed, and what was not viewed of those of which
// something was, by their IDs.
type ViewedOutput struct {
	Viewed []string                       `json:"viewed"`
	Left   map[string]submission.FileLeft `json:"left"`
}

// ViewedInput marks a file, or some of its hunks, as viewed, or removes the mark.
type ViewedInput struct {
	Hash   string `json:"hash"`
	Viewed bool   `json:"viewed"`
	Hunks  []int  `json:"hunks,omitempty"` // their indexes; omitted for the file and all of them, empty for its mark alone
}

func (s *Server) getViewed(r *http.Request, service *session.Session) (any, error) {
	viewed, err := submission.Viewed(r.Context(), service)
	if err != nil {
		return nil, err
	}
	left, err := s.linesLeft(r, service, viewed)
	return ViewedOutput{viewed, left}, err
}

func (s *Server) putViewed(r *http.Request, service *session.Session) (any, error) {
	var in ViewedInput
	if err := decode(r, &in, maxBody); err != nil {
		return nil, err
	}
	if len(in.Hunks) == 0 {
		if err := submission.SetViewed(r.Context(), service, in.Hash, in.Viewed); err != nil {
			return nil, err
		}
	}
	if err := s.viewHunks(r, service, in); err != nil {
		return nil, err
	}
	s.hub.broadcast(message("viewed", in))
	return Done{OK: true}, nil
}

// viewHunks marks hunks of the file with a hash, by default all, or removes the marks.
func (s *Server) viewHunks(r *http.Request, service *session.Session, in ViewedInput) error {
	snap, err := s.currentSnapshot(r)
	if err != nil || snap == nil {
		return err
	}
	defer snap.giveBack()
	i := slices.IndexFunc(snap.files, func(f compare.ChangedFile) bool { return f.Hash == in.Hash })
	if i < 0 {
		return nil
	}
	return submission.ViewHunks(r.Context(), service, &snap.comparison.Files[snap.byID[snap.files[i].ID]], in.Hunks, in.Viewed)
}

// linesLeft returns what was not viewed of the files of which something was, by their IDs. Files that are marked as a
// whole, with nothing known of their lines, were marked by an earlier version: their lines are noted.
func (s *Server) linesLeft(r *http.Request, service *session.Session, marked []string) (map[string]submission.FileLeft, error) {
	snap, err := s.currentSnapshot(r)
	if err != nil || snap == nil {
		return nil, err
	}
	defer snap.giveBack()
	left, err := submission.LinesLeft(r.Context(), service, snap.comparison.Files)
	out := map[string]submission.FileLeft{}
	for i := range snap.files {
		at := snap.byID[snap.files[i].ID]
		if lines, ok := left[at]; ok {
			out[snap.files[i].ID] = lines
		} else if f := &snap.comparison.Files[at]; err == nil && s.ReadOnly == "" && len(f.Hunks) > 0 && slices.Contains(marked, snap.files[i].Hash) {
			err = submission.ViewHunks(r.Context(), service, f, nil, true)
		}
	}
	return out, err
}
