package webserver

import (
	"net/http"

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
