package webserver

import (
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"testing"

	"consider/internal/gittest"
	"consider/internal/review"
	"consider/internal/session"
)

// copied serves a project whose store is copied to an account's folder, which is the same at each call. change may be nil.
func copied(t *testing.T, dir, state string, change func(*Server)) *site {
	t.Helper()
	return open(t, dir, func(s *Server) {
		s.Caller.IsPage = true
		project := s.Project
		s.Project = func() (*session.Project, error) {
			p, err := project()
			if err == nil {
				p.State = state
			}
			return p, err
		}
		if change != nil {
			change(s)
		}
	})
}

// newCopied is copied for a new project.
func newCopied(t *testing.T) (v *site, state string) {
	t.Helper()
	r := gittest.New(t)
	r.Write("a.txt", "1\n2\n")
	r.Commit("first")
	state = filepath.Join(t.TempDir(), "local", "state")
	return copied(t, r.Dir, state, nil), state
}

// loseStore deletes the store, and returns what brings it back.
func (v *site) loseStore() (back func()) {
	v.t.Helper()
	store, aside := v.Path(".consider"), filepath.Join(v.t.TempDir(), "deleted")
	move := func(from, to string) {
		if err := os.Rename(from, to); err != nil {
			v.t.Fatal(err)
		}
	}
	move(store, aside)
	return func() { move(aside, store) }
}

// restores checks that a page was notified of one change, and that the page can restore it, once.
func (v *site) restores(told *session.BackupAhead) {
	v.t.Helper()
	if told == nil || told.Changes != 1 || told.Last.IsZero() {
		v.t.Fatalf("told %+v", told)
	}
	if again := v.boot().Backup; again != nil {
		v.t.Errorf("told again: %+v", again)
	}
	must[any](v, "POST", "/api/fsck", `{"restore":true}`)
	list := must[struct{ Data review.ListOutput }](v, "POST", "/api/list", `{}`).Data.Threads
	if len(list) != 1 || list[0].Body != "here" {
		v.t.Errorf("restored %+v", list)
	}
	v.refused("not_found", "POST", "/api/fsck", `{"restore":true}`, nil) // as from another tab
}

const aThread = `{"place":"a.txt:2","message":"here"}`

func TestAnOpenPageLearnsOnceWhatOnlyTheBackupHas(t *testing.T) {
	v, _ := newCopied(t)
	events := v.events("?browser=one")
	v.next(events, "ping")
	must[any](v, "POST", "/api/add", aThread)
	v.next(events, "change") // the server has seen the store that is lost now
	v.loseStore()
	v.restores(v.gone(events).Backup)
}

// gone waits until a page hears that the store is gone.
func (v *site) gone(events <-chan [2]string) Change {
	v.t.Helper()
	for {
		var c Change
		if err := json.Unmarshal([]byte(v.next(events, "change")), &c); err != nil {
			v.t.Fatal(err)
		}
		if c.Cursor == "" {
			return c
		}
	}
}

// TestAPageThatIsOpenedLearnsOnceWhatOnlyTheBackupHas: one of a person's that shows the diff. Others neither learn nor restore
// it.
func TestAPageThatIsOpenedLearnsOnceWhatOnlyTheBackupHas(t *testing.T) {
	v, state := newCopied(t)
	events := v.events("") // as the page of a plan
	v.next(events, "ping")
	must[any](v, "POST", "/api/add", aThread)
	v.next(events, "change")
	v.loseStore()
	if told := v.gone(events).Backup; told != nil {
		t.Fatalf("a page that does not show it was told %+v", told)
	}
	for caller, change := range map[string]func(*Server){
		"an agent's": func(s *Server) {
			s.Caller, s.ReadOnly = session.Caller{Agent: "codex", IsPage: true}, "an agent started it"
		},
		"a gate's": func(s *Server) { s.Caller.IsPage = false },
	} {
		w := copied(t, v.Dir, state, change)
		if got := w.boot().Backup; got != nil {
			t.Errorf("%s page got %+v", caller, got)
		}
		if w.server.ReadOnly != "" {
			w.refused("denied", "POST", "/api/fsck", `{"restore":true}`, nil)
		}
	}
	restore := `{"restore":true}`
	v.refused("denied", "POST", "/api/fsck", restore, func(r *http.Request) { r.Header.Set("X-Consider-Token", "another") })
	v.refused("denied", "POST", "/api/fsck", restore, func(r *http.Request) { r.Header.Set("Origin", "https://example.org") })
	v.restores(v.boot().Backup)
}

func TestAStoreThatCameBackIsNotRestored(t *testing.T) {
	v, _ := newCopied(t)
	must[any](v, "POST", "/api/add", aThread)
	back := v.loseStore()
	if told := v.boot().Backup; told == nil {
		t.Fatal("told nothing")
	}
	back()
	v.refused("not_found", "POST", "/api/fsck", `{"restore":true}`, nil)
}
