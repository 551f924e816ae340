package webserver

import (
	"net/http"
	"slices"

	"consider/internal/gitdiff"
	"consider/internal/review/compare"
	"consider/internal/review/submission"
	"consider/internal/session"
	"consider/internal/thread"
)

// ViewedTextOutput is what changed in a file since it was last marked as viewed, by lines of its new side.
type ViewedTextOutput struct {
	Lines []int `json:"lines"` // lines that are new or changed
	Gone  []int `json:"gone"`  // lines before which others were deleted; the last may be one past the end
}

// keepViewedText stores the text of a file that was just marked. Errors are ignored: the mark is valid without it.
func (s *Server) keepViewedText(r *http.Request, service *session.Session, hash string) {
	snap, err := s.currentSnapshot(r)
	if err != nil || snap == nil {
		return
	}
	defer snap.giveBack()
	for i := range snap.files {
		listed := &snap.files[i]
		if listed.Hash != hash || listed.Binary || listed.Submodule != nil || listed.Unread != "" {
			continue
		}
		f := &snap.comparison.Files[snap.byID[listed.ID]]
		text, err := snap.comparison.Text(r.Context(), thread.New, f.Path)
		if err != nil {
			return // the file is deleted, so it cannot get new lines
		}
		_ = submission.KeepViewedText(r.Context(), service, f.Path, hash, text, snap.paths())
		return
	}
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
	f := &snap.comparison.Files[snap.byID[snap.files[i].ID]]
	return submission.ViewHunks(r.Context(), service, f, in.Hunks, in.Viewed)
}

// linesLeft returns how much of the hunks was not viewed. Files that are marked as a whole, with nothing known of their
// lines, were marked by an earlier version: their lines are noted.
func (s *Server) linesLeft(r *http.Request, service *session.Session, marked []string) (map[string][]int, error) {
	snap, err := s.currentSnapshot(r)
	if err != nil || snap == nil {
		return nil, err
	}
	defer snap.giveBack()
	left, err := submission.LinesLeft(r.Context(), service, snap.comparison.Files)
	out := map[string][]int{}
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

// viewedAgain returns the ids of the files that were viewed with another text.
func (s *Server) viewedAgain(r *http.Request, service *session.Session) ([]string, error) {
	snap, err := s.currentSnapshot(r)
	if err != nil || snap == nil {
		return []string{}, err
	}
	defer snap.giveBack()
	hashes := make(map[string]string, len(snap.files))
	for i := range snap.files {
		hashes[snap.path(i)] = snap.files[i].Hash
	}
	paths, err := submission.ViewedAgain(r.Context(), service, hashes)
	out := []string{}
	for i := range snap.files {
		if paths[snap.path(i)] {
			out = append(out, snap.files[i].ID)
		}
	}
	return out, err
}

// path returns the real path of a file, which may differ from the shown one.
func (s *snapshot) path(i int) string { return s.comparison.Files[s.byID[s.files[i].ID]].Path }

// getViewedText answers with what is new in a file since it was viewed. The answer is empty when that is not known.
func (s *Server) getViewedText(r *http.Request, snap *snapshot, f *compare.File) (any, error) {
	service, done, err := s.service()
	if err != nil {
		return nil, err
	}
	defer done()
	out := ViewedTextOutput{Lines: []int{}, Gone: []int{}}
	hash := ""
	for i := range snap.files {
		if snap.files[i].ID == r.PathValue("id") {
			hash = snap.files[i].Hash
		}
	}
	before, ok, err := submission.ViewedText(r.Context(), service, f.Path, hash)
	if err != nil || !ok || !f.HasText() {
		return out, err
	}
	now, err := snap.comparison.Text(r.Context(), thread.New, f.Path)
	if err != nil {
		return out, nil //nolint:nilerr // the file is deleted, so it cannot have new lines
	}
	before, _, _ = gitdiff.Decode(before)
	now, _, _ = gitdiff.Decode(now)
	for _, h := range gitdiff.Hunks(before, now, gitdiff.Options{}) {
		for n := range h.NewLines {
			out.Lines = append(out.Lines, h.NewStart+n)
		}
		if h.NewLines == 0 {
			out.Gone = append(out.Gone, h.NewStart+1)
		}
	}
	return out, nil
}
