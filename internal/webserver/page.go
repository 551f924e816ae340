package webserver

import (
	"bytes"
	"html"
	"io"
	"net/http"
	"slices"
	"strings"
)

// enter lets a person in: it turns the secret of the address into a cookie, so that it stands in the address bar for
// no longer than it has to.
func (s *Server) enter(w http.ResponseWriter, r *http.Request) {
	token := r.URL.Query().Get("token")
	switch {
	case token == "":
		if cookie, err := r.Cookie(s.cookieName()); err == nil && same(cookie.Value, s.secret) {
			http.Redirect(w, r, "/review", http.StatusSeeOther)
			return
		}
		s.stranger(w)
		return
	case !same(token, s.secret) && !s.ticket.take(token):
		s.stranger(w)
		return
	}
	http.SetCookie(w, &http.Cookie{
		Name: s.cookieName(), Value: s.secret, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode,
	})
	if site := r.Header.Get("Sec-Fetch-Site"); site == "" || site == "none" || site == "same-origin" {
		http.Redirect(w, r, "/review", http.StatusSeeOther)
		return
	}
	// Who follows the link from another page (a terminal in the browser) would be redirected without the cookie: it
	// goes only where a page of ours leads.
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_, _ = io.WriteString(w, "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>consider</title>\n"+
		"<meta http-equiv=\"refresh\" content=\"0;url=/review\">\n<p><a href=\"/review\">Go on to the review</a></p>\n") // nobody reads on
}

func (s *Server) stranger(w http.ResponseWriter) {
	sayPlainly(w, http.StatusForbidden, "this page is for who started it",
		[]string{"open the whole address that 'consider review' printed in the terminal, with the token in it"})
}

func (s *Server) reviewPage(w http.ResponseWriter, r *http.Request) {
	s.serve(w, r, "review.html", true)
}

// serve streams a page: what comes before the boot is on its way while the diff is still being computed, so that
// styles and scripts are loaded meanwhile.
func (s *Server) serve(w http.ResponseWriter, r *http.Request, name string, boots bool) {
	text, ok := s.assets().page(name)
	if !ok {
		sayPlainly(w, http.StatusNotFound, "this page is not part of this build", nil)
		return
	}
	head, tail, found := strings.Cut(text, "{{boot}}")
	head = strings.ReplaceAll(head, "{{token}}", html.EscapeString(s.token))
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	out, done := compressed(w, r)
	defer done()
	if _, err := io.WriteString(out, head); err != nil || !found {
		return
	}
	flush(w, out)
	var data []byte
	if boots {
		var err error
		if data, err = encode(s.boot(r.Context())); err != nil {
			data = []byte(`{"state":"failed","message":"the page could not be put together","hints":[]}`)
		}
	}
	script := slices.Concat([]byte(`<script type="application/json" id="boot">`), bytes.TrimSpace(data), []byte("</script>"), []byte(tail))
	_, _ = out.Write(script) // nobody reads on
}

// flush sends what was written so far.
func flush(w http.ResponseWriter, out io.Writer) {
	if pack, ok := out.(interface{ Flush() error }); ok {
		_ = pack.Flush() // the next write fails as well
	}
	_ = http.NewResponseController(w).Flush() // where it cannot, all comes at once
}
