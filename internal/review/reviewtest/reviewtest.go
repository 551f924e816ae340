package reviewtest

import (
	"testing"
	"time"

	"consider/internal/gitrepo"
	"consider/internal/gittest"
	"consider/internal/memory/keep"
	"consider/internal/place"
	"consider/internal/review"
	"consider/internal/session"
	"consider/internal/worktree"
)

// Desk is a project under review, with a clock that the test sets.
type Desk struct {
	*gittest.Repo
	T    *testing.T
	Now  time.Time
	Keys keep.Keys

	projects []*session.Project // of all sessions
}

// New makes a project with one file of numbered lines.
func New(t *testing.T) *Desk {
	t.Helper()
	d := &Desk{Repo: gittest.New(t), T: t, Now: time.Date(2026, 11, 21, 10, 0, 0, 0, time.UTC)}
	d.Write("a.txt", "one\ntwo\nthree\nfour\n")
	d.Commit("first")
	return d
}

// As returns a session for one request, as a new process would have.
func (d *Desk) As(caller session.Caller) *session.Session {
	d.T.Helper()
	place, err := worktree.Locate(d.Dir)
	if err != nil {
		d.T.Fatal(err)
	}
	p := &session.Project{Place: place, Tree: gitrepo.Open(place), Now: func() time.Time { return d.Now }, Program: "consider/test", Keys: d.Keys, Patience: time.Minute, Line: func() string { return "" }}
	p.Origin.Key = gittest.AccountKey()
	d.T.Cleanup(func() { _ = p.Close() })
	d.projects = append(d.projects, p)
	caller.Dir = d.Dir
	return p.Session(caller)
}

// Close closes what the sessions so far have opened. On Windows a store cannot be deleted before.
func (d *Desk) Close() {
	for _, p := range d.projects {
		_ = p.Close()
	}
}

func (d *Desk) Human() *session.Session { return d.As(session.Caller{Terminal: true}) }

func (d *Desk) Agent(name string) *session.Session { return d.As(session.Caller{Agent: name}) }

// Add starts a thread and returns its id.
func (d *Desk) Add(place, body string) string {
	d.T.Helper()
	out, err := review.Add(d.T.Context(), d.Human(), review.AddInput{Place: place, Message: body})
	if err != nil {
		d.T.Fatal(err)
	}
	return out.Thread.ID
}

// Reads gives a caller whole threads, as a surface does.
func (d *Desk) Reads(s *session.Session, ids ...string) {
	d.T.Helper()
	if _, err := review.Context(d.T.Context(), s, review.ContextInput{IDs: ids}); err != nil {
		d.T.Fatal(err)
	}
	review.Delivered(d.T.Context(), s)
}

// Only returns the only thread of the list.
func (d *Desk) Only(s *session.Session) place.ThreadView {
	d.T.Helper()
	out, err := review.List(d.T.Context(), s, review.ListInput{Workflow: "all"})
	if err != nil {
		d.T.Fatal(err)
	}
	if len(out.Threads) != 1 {
		d.T.Fatalf("%d threads, want 1: %+v", len(out.Threads), out)
	}
	return out.Threads[0]
}
