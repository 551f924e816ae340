package review

import (
	"os"
	"testing"
	"time"

	"consider/internal/gittest"
	"consider/internal/memory"
	"consider/internal/worktree"
)

func TestMain(m *testing.M) { os.Exit(gittest.Main(m)) }

// desk is a project under review, with a clock that a test moves.
type desk struct {
	*gittest.Repo
	t    *testing.T
	now  time.Time
	keys memory.Keys
}

// newDesk makes a project with one file of numbered lines.
func newDesk(t *testing.T) *desk {
	t.Helper()
	d := &desk{Repo: gittest.New(t), t: t, now: time.Date(2026, 11, 21, 10, 0, 0, 0, time.UTC)}
	d.Write("a.txt", "one\ntwo\nthree\nfour\n")
	d.Commit("first")
	return d
}

// as returns a service for one request, as a new process would have it.
func (d *desk) as(caller Caller) *Service {
	d.t.Helper()
	place, err := worktree.Locate(d.Dir)
	if err != nil {
		d.t.Fatal(err)
	}
	p := &Project{Place: place, Tree: worktree.Open(place), Now: func() time.Time { return d.now }, Program: "consider/test", Keys: d.keys}
	d.t.Cleanup(func() { _ = p.Close() })
	caller.Dir = d.Dir
	return p.Service(caller)
}

func (d *desk) human() *Service { return d.as(Caller{Terminal: true}) }

func (d *desk) agent(name string) *Service { return d.as(Caller{Agent: name}) }

// add starts a thread and returns its id.
func (d *desk) add(place, body string) string {
	d.t.Helper()
	out, err := d.human().Add(d.t.Context(), AddInput{Place: place, Message: body})
	if err != nil {
		d.t.Fatal(err)
	}
	return out.Thread.ID
}

// only returns the one thread of the list.
func (d *desk) only(s *Service) ThreadView {
	d.t.Helper()
	out, err := s.List(d.t.Context(), ListInput{Workflow: "all"})
	if err != nil {
		d.t.Fatal(err)
	}
	if len(out.Threads) != 1 {
		d.t.Fatalf("%d threads, want 1: %+v", len(out.Threads), out)
	}
	return out.Threads[0]
}

func must[T any](v T, err error) func(*testing.T) T {
	return func(t *testing.T) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}
