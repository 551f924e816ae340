package webserver

import (
	"crypto/sha256"
	"crypto/subtle"
	"errors"
	"mime"
	"net/http"
	"strings"

	"consider/internal/fail"
	"consider/internal/verb"
	"consider/internal/words"
)

// errForeign marks a request that did not come from a page of this server.
var errForeign = errors.New("the request did not come from a page of this server")

// guard lets a request through only when a browser on this machine sends it to this server by the server's own name.
func (s *Server) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Content-Security-Policy", "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "+
			"connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'")
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		if site := r.Header.Get("Sec-Fetch-Site"); site != "none" && site != "same-origin" {
			// This separates the window from a foreign page that opened it. Without such a page it would only cost the
			// browser a process.
			h.Set("Cross-Origin-Opener-Policy", "same-origin")
		}
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("X-Frame-Options", "DENY")
		h.Set("Cache-Control", "no-store")
		if err := s.checkOrigin(r); err != nil {
			s.refuse(w, r, err)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// checkOrigin checks the origin of a request as the browser reports it. A name that resolves to 127.0.0.1 but is not
// one of ours belongs to another site.
func (s *Server) checkOrigin(r *http.Request) error {
	if !s.isOwnHost(r.Host) {
		return fail.Denied("unknown host name: %w", errForeign).Hint(newest)
	}
	if origin, sent := r.Header["Origin"]; sent && (len(origin) != 1 || !s.isOwnOrigin(origin[0])) {
		return fail.Denied("cross-origin request refused: %w", errForeign)
	}
	switch site := r.Header.Get("Sec-Fetch-Site"); site {
	case "", "same-origin", "none":
	default:
		if r.URL.Path != "/" || r.Method != http.MethodGet || r.Header.Get("Sec-Fetch-Mode") != "navigate" {
			return fail.Denied("cross-site request refused: %w", errForeign)
		}
	}
	return nil
}

// isOwnHost reports whether host is a name of this server with its port.
func (s *Server) isOwnHost(host string) bool {
	for _, name := range []string{"127.0.0.1", "localhost", "[::1]"} {
		if host == name+":"+s.port || s.port == "80" && host == name {
			return true
		}
	}
	return s.isPublicHost(host)
}

// isPublicHost reports whether host is the proxy name that the person configured for this server.
func (s *Server) isPublicHost(host string) bool {
	return s.PublicHost != "" && strings.ToLower(host) == s.PublicHost
}

func (s *Server) isOwnOrigin(origin string) bool {
	if host, ok := strings.CutPrefix(origin, "https://"); ok {
		return s.isPublicHost(host)
	}
	host, ok := strings.CutPrefix(origin, "http://")
	return ok && s.isOwnHost(host)
}

// api lets a request through only when it has the token.
func (s *Server) api(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !equalSecrets(r.Header.Get("X-Consider-Token"), s.token) {
			s.refuse(w, r, fail.Denied("the token is missing or belongs to an earlier run: %w", errForeign).Hint(newest))
			return
		}
		next.ServeHTTP(w, r)
	})
}

const newest = "open the newest link that 'consider review' printed"

// onlyJSON lets only JSON bodies through: a form on another site's page can send everything else without asking.
func (s *Server) onlyJSON(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead && r.Method != http.MethodDelete {
			kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
			if err != nil || kind != "application/json" {
				s.refuse(w, r, fail.Denied("the request body must be JSON: %w", errForeign).Hint("send Content-Type: application/json"))
				return
			}
		}
		next.ServeHTTP(w, r)
	})
}

// equalSecrets compares secrets in constant time.
func equalSecrets(a, b string) bool {
	x, y := sha256.Sum256([]byte(a)), sha256.Sum256([]byte(b))
	return subtle.ConstantTimeCompare(x[:], y[:]) == 1
}

// inBrowser is the surface of a page: commands are for a terminal, and there are no flags, so hints about flags are omitted.
type inBrowser struct{ words.Terminal }

// Flag returns the flag as it is.
func (inBrowser) Flag(flag string) (string, bool) { return flag, false }

// writeFailure answers with the envelope of an error and the status of its kind.
func writeFailure(w http.ResponseWriter, r *http.Request, err error) {
	refusal := verb.Refusal(err)
	shown := refusal.Error.In(inBrowser{"consider"})
	refusal.Error = &shown
	send(w, r, refusal.Error.Kind.Codes().HTTP, refusal)
}

// refuse answers a request that was not let through: with JSON for the API, otherwise with a page.
func (s *Server) refuse(w http.ResponseWriter, r *http.Request, err error) {
	if strings.HasPrefix(r.URL.Path, "/api/") {
		writeFailure(w, r, err)
		return
	}
	f := fail.FailureOf(err)
	writePlainPage(w, f.Kind.Codes().HTTP, f.Message, f.Hints)
}
