package webserver

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"consider/internal/gitrepo"
	"consider/internal/gittest"
	"consider/internal/origin"
	"consider/internal/review/compare"
	"consider/internal/session"
	"consider/internal/watch"
	"consider/internal/worktree"
)

func TestMain(m *testing.M) { os.Exit(gittest.Main(m)) }

// site is a project whose changes are served, and a page that was loaded from there.
type site struct {
	*gittest.Repo
	t      *testing.T
	server *Server
	port   string
	token  string
	ended  chan error
	stop   context.CancelFunc

	mu   sync.Mutex
	said []string // on the terminal
}

// open serves the project in dir.
func open(t *testing.T, dir string, change func(*Server)) *site {
	t.Helper()
	place, err := worktree.Locate(dir)
	if err != nil {
		t.Fatal(err)
	}
	v := &site{Repo: gittest.At(t, dir), t: t, ended: make(chan error, 1)}
	s := &Server{
		Scope: compare.Scope{Kind: compare.ScopeHead}, Caller: session.Caller{Human: true, Name: "Ann"}, Now: time.Now, Version: "test",
		Project: func() (*session.Project, error) {
			return &session.Project{Place: place, Tree: gitrepo.Open(place), Now: time.Now, Program: "consider/test", Origin: origin.Here{Key: gittest.AccountKey()}}, nil
		},
		Watch: watch.New(watch.Options{Root: place.Root, Store: place.StoreDir, Git: place.GitDir, After: time.After, Open: watch.Notify}),
		Log: func(msg string) {
			v.mu.Lock()
			defer v.mu.Unlock()
			v.said = append(v.said, msg)
		},
	}
	if change != nil {
		change(s)
	}
	l, err := (&net.ListenConfig{}).Listen(t.Context(), "tcp4", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Open(l); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	v.server, v.port, v.token, v.stop = s, s.port, s.token, stop
	go func() { v.ended <- s.Serve(ctx, l) }()
	t.Cleanup(func() {
		stop()
		select {
		case err := <-v.ended:
			if err != nil {
				t.Errorf("serve: %v", err)
			}
			v.ended <- nil
		case <-time.After(5 * time.Minute):
			t.Error("the server does not end")
		}
	})
	return v
}

// newSite serves a repository with one file of ten lines, of which the second has changed.
func newSite(t *testing.T) *site {
	t.Helper()
	r := gittest.New(t)
	r.Write("a.txt", "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n")
	r.Commit("first")
	r.Write("a.txt", "1\ntwo\n3\n4\n5\n6\n7\n8\n9\n10\n")
	return open(t, r.Dir, nil)
}

func (v *site) url(path string) string { return "http://127.0.0.1:" + v.port + path }

// ask sends a request as the page would, after change has edited it.
func (v *site) ask(method, path, body string, change func(*http.Request)) (status int, text string, header http.Header) {
	v.t.Helper()
	var in io.Reader
	if body != "" {
		in = strings.NewReader(body)
	}
	r, err := http.NewRequestWithContext(v.t.Context(), method, v.url(path), in)
	if err != nil {
		v.t.Fatal(err)
	}
	r.Header.Set("X-Consider-Token", v.token)
	r.Header.Set("Origin", "http://127.0.0.1:"+v.port)
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	if body != "" {
		r.Header.Set("Content-Type", "application/json")
	}
	if change != nil {
		change(r)
	}
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	resp, err := client.Do(r)
	if err != nil {
		v.t.Fatal(err)
	}
	defer resp.Body.Close()
	data, err := io.ReadAll(resp.Body)
	if err != nil {
		v.t.Fatal(err)
	}
	return resp.StatusCode, string(data), resp.Header
}

// must sends a request and decodes the answer, which has to be 200.
func must[T any](v *site, method, path, body string) T {
	v.t.Helper()
	status, text, _ := v.ask(method, path, body, nil)
	var out T
	if status != http.StatusOK {
		v.t.Fatalf("%s %s: %d %s", method, path, status, text)
	}
	if err := json.Unmarshal([]byte(text), &out); err != nil {
		v.t.Fatalf("%s %s: %v in %s", method, path, err, text)
	}
	return out
}

// ticket returns the part of an address behind its #.
func (v *site) ticket(address string) string {
	v.t.Helper()
	ticket, ok := strings.CutPrefix(address, "http://127.0.0.1:"+v.port+"/#ticket-")
	if !ok {
		v.t.Fatalf("an address is %q", address)
	}
	return ticket
}

// printed returns what was printed on the terminal.
func (v *site) printed() string {
	v.mu.Lock()
	defer v.mu.Unlock()
	return strings.Join(v.said, "\n")
}

func (v *site) boot() Boot { return must[Boot](v, "GET", "/api/boot", "") }

// file returns the file at a path, and its blocks.
func (v *site) file(path, query string) (compare.ChangedFile, FileDiff) {
	v.t.Helper()
	b := v.boot()
	for _, f := range b.Files {
		if f.Path == path {
			out := must[struct{ Data FileDiff }](v, "GET", "/api/file/"+f.ID+query, "")
			return f, out.Data
		}
	}
	v.t.Fatalf("no file %q in %+v", path, b.Files)
	return compare.ChangedFile{}, FileDiff{}
}

// refused sends a request and expects a refusal of the given kind.
func (v *site) refused(kind, method, path, body string, change func(*http.Request)) {
	v.t.Helper()
	status, text, _ := v.ask(method, path, body, change)
	if status < 400 || !strings.Contains(text, `"kind":"`+kind+`"`) {
		v.t.Errorf("%s %s: %d %s, want %s", method, path, status, text, kind)
	}
}

// events reads the stream in the background.
func (v *site) events(query string) <-chan [2]string {
	v.t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	v.t.Cleanup(stop)
	r, err := http.NewRequestWithContext(ctx, "GET", v.url("/api/events"+query), nil)
	if err != nil {
		v.t.Fatal(err)
	}
	r.Header.Set("X-Consider-Token", v.token)
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		v.t.Fatal(err)
	}
	out := make(chan [2]string, 100)
	go func() {
		defer close(out)
		defer resp.Body.Close()
		name := ""
		for lines := bufio.NewScanner(resp.Body); lines.Scan(); {
			line := lines.Text()
			if n, ok := strings.CutPrefix(line, "event: "); ok {
				name = n
			} else if data, ok := strings.CutPrefix(line, "data: "); ok {
				out <- [2]string{name, data}
			}
		}
	}()
	return out
}

// next waits for an event of that name.
func (v *site) next(events <-chan [2]string, name string) string {
	v.t.Helper()
	limit := time.After(5 * time.Minute)
	for {
		select {
		case e, ok := <-events:
			if !ok {
				v.t.Fatalf("the stream ended before %q", name)
			}
			if e[0] == name {
				return e[1]
			}
		case <-limit:
			v.t.Fatalf("no %q came", name)
		}
	}
}

// read reads a file of the project, "" when it does not exist.
func (v *site) read(path string) string {
	data, err := os.ReadFile(filepath.Join(v.Dir, filepath.FromSlash(path)))
	if err != nil {
		return ""
	}
	return string(bytes.TrimSpace(data)) + "\n"
}

// as returns a session of a caller at the command line of the project.
func (v *site) as(caller session.Caller) *session.Session {
	v.t.Helper()
	p, err := v.server.Project()
	if err != nil {
		v.t.Fatal(err)
	}
	v.t.Cleanup(func() { _ = p.Close() })
	caller.Dir = v.Dir
	return p.Session(caller)
}
