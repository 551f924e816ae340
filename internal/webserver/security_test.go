package webserver

import (
	"net/http"
	"os"
	"strings"
	"testing"
)

const aComment = `{"globalComment":"planted","comments":[]}`

// unharmed fails when anything was written.
func (v *site) unharmed() {
	v.t.Helper()
	if _, err := os.Stat(v.Dir + "/.consider"); err == nil {
		v.t.Error("something was written")
	}
}

func set(name, value string) func(*http.Request) {
	return func(r *http.Request) { r.Header.Set(name, value) }
}

func TestWrongHostIsRefusedEverywhere(t *testing.T) {
	v := newSite(t)
	for _, host := range []string{
		"evil.example", "evil.example:" + v.port, "127.0.0.1", "127.0.0.1:1", "127.0.0.1.evil.example:" + v.port, "localhost.:" + v.port,
		"127.0.0.2:" + v.port, "0.0.0.0:" + v.port, "[::]:" + v.port, "127.1:" + v.port, "LOCALHOST:" + v.port,
	} {
		for _, path := range []string{"/review", "/api/boot", "/api/diff", "/", "/assets/x", "/favicon.ico"} {
			status, text, _ := v.ask("GET", path, "", func(r *http.Request) { r.Host = host })
			if status != http.StatusForbidden || strings.Contains(text, "two") || strings.Contains(text, v.token) {
				t.Errorf("Host %q got %s: %d %s", host, path, status, text)
			}
		}
		v.refused("denied", "POST", "/api/comments", aComment, func(r *http.Request) { r.Host = host })
		v.refused("denied", "POST", "/api/enter", `{"ticket":"`+v.ticket(v.server.URL())+`"}`, func(r *http.Request) { r.Host = host })
	}
	v.unharmed()
}

func TestANameOfAProxyIsBelievedAndNoOther(t *testing.T) {
	v := newSite(t)
	v.server.PublicHost = "box.example:8443"
	as := func(host, origin string) func(*http.Request) {
		return func(r *http.Request) {
			r.Host = host
			r.Header.Set("Origin", origin)
		}
	}
	for _, origin := range []string{"https://box.example:8443", "http://box.example:8443"} {
		if status, text, _ := v.ask("GET", "/api/boot", "", as("Box.example:8443", origin)); status != http.StatusOK {
			t.Errorf("from %s: %d %s", origin, status, text)
		}
	}
	v.refused("denied", "GET", "/api/boot", "", as("box.example", "https://box.example"))
	v.refused("denied", "GET", "/api/boot", "", as("box.example:8443", "https://evil.example"))
	v.refused("denied", "GET", "/api/boot", "", as("127.0.0.1:"+v.port, "https://127.0.0.1:"+v.port))
	v.refused("denied", "GET", "/api/boot", "", as("evil.box.example:8443", "https://evil.box.example:8443"))
	v.unharmed()
}

// With DNS rebinding, an attacker's page has the same origin as this server, so that the browser sends no foreign Origin.
// Only the Host gives it away.
func TestDNSRebindingGetsNothing(t *testing.T) {
	v := newSite(t)
	rebound := func(r *http.Request) {
		r.Host = "rebound.example:" + v.port
		r.Header.Set("Origin", "http://rebound.example:"+v.port)
		r.Header.Set("Sec-Fetch-Site", "same-origin")
	}
	v.refused("denied", "GET", "/api/boot", "", rebound)
	v.refused("denied", "POST", "/api/comments", aComment, rebound)
	if status, text, _ := v.ask("GET", "/review", "", rebound); status != http.StatusForbidden || strings.Contains(text, v.token) {
		t.Errorf("the page: %d %s", status, text)
	}
	v.unharmed()
}

func TestCrossOriginIsRefusedAndToldNothing(t *testing.T) {
	v := newSite(t)
	for _, origin := range []string{
		"http://evil.example", "null", "https://127.0.0.1:" + v.port, "http://127.0.0.1", "http://127.0.0.1:1",
		"http://localhost.evil.example:" + v.port, "http://127.0.0.1:" + v.port + ".evil.example", "",
	} {
		for _, path := range []string{"/api/list", "/api/comments", "/api/image"} {
			v.refused("denied", "POST", path, `{}`, set("Origin", origin))
		}
		_, _, header := v.ask("OPTIONS", "/api/comments", "", set("Origin", origin))
		for name := range header {
			if strings.HasPrefix(name, "Access-Control-") {
				t.Errorf("Origin %q was answered %s", origin, name)
			}
		}
	}
	for _, site := range []string{"cross-site", "same-site", "nonsense"} {
		v.refused("denied", "GET", "/api/boot", "", set("Sec-Fetch-Site", site))
		v.refused("denied", "POST", "/api/comments", aComment, set("Sec-Fetch-Site", site))
		if status, _, _ := v.ask("GET", "/review", "", set("Sec-Fetch-Site", site)); status != http.StatusForbidden {
			t.Errorf("the page for %s: %d", site, status)
		}
	}
	v.unharmed()
}

// A form on another site can post without asking, with these content types and with any cookies there are.
func TestCSRFByAFormIsRefused(t *testing.T) {
	v := newSite(t)
	for _, kind := range []string{"text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "", "text/plain; application/json", "application/jsonx"} {
		form := func(r *http.Request) {
			r.Header.Del("X-Consider-Token")
			r.Header.Set("Content-Type", kind)
			r.Header.Set("Origin", "http://evil.example")
			r.Header.Set("Sec-Fetch-Site", "cross-site")
		}
		v.refused("denied", "POST", "/api/comments", aComment, form)
		// Each check must hold alone: even with the token, and when the browser does not say where the request comes
		// from.
		v.refused("denied", "POST", "/api/comments", aComment, set("Content-Type", kind))
		v.refused("denied", "POST", "/api/add", `{"review":true,"message":"planted"}`, set("Content-Type", kind))
		v.refused("denied", "PUT", "/api/drafts/x", `{"kind":"review","body":"planted"}`, set("Content-Type", kind))
	}
	v.unharmed()
}

func TestMissingOrWrongTokenIsRefused(t *testing.T) {
	v := newSite(t)
	for _, token := range []string{"", "x", v.token + "x", v.token[1:], strings.ToUpper(v.token), v.ticket(v.server.URL())} {
		for _, path := range []string{"/api/boot", "/api/diff", "/api/events", "/api/drafts", "/api/viewed", "/api/nothing"} {
			v.refused("denied", "GET", path, "", set("X-Consider-Token", token))
		}
		v.refused("denied", "POST", "/api/comments", aComment, set("X-Consider-Token", token))
		v.refused("denied", "DELETE", "/api/drafts/x", "", set("X-Consider-Token", token))
	}
	v.unharmed()
	if len(v.token) < 22 || len(v.ticket(v.server.URL())) < 22 {
		t.Error("a secret has less than 128 bits")
	}
	before := v.server.URL()
	if other := newSite(t); other.token == v.token || v.server.URL() == before {
		t.Error("two runs have the same secrets")
	}
}

// The browser sends cookies to every server of the machine. With a cookie, the page, the token and a review in the
// person's name could once be had.
func TestNoAnswerSetsACookieAndNoneIsAskedFor(t *testing.T) {
	v := newSite(t)
	for _, path := range []string{"/", "/review", "/responses", "/api/boot", "/api/enter", "/nothing", "/?token=x"} {
		_, text, header := v.ask("GET", path, "", nil)
		if header.Get("Set-Cookie") != "" || strings.Contains(text, v.token) {
			t.Errorf("%s: %v %s", path, header, text)
		}
	}
	v.refused("denied", "GET", "/api/boot", "", func(r *http.Request) {
		r.Header.Del("X-Consider-Token")
		r.AddCookie(&http.Cookie{Name: "consider_" + v.port, Value: v.token})
	})
}

// A visitor without the token gets the page, and nothing of the project with it.
func TestAPageIsTheSameForEverybody(t *testing.T) {
	v, other := newSite(t), newSite(t)
	other.Write("another.txt", "x\n")
	for _, path := range []string{"/", "/review", "/responses"} {
		stranger := func(r *http.Request) { r.Header.Del("X-Consider-Token") }
		status, text, _ := v.ask("GET", path, "", stranger)
		_, same, _ := other.ask("GET", path, "", stranger)
		if status != http.StatusOK || text != same || strings.Contains(text, v.Dir) {
			t.Errorf("%s: %d %s", path, status, text)
		}
	}
}

func TestAnAddressLetsInOnceAndTheNextIsPrinted(t *testing.T) {
	v := newSite(t)
	enter := func(address string, change func(*http.Request)) (int, string) {
		t.Helper()
		status, text, _ := v.ask("POST", "/api/enter", `{"ticket":"`+v.ticket(address)+`"}`, func(r *http.Request) {
			r.Header.Del("X-Consider-Token")
			if change != nil {
				change(r)
			}
		})
		return status, text
	}
	first := v.server.URL()
	// Requests that another page, another server's page or a form could send do not use the ticket up.
	for _, foreign := range []func(*http.Request){
		set("Origin", "http://127.0.0.1:1"), set("Origin", "null"), set("Sec-Fetch-Site", "cross-site"), set("Sec-Fetch-Site", "same-site"),
		set("Content-Type", "text/plain"), func(r *http.Request) { r.Host = "evil.example" },
	} {
		if status, text := enter(first, foreign); status != http.StatusForbidden {
			t.Errorf("%d %s", status, text)
		}
	}
	if status, text := enter(first, nil); status != http.StatusOK || !strings.Contains(text, v.token) {
		t.Fatalf("the address: %d %s", status, text)
	}
	if status, text := enter(first, nil); status != http.StatusForbidden || strings.Contains(text, v.token) || !strings.Contains(text, "already used") {
		t.Errorf("the address, used again: %d %s", status, text)
	}
	_, next, printed := strings.Cut(v.printed(), "The next link: ")
	if !printed || next == first {
		t.Fatalf("printed: %q", v.printed())
	}
	// The address on a command line is a different one, and neither uses up the other.
	opened := v.server.OpenURL()
	for _, address := range []string{next, opened} {
		if status, text := enter(address, nil); status != http.StatusOK {
			t.Errorf("%d %s", status, text)
		}
		if status, _ := enter(address, nil); status != http.StatusForbidden {
			t.Errorf("used again: %d", status)
		}
	}
	for _, ticket := range []string{"", "x", v.token} {
		v.refused("denied", "POST", "/api/enter", `{"ticket":"`+ticket+`"}`, nil)
	}
	v.refused("denied", "POST", "/api/enter", `{"ticket":"`+strings.Repeat("x", maxTicket)+`"}`, nil)
}

func TestHeadersLeaveAPageNothingToDoElsewhere(t *testing.T) {
	v := newSite(t)
	for _, path := range []string{"/review", "/api/boot", "/nothing", "/assets/nothing", "/api/nothing"} {
		_, _, header := v.ask("GET", path, "", nil)
		policy := header.Get("Content-Security-Policy")
		if !strings.HasPrefix(policy, "default-src 'none';") || strings.Contains(policy, "unsafe") || !strings.Contains(policy, "frame-ancestors 'none'") ||
			header.Get("X-Content-Type-Options") != "nosniff" || header.Get("Referrer-Policy") != "no-referrer" || header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s: %v", path, header)
		}
	}
}

// Only a window that the person or our own page opened goes without the header: no foreign page has opened it.
func TestAWindowIsPartedFromTheForeignPageThatOpenedIt(t *testing.T) {
	v := newSite(t)
	for site, want := range map[string]string{
		"": "same-origin", "cross-site": "same-origin", "same-site": "same-origin", "nonsense": "same-origin", "none": "", "same-origin": "",
	} {
		for _, path := range []string{"/review", "/"} {
			_, _, header := v.ask("GET", path, "", func(r *http.Request) {
				r.Header.Set("Sec-Fetch-Mode", "navigate")
				if r.Header.Del("Sec-Fetch-Site"); site != "" {
					r.Header.Set("Sec-Fetch-Site", site)
				}
			})
			if header.Get("Cross-Origin-Opener-Policy") != want {
				t.Errorf("%s for %q: %q, want %q", path, site, header.Get("Cross-Origin-Opener-Policy"), want)
			}
		}
	}
}

func TestNoPathLeadsToAFile(t *testing.T) {
	v := newSite(t)
	for _, path := range []string{
		"/api/file/..%2f..%2fetc%2fpasswd", "/api/file/f1?snapshot=..%2f..", "/api/lines/a.txt?from=1&to=2", "/assets/..%2fdoc.go", "/assets/%2e%2e/doc.go",
		"/api/file/--output=x", "/.git/config", "/a.txt", "/api/../a.txt", "/api/drafts/..%2fx",
	} {
		status, text, _ := v.ask("GET", path, "", nil)
		if status < 300 || status >= 500 || strings.Contains(text, "root:") || strings.Contains(text, "package ") {
			t.Errorf("%s: %d %s", path, status, text)
		}
	}
	for _, method := range []string{"GET", "PUT", "DELETE", "PATCH", "HEAD", "TRACE"} {
		if status, _, _ := v.ask(method, "/api/comments", "", nil); status < 400 {
			t.Errorf("%s /api/comments: %d", method, status)
		}
	}
	v.unharmed()
}

func TestWhatIsTooMuchOrBrokenIsRefused(t *testing.T) {
	v := newSite(t)
	v.refused("denied", "POST", "/api/comments", `{"globalComment":"`+strings.Repeat("x", maxBody)+`"}`, nil)
	for _, body := range []string{`{`, `[]`, `null`, `{"a":1}`, `{}{}`, `"x"`, `{"comments":{}}`, `{"verdict":"maybe"}`, strings.Repeat("[", 100_000)} {
		v.refused("usage", "POST", "/api/comments", body, nil)
	}
	v.refused("usage", "POST", "/api/reply", `{"id":"c_1","message":"x","as":"human"}`, nil)
	if b := v.boot(); b.State != "ok" {
		t.Errorf("afterwards: %+v", b)
	}
	v.unharmed()
}

func TestAnAgentsShellShowsAndTakesNothingIn(t *testing.T) {
	r := newSite(t).Repo
	v := open(t, r.Dir, func(s *Server) {
		s.ReadOnly = "started by codex"
		s.Caller.Human, s.Caller.Agent = false, "codex"
	})
	if b := v.boot(); b.State != "ok" || b.ReadOnly == "" {
		t.Errorf("the boot: %+v", b)
	}
	v.refused("denied", "POST", "/api/comments", aComment, nil)
	v.refused("denied", "POST", "/api/add", `{"review":true,"message":"x"}`, nil)
	v.refused("denied", "POST", "/api/review/submit", `{}`, nil)
	v.refused("denied", "PUT", "/api/drafts/x", `{"kind":"review","body":"x"}`, nil)
	v.refused("denied", "PUT", "/api/viewed", `{"hash":"0123456789abcdef","viewed":true}`, nil)
	v.unharmed()
}
