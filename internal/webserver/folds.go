package webserver

import (
	"net/http"

	"consider/internal/folds"
)

// FoldsOutput is what is known of the hunks of the files, by their IDs.
type FoldsOutput struct {
	Files map[string]folds.Report `json:"files"`
}

// getFolds answers with the hunks that are mechanical. A page asks for it after its first rows: it takes longer than them.
func (s *Server) getFolds(_ *http.Request, snap *snapshot) (any, error) {
	out := FoldsOutput{Files: map[string]folds.Report{}}
	reports := snap.comparison.Folds()
	for id, i := range snap.byID {
		out.Files[id] = reports[i]
	}
	return out, nil
}
