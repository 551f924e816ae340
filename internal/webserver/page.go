package webserver

import (
	"io"
	"net/http"
)

// page serves a page that is the same for every visitor.
func (s *Server) page(name string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		text, ok := loadAssets().pages[name]
		if !ok {
			writePlainPage(w, http.StatusNotFound, "this page is not included in this build", nil)
			return
		}
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		out, done := compressed(w, r)
		defer done()
		_, _ = io.WriteString(out, text) // the reader is gone
	}
}
