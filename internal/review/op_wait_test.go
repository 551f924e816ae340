package review

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

// told are the words of what a wait answered.
func told(out WaitOutput) []string {
	var words []string
	for _, e := range out.Events {
		words = append(words, e.Words())
	}
	return words
}

// nothing checks that there is nothing to tell, and returns the cursor.
func nothing(t *testing.T, s *Service, in WaitInput) string {
	t.Helper()
	in.Timeout = "0"
	out, err := s.Wait(t.Context(), in)
	e, ok := asError(err)
	if !ok || !errors.Is(err, ErrTimeout) || e.Cursor == "" {
		t.Fatalf("got %q, %v, want a time-out with a cursor", told(out), err)
	}
	return e.Cursor
}

func TestWhatHappenedBetweenTwoCallsIsToldByTheNextAndOnce(t *testing.T) {
	d := newDesk(t)
	id := d.add("a.txt:2", "x")
	cursor := nothing(t, d.agent("codex"), WaitInput{})
	must(d.human().Reply(t.Context(), ReplyInput{ID: id, Message: "first\nand more"}))(t)
	must(d.agent("codex").Get(t.Context(), GetInput{ID: id}))(t)
	must(d.human().Resolve(t.Context(), ResolveInput{IDs: []string{id}}))(t)
	s := d.agent("codex")
	got := must(s.Wait(t.Context(), WaitInput{Since: cursor}))(t)
	want := []string{"Ann replied to " + id + ` on a.txt:2: "first…"`, "Ann resolved " + id + " on a.txt:2"}
	if diff := cmp.Diff(want, anns(told(got))); diff != "" {
		t.Error(diff)
	}
	if got.Cursor != s.Cursor() || got.Cursor != nothing(t, d.agent("codex"), WaitInput{Since: got.Cursor}) {
		t.Error("the cursor does not go on after what was told")
	}
}

// anns gives the human of a desk, who has no name, one.
func anns(words []string) []string {
	for i, w := range words {
		words[i] = "Ann" + w[len("the human"):]
	}
	return words
}

func TestOnlyOthersEndAWait(t *testing.T) {
	d := newDesk(t)
	id := d.add("a.txt:2", "x")
	cursor := nothing(t, d.agent("codex"), WaitInput{For: "any"})
	must(d.agent("codex").Reply(t.Context(), ReplyInput{ID: id, Message: "mine"}))(t)
	nothing(t, d.agent("codex"), WaitInput{Since: cursor, For: "any"})
	nothing(t, d.agent("codex"), WaitInput{Since: cursor, For: "agent"})
	nothing(t, d.agent("gemini"), WaitInput{Since: cursor})
	for _, c := range []struct {
		s  *Service
		in WaitInput
	}{{d.agent("gemini"), WaitInput{For: "agent"}}, {d.human(), WaitInput{}}, {d.human(), WaitInput{For: "any"}}} {
		c.in.Since = cursor
		if got := must(c.s.Wait(t.Context(), c.in))(t); len(got.Events) != 1 {
			t.Errorf("%+v: %q", c.in, told(got))
		}
	}
	nothing(t, d.human(), WaitInput{Since: cursor, For: "human"})
}

func TestAWaitEndsWhenItIsTimeAndGivesItsCursorBack(t *testing.T) {
	d := newDesk(t)
	d.add("a.txt:2", "x")
	cursor := nothing(t, d.agent("codex"), WaitInput{})
	synctest.Test(t, func(t *testing.T) { // the time passes at once
		_, err := d.agent("codex").Wait(t.Context(), WaitInput{Since: cursor[:10]})
		if e, ok := asError(err); !ok || !errors.Is(err, ErrTimeout) || e.Cursor != cursor {
			t.Errorf("got %v, want a time-out with the cursor %s", err, cursor)
		}
		ctx, cancel := context.WithCancel(t.Context())
		go func() {
			synctest.Wait()
			cancel()
		}()
		_, err = d.agent("codex").Wait(ctx, WaitInput{Since: cursor, Timeout: "24h"})
		if e, ok := asError(err); !ok || !errors.Is(err, context.Canceled) || e.Cursor != cursor {
			t.Errorf("got %v, want a cancellation with the cursor %s", err, cursor)
		}
	})
}

func TestAWaitIsThereBeforeTheStore(t *testing.T) {
	d := newDesk(t)
	cursor := nothing(t, d.agent("codex"), WaitInput{})
	if cursor != noCommit.String() {
		t.Errorf("without a store the cursor is %s", cursor)
	}
	var got WaitOutput
	var group sync.WaitGroup
	s := d.agent("codex")
	group.Go(func() { got, _ = s.Wait(t.Context(), WaitInput{Since: cursor}) })
	id := d.add("a.txt:2", "x")
	group.Wait()
	if diff := cmp.Diff([]string{"Ann started " + id + ` on a.txt:2: "x"`}, anns(told(got))); diff != "" {
		t.Error(diff)
	}
	if _, err := newDesk(t).agent("codex").Wait(t.Context(), WaitInput{Since: got.Cursor}); !errors.Is(err, ErrNoStore) {
		t.Errorf("a cursor of a store that is not there: %v", err)
	}
}

// A store that comes with a checkout is not ours, also when someone was already waiting for one.
func TestAWaitDoesNotTrustAStoreThatGitTracks(t *testing.T) {
	other := newDesk(t)
	other.add("a.txt:2", "x")
	d := newDesk(t)
	s := d.agent("codex")
	nothing(t, s, WaitInput{})
	d.Git("init", "-q", "--bare", ".consider")
	d.Git("--git-dir=.consider", "fetch", "-q", other.Dir+"/.consider", "refs/heads/threads:refs/heads/threads")
	d.Git("add", "-f", ".consider/config")
	if _, err := s.Wait(t.Context(), WaitInput{Since: noCommit.String()}); !errors.Is(err, ErrDenied) {
		t.Errorf("got %v, want denied", err)
	}
}

func TestCursorsThatAreNoneAreRefused(t *testing.T) {
	d := newDesk(t)
	d.add("a.txt:2", "x")
	for _, c := range []struct {
		in   WaitInput
		want error
	}{
		{WaitInput{Since: "0123456789012345678901234567890123456789"}, ErrNotFound},
		{WaitInput{Since: "0123456"}, ErrNotFound},
		{WaitInput{Since: "012345"}, ErrUsage},
		{WaitInput{Since: "round-1"}, ErrUsage},
		{WaitInput{Thread: "c_00000000"}, ErrNotFound},
		{WaitInput{Timeout: "24h1s"}, ErrUsage},
		{WaitInput{Timeout: "-1s"}, ErrUsage},
		{WaitInput{Timeout: "100"}, ErrUsage},
	} {
		if _, err := d.agent("codex").Wait(t.Context(), c.in); !errors.Is(err, c.want) {
			t.Errorf("%+v: %v, want %v", c.in, err, c.want)
		}
	}
}

func TestManyEventsAreToldInPartsWithoutLossOrRepeat(t *testing.T) {
	d := newDesk(t)
	id := d.add("a.txt:2", "x")
	cursor := nothing(t, d.agent("codex"), WaitInput{})
	human := d.human()
	for i := range maxWaited + 5 {
		must(human.Reply(t.Context(), ReplyInput{ID: id, Message: fmt.Sprint(i)}))(t)
	}
	next := 0
	for more := true; more; {
		got := must(d.agent("codex").Wait(t.Context(), WaitInput{Since: cursor}))(t)
		for _, e := range got.Events {
			if e.Body != fmt.Sprint(next) {
				t.Fatalf("told %q where %d was to come", e.Body, next)
			}
			next++
		}
		cursor, more = got.Cursor, got.More
	}
	if next != maxWaited+5 {
		t.Errorf("told %d events", next)
	}
	nothing(t, d.agent("codex"), WaitInput{Since: cursor})
}

func TestAStoreThatIsDeletedUnderAWaitIsGone(t *testing.T) {
	d := newDesk(t)
	d.add("a.txt:2", "x")
	cursor := nothing(t, d.agent("codex"), WaitInput{})
	for _, again := range []bool{false, true} {
		s := d.agent("codex")
		must(s.List(t.Context(), ListInput{}))(t) // it is open
		root := must(os.OpenRoot(d.Dir))(t)
		if err := errors.Join(root.RemoveAll(".consider"), root.Close()); err != nil {
			t.Fatal(err)
		}
		want := ErrNoStore
		if again {
			d.now = d.now.Add(time.Hour)
			d.add("a.txt:3", "another")
			want = ErrNotFound
		}
		if _, err := s.Wait(t.Context(), WaitInput{Since: cursor}); !errors.Is(err, want) {
			t.Errorf("made again %v: %v, want %v", again, err, want)
		}
		if !again {
			d.add("a.txt:2", "x")
		}
	}
}
