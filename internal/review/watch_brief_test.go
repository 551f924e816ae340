package review_test

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"consider/internal/fail"
	"consider/internal/gittest"
	"consider/internal/presence"
	"consider/internal/review"
	"consider/internal/review/reviewtest"
	"consider/internal/thread"
)

// listening runs do while an agent listens. The argument of do returns the briefs emitted since its last call.
func listening(t *testing.T, d *reviewtest.Desk, in review.BriefInput, do func(told func() []review.Brief)) {
	t.Helper()
	s := d.Agent("codex")
	_ = t.Context().Done() // the context used by the desk was created outside of the bubble
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		var mu sync.Mutex
		var got []review.Brief
		ended := make(chan error)
		go func() {
			ended <- review.Briefs(ctx, s, in, func(b review.Brief) error {
				b.Cursor = ""
				mu.Lock()
				defer mu.Unlock()
				got = append(got, b)
				return nil
			})
		}()
		synctest.Wait()
		do(func() []review.Brief {
			synctest.Wait()
			mu.Lock()
			defer mu.Unlock()
			out := got
			got = nil
			return out
		})
		stop()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Errorf("ended with %v", err)
		}
	})
}

func TestABurstIsToldOnceAndWhenItIsOver(t *testing.T) {
	d := reviewtest.New(t)
	old := d.Add("a.txt:2", "unread before it listens")
	listening(t, d, review.BriefInput{Quiet: 5 * time.Second}, func(told func() []review.Brief) {
		var ids []string
		for range 5 { // five in eight seconds
			ids = append(ids, d.Add("a.txt:3", "x"))
			time.Sleep(1500 * time.Millisecond)
			if b := told(); len(b) > 0 {
				t.Fatalf("told in the midst of it: %+v", b)
			}
		}
		time.Sleep(6 * time.Second)
		b := told()
		if len(b) != 1 || b[0].Started != 5 || len(b[0].Threads) != len(ids) {
			t.Fatalf("%+v, want one of %v", b, ids)
		}
		gittest.Must(review.Reply(t.Context(), d.Human(), review.ReplyInput{ID: old, Message: "y"}))(t)
		time.Sleep(7 * time.Second)
		if diff := cmp.Diff([]review.Brief{{Threads: []string{old}, Replied: 1}}, told()); diff != "" {
			t.Error(diff)
		}
		time.Sleep(time.Hour)
		if b := told(); len(b) > 0 {
			t.Errorf("told again: %+v", b)
		}
	})
}

func TestABurstWithoutAnEndIsToldAfterHalfAMinute(t *testing.T) {
	d := reviewtest.New(t)
	listening(t, d, review.BriefInput{Quiet: 5 * time.Second}, func(told func() []review.Brief) {
		var at []int
		for second := range 45 {
			d.Add("a.txt:3", "x")
			time.Sleep(time.Second)
			if len(told()) > 0 {
				at = append(at, second)
			}
		}
		if len(at) != 1 || at[0] < 29 || at[0] > 33 {
			t.Errorf("told after these seconds: %v", at)
		}
	})
}

func TestWhatTheAgentDidReadOrWasTakenBackIsSilent(t *testing.T) {
	d := reviewtest.New(t)
	a, b := d.Add("a.txt:2", "a"), d.Add("a.txt:3", "b")
	listening(t, d, review.BriefInput{Quiet: 5 * time.Second}, func(told func() []review.Brief) {
		silent := func(what string, do func()) {
			t.Helper()
			do()
			time.Sleep(time.Minute)
			if got := told(); len(got) > 0 {
				t.Errorf("%s: %+v", what, got)
			}
		}
		reply := review.ReplyInput{ID: a, Message: "x", Outcome: thread.Addressed}
		silent("its own reply", func() { gittest.Must(review.Reply(t.Context(), d.Agent("codex"), reply))(t) })
		silent("another agent's", func() { gittest.Must(review.Reply(t.Context(), d.Agent("gemini"), reply))(t) })
		silent("read at once", func() {
			gittest.Must(review.Reply(t.Context(), d.Human(), review.ReplyInput{ID: a, Message: "and now?"}))(t)
			d.Reads(d.Agent("codex"), a)
		})
		silent("resolved at once", func() {
			id := d.Add("a.txt:3", "no, nothing")
			gittest.Must(review.Resolve(t.Context(), d.Human(), review.ResolveInput{IDs: []string{id}}))(t)
		})
		silent("a label", func() {
			gittest.Must(review.Label(t.Context(), d.Human(), review.LabelInput{ID: b, Add: []string{"later"}}))(t)
		})
		gittest.Must(review.Resolve(t.Context(), d.Human(), review.ResolveInput{IDs: []string{a}}))(t)
		gittest.Must(review.Unresolve(t.Context(), d.Human(), review.UnresolveInput{IDs: []string{a}}))(t)
		time.Sleep(time.Minute)
		if diff := cmp.Diff([]review.Brief{{Threads: []string{}, Reopened: []string{a}}}, told()); diff != "" {
			t.Error(diff)
		}
	})
}

func TestABriefGoesOnFromACursorAndWaitsHalfAMinuteAtMost(t *testing.T) {
	d := reviewtest.New(t)
	d.Add("a.txt:2", "a")
	cursor := gittest.Must(d.Human().Read(t.Context()))(t).Commit.ID().String()
	id := d.Add("a.txt:3", "b")
	listening(t, d, review.BriefInput{Since: cursor}, func(told func() []review.Brief) {
		time.Sleep(2 * time.Second)
		if diff := cmp.Diff([]review.Brief{{Threads: []string{id}, Started: 1}}, told()); diff != "" {
			t.Error(diff)
		}
	})
	err := review.Briefs(t.Context(), d.Agent("codex"), review.BriefInput{Quiet: time.Minute}, nil)
	if !errors.Is(err, fail.ErrUsage) {
		t.Errorf("%v", err)
	}
}

func TestABriefTellsOnlyWhatIsLeftToIt(t *testing.T) {
	d := reviewtest.New(t)
	var asked int
	none := func(waiting, news []presence.Message) []presence.Message {
		asked += len(news)
		return nil
	}
	listening(t, d, review.BriefInput{Claim: none}, func(told func() []review.Brief) {
		d.Add("a.txt:3", "x")
		time.Sleep(2 * time.Second)
		if b := told(); len(b) > 0 || asked != 1 {
			t.Errorf("%+v, asked for %d", b, asked)
		}
	})
	one := func(waiting, news []presence.Message) []presence.Message { return news[1:] }
	listening(t, d, review.BriefInput{Quiet: 3 * time.Second, Claim: one}, func(told func() []review.Brief) {
		ids := []string{d.Add("a.txt:3", "y"), d.Add("a.txt:3", "z")}
		time.Sleep(5 * time.Second)
		if b := told(); len(b) != 1 || len(b[0].Threads) != 1 || !slices.Contains(ids, b[0].Threads[0]) {
			t.Errorf("%+v, want one of %v", b, ids)
		}
	})
}
