package webserver

import (
	"context"
	"encoding/json"
	"errors"
	"path/filepath"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"consider/internal/gitrepo"
	"consider/internal/review/compare"
	"consider/internal/session"
	"consider/internal/watch"
	"consider/internal/worktree"
)

func TestAServerWaitsForAPage(t *testing.T) {
	h := &hub{subscribers: map[*subscriber]bool{}, some: make(chan struct{}), none: make(chan struct{})}
	want := func(listens bool, when string) {
		t.Helper()
		select {
		case <-h.some:
			if !listens {
				t.Errorf("%s: does not wait", when)
			}
		default:
			if listens {
				t.Errorf("%s: waits", when)
			}
		}
	}
	want(false, "at first")
	one, _ := h.add("one")
	two, _ := h.add("two")
	want(true, "two pages")
	if h.listened(t.Context()) == nil {
		t.Error("a page listens")
	}
	h.remove(one)
	h.remove(one)
	want(true, "one page left")
	h.remove(two)
	want(false, "none left")
	three, _ := h.add("three")
	want(true, "another page")
	for range waiting + 1 {
		h.broadcast([]byte("x"))
	}
	want(false, "a page that does not read")
	h.remove(three)
	h.add("four")
	h.close()
	want(false, "the end")
	ended, stop := context.WithCancel(t.Context())
	stop()
	if h.listened(ended) != nil {
		t.Error("the server ends")
	}
}

// A server without a page once looked at each file of the diff every five seconds, and after a page of responses was
// closed it kept reading what agents wrote.
func TestWhileNoPageListensNothingIsReadOrWatched(t *testing.T) {
	for name, of := range map[string]struct {
		fails error // the project cannot be opened: each try counts
		run   func(*Server)
	}{
		"store, files, sessions": {errors.New("no project"), func(s *Server) {
			s.working.Go(func() { s.follow(s.base) })
			s.working.Go(func() { s.followHearing(s.base) })
		}},
		"responses": {nil, func(s *Server) { s.working.Go(s.followResponses) }},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			synctest.Test(t, func(t *testing.T) {
				var reads atomic.Int64
				watcher := func() *watch.Watcher {
					return watch.New(watch.Options{
						Root: dir, Store: filepath.Join(dir, ".consider"),
						After: func(d time.Duration) <-chan time.Time { reads.Add(1); return time.After(d) },
						Open:  func() (watch.Source, error) { return nil, errors.New("no events") },
					})
				}
				place := worktree.Project{Root: dir, StoreDir: filepath.Join(dir, ".consider")}
				ctx, stop := context.WithCancel(t.Context())
				s := &Server{
					Now: time.Now, Watch: watcher(), base: ctx,
					Project: func() (*session.Project, error) {
						reads.Add(1)
						return &session.Project{Place: place, Tree: gitrepo.Open(place), Now: time.Now, Watch: watcher}, of.fails
					},
					hub:       hub{subscribers: map[*subscriber]bool{}, some: make(chan struct{}), none: make(chan struct{}), newest: map[compare.Scope]string{}},
					snapshots: snapshots{newest: map[compare.Scope]*snapshot{}, pending: map[compare.Scope]*pendingSnapshot{}},
				}
				readsIn := func(d time.Duration) int64 {
					synctest.Wait()
					before := reads.Load()
					time.Sleep(d)
					synctest.Wait()
					return reads.Load() - before
				}
				of.run(s)
				for _, when := range []string{"before a page", "after one", "after two"} {
					if n := readsIn(time.Hour); n > 0 {
						t.Errorf("%s: %d reads in an hour", when, n)
					}
					page, _ := s.hub.add("")
					if readsIn(time.Minute) == 0 {
						t.Errorf("%s: nothing is read for the next page", when)
					}
					s.hub.remove(page)
					time.Sleep(filesEvery) // the round in progress still ends
				}
				stop()
				s.working.Wait()
			})
		})
	}
}

func TestAPageThatComesBackGetsWhatChangedMeanwhile(t *testing.T) {
	v := newSite(t)
	b := v.boot()
	page, _ := v.server.hub.add("")
	v.server.hub.remove(page)
	must[json.RawMessage](v, "POST", "/api/add", `{"place":"a.txt:2","message":"why two?"}`)
	v.Write("a.txt", "changed\n")
	events := v.events("?since=" + b.Cursor + "&snapshot=" + b.Snapshot)
	v.next(events, "change")
	v.next(events, "files")
}
