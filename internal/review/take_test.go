package review_test

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"sync"
	"testing"
	"time"

	"consider/internal/agents"
	"consider/internal/fail"
	"consider/internal/gittest"
	"consider/internal/presence"
	"consider/internal/review"
	"consider/internal/review/history"
	"consider/internal/review/reviewtest"
	"consider/internal/session"
	"consider/internal/thread"
)

// inSession is a request of an agent in the session of that ID.
func inSession(d *reviewtest.Desk, agent, id string) *session.Session {
	return d.As(session.Caller{Agent: agent, InSession: func() agents.Session { return agents.Session{ID: id} }})
}

func taken(t *testing.T, s *session.Session, ids ...string) ([]string, error) {
	t.Helper()
	out, err := review.Context(t.Context(), s, review.ContextInput{IDs: ids, Take: true})
	if err != nil {
		return nil, err
	}
	review.Delivered(t.Context(), s)
	got := []string{out.Thread.ID}
	for _, o := range out.Others {
		got = append(got, o.Thread.ID)
	}
	if len(got)+len(out.Held) != len(ids) {
		t.Errorf("asked for %v, got %v, held %v", ids, got, out.Held)
	}
	return got, nil
}

func TestEightSessionsTakeEachThreadOnce(t *testing.T) {
	d := reviewtest.New(t)
	var ids []string
	for i := range 5 {
		ids = append(ids, d.Add("a.txt:1", fmt.Sprint(i)))
	}
	var mu sync.Mutex
	var group sync.WaitGroup
	all := []string{}
	for i := range 8 {
		for _, id := range ids {
			s := inSession(d, "claude-code", fmt.Sprint(i))
			group.Go(func() {
				got, err := taken(t, s, id)
				if err != nil && !errors.Is(err, fail.ErrConflict) {
					t.Error(err)
				}
				mu.Lock()
				defer mu.Unlock()
				all = append(all, got...)
			})
		}
	}
	group.Wait()
	slices.Sort(all)
	slices.Sort(ids)
	if !slices.Equal(all, ids) {
		t.Errorf("taken: %v of %v", all, ids)
	}
}

// An agent is not notified of a thread that another session has taken, by any way that it is notified.
func TestATakenThreadIsNewsToNoOtherSession(t *testing.T) {
	d := reviewtest.New(t)
	id, free := d.Add("a.txt:1", "taken"), d.Add("a.txt:2", "free")
	gittest.Must(taken(t, inSession(d, "codex", "1"), id))(t)
	for name, s := range map[string]*session.Session{"another session": inSession(d, "gemini", "2"), "one that nothing is known of": d.Agent("gemini")} {
		waiting, busy, err := history.AllWaiting(t.Context(), s)
		if err != nil || !busy || len(waiting) != 1 || waiting[0].Thread != free {
			t.Errorf("%s, hook: %v, %v, %v", name, waiting, busy, err)
		}
		if out := gittest.Must(review.List(t.Context(), s, review.ListInput{Unseen: true}))(t); len(out.Threads) != 1 || out.Threads[0].ID != free {
			t.Errorf("%s, list: %+v", name, out.Threads)
		}
		if out := gittest.Must(review.Summary(t.Context(), s, review.SummaryInput{}))(t); out.UnseenOpen != 1 || out.Open != 2 {
			t.Errorf("%s, summary: %+v", name, out)
		}
		if out := gittest.Must(history.Wait(t.Context(), s, history.WaitInput{}))(t); len(out.Events) != 1 || out.Events[0].Threads[0] != free {
			t.Errorf("%s, wait: %+v", name, out.Events)
		}
	}
	since := gittest.Must(d.Human().Tip(t.Context()))(t)
	gittest.Must(review.Reply(t.Context(), d.Human(), review.ReplyInput{ID: id, Message: "more"}))(t)
	if _, err := history.Wait(t.Context(), inSession(d, "gemini", "2"), history.WaitInput{Since: since, Timeout: "0"}); !errors.Is(err, fail.ErrTimeout) {
		t.Errorf("the reply is news to another session: %v", err)
	}
	if out := gittest.Must(history.Wait(t.Context(), inSession(d, "codex", "1"), history.WaitInput{Since: since, Timeout: "0"}))(t); len(out.Events) != 1 {
		t.Errorf("the reply is not news to the session that works on it: %+v", out.Events)
	}
}

func TestWorkOnAThreadEnds(t *testing.T) {
	d := reviewtest.New(t)
	holder := func() *session.Session { return inSession(d, "codex", "1") }
	other := func() *session.Session { return inSession(d, "codex", "2") }
	for name, c := range map[string]struct {
		end  func(id string) error
		ends bool
	}{
		"its own reply":       {func(id string) error { return replied(t, holder(), id) }, true},
		"another's reply":     {func(id string) error { return replied(t, other(), id) }, false},
		"the person's reply":  {func(id string) error { return replied(t, d.Human(), id) }, false},
		"the person resolves": {func(id string) error { return resolved(t, d.Human(), id) }, true},
		"the person releases": {func(id string) error { return released(t, d.Human(), id) }, true},
		"it releases":         {func(id string) error { return released(t, holder(), id) }, true},
		"time":                {func(string) error { d.Now = d.Now.Add(31 * time.Minute); return nil }, true},
	} {
		id := d.Add("a.txt:1", name)
		gittest.Must(taken(t, holder(), id))(t)
		if err := released(t, other(), id); !errors.Is(err, fail.ErrDenied) {
			t.Errorf("%s: released by another: %v", name, err)
		}
		if err := c.end(id); err != nil {
			t.Fatal(name, err)
		}
		if _, _, on := history.LeasesOf(other()).On(id); on == c.ends {
			t.Errorf("%s: it goes on: %v", name, on)
		}
	}
}

func replied(t *testing.T, s *session.Session, id string) error {
	t.Helper()
	_, err := review.Reply(t.Context(), s, review.ReplyInput{ID: id, Message: "done"})
	review.AfterCall(t.Context(), s, session.Call{Verb: "reply"})
	return err
}

func resolved(t *testing.T, s *session.Session, id string) error {
	t.Helper()
	_, err := review.Resolve(t.Context(), s, review.ResolveInput{IDs: []string{id}})
	review.AfterCall(t.Context(), s, session.Call{Verb: "resolve"})
	return err
}

func released(t *testing.T, s *session.Session, id string) error {
	t.Helper()
	_, err := review.Release(t.Context(), s, review.ReleaseInput{IDs: []string{id}})
	return err
}

func TestTheHolderHearsThatAnotherReplied(t *testing.T) {
	d := reviewtest.New(t)
	id := d.Add("a.txt:1", "x")
	gittest.Must(taken(t, inSession(d, "codex", "1"), id))(t)
	d.Now = d.Now.Add(time.Minute)
	gittest.Must(review.Reply(t.Context(), d.Agent("gemini"), review.ReplyInput{ID: id, Message: "mine"}))(t)
	s := inSession(d, "codex", "1")
	if err := replied(t, s, id); err != nil {
		t.Fatal(err)
	}
	if s.Unread == nil || len(s.Unread.Notes) != 1 || s.Unread.Notes[0].String() != "gemini replied to "+id+" while you were working on it: consider show "+id {
		t.Errorf("%+v", s.Unread)
	}
}

func TestWhoMayTake(t *testing.T) {
	d := reviewtest.New(t)
	id, done := d.Add("a.txt:1", "x"), d.Add("a.txt:2", "y")
	if err := resolved(t, d.Human(), done); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		s    *session.Session
		id   string
		want error
	}{
		"a person":          {d.Human(), id, fail.ErrDenied},
		"an unknown caller": {d.As(session.Caller{}), id, fail.ErrDenied},
		"a resolved thread": {d.Agent("codex"), done, fail.ErrConflict},
		"none":              {d.Agent("codex"), "c_00000000", fail.ErrNotFound},
	} {
		if _, err := taken(t, c.s, c.id); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
	if got := presence.LeasesIn(d.Human().Place.StoreDir, d.Now); len(got) > 0 {
		t.Errorf("refused, but taken: %v", got)
	}
	gittest.Must(review.Archive(t.Context(), d.Human(), review.ArchiveInput{IDs: []string{done}}))(t)
	if v := d.Only(d.Human()); v.Receipt.IsWork() {
		t.Errorf("%+v", v.Receipt)
	}
	gittest.Must(taken(t, d.Agent("codex"), id))(t)
	if v := d.Only(d.Human()); v.Receipt.State != thread.Working || v.Receipt.By != "codex" || v.Receipt.Yours {
		t.Errorf("the person: %+v", v.Receipt)
	}
	if v := d.Only(d.Agent("codex")); v.Receipt == nil || !v.Receipt.Yours {
		t.Errorf("its own: %+v", v.Receipt)
	}
}

// A sandboxed session cannot record in the shared store what it works on. A person sees it; it keeps no other from the thread.
func TestALeaseInAnOutboxIsShownToThePersonAndBindsNobody(t *testing.T) {
	d := reviewtest.New(t)
	id := d.Add("a.txt:1", "x")
	box := d.Side("box").Dir + "/.consider"
	if err := os.MkdirAll(box, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := presence.Take(box, []string{id}, presence.Lease{Agent: "codex", Worktree: "box", At: d.Now}); err != nil {
		t.Fatal(err)
	}
	if v := d.Only(d.Human()); v.Receipt.State != thread.Asked || v.Receipt.By != "codex" {
		t.Errorf("the person: %+v", v.Receipt)
	}
	if v := d.Only(d.Agent("gemini")); v.Receipt != nil {
		t.Errorf("another agent: %+v", v.Receipt)
	}
	gittest.Must(taken(t, inSession(d, "gemini", "1"), id))(t)
	if v := d.Only(d.Human()); v.Receipt.State != thread.Working || v.Receipt.By != "gemini" {
		t.Errorf("taken: %+v", v.Receipt)
	}
}
