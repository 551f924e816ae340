package history_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"consider/internal/fail"
	"consider/internal/gittest"
	"consider/internal/review"
	"consider/internal/review/history"
	"consider/internal/review/reviewtest"
	"consider/internal/review/submission"
	"consider/internal/session"
	"consider/internal/settings"
	"consider/internal/thread"
)

// told returns the sentences of a wait's answer.
func told(out history.WaitOutput) []string {
	var words []string
	for _, e := range out.Events {
		words = append(words, e.Words())
	}
	return words
}

// nothing checks that there is no news, and returns the cursor.
func nothing(t *testing.T, s *session.Session, in history.WaitInput) string {
	t.Helper()
	in.Timeout = "0"
	if in.Since == "" {
		in.Since = gittest.Must(s.Tip(t.Context()))(t)
	}
	out, err := history.Wait(t.Context(), s, in)
	e, ok := fail.As(err)
	if !ok || !errors.Is(err, fail.ErrTimeout) || e.Cursor == "" {
		t.Fatalf("got %q, %v, want a time-out with a cursor", told(out), err)
	}
	return e.Cursor
}

func TestWhatHappenedBetweenTwoCallsIsToldByTheNextAndOnce(t *testing.T) {
	d := reviewtest.New(t)
	id := d.Add("a.txt:2", "x")
	cursor := nothing(t, d.Agent("codex"), history.WaitInput{})
	gittest.Must(review.Reply(t.Context(), d.Human(), review.ReplyInput{ID: id, Message: "first\nand more"}))(t)
	gittest.Must(review.Get(t.Context(), d.Agent("codex"), review.GetInput{ID: id}))(t)
	gittest.Must(review.Resolve(t.Context(), d.Human(), review.ResolveInput{IDs: []string{id}}))(t)
	s := d.Agent("codex")
	got := gittest.Must(history.Wait(t.Context(), s, history.WaitInput{Since: cursor}))(t)
	want := []string{"Ann replied to " + id + ` on a.txt:2: "first…"`, "Ann resolved " + id + " on a.txt:2"}
	if diff := cmp.Diff(want, anns(told(got))); diff != "" {
		t.Error(diff)
	}
	if got.Cursor != s.Cursor() || got.Cursor != nothing(t, d.Agent("codex"), history.WaitInput{Since: got.Cursor}) {
		t.Error("the cursor does not go on after what was told")
	}
}

// anns gives the human of a desk, who has no name, the name Ann.
func anns(words []string) []string {
	for i, w := range words {
		words[i] = "Ann" + w[len("the human"):]
	}
	return words
}

// Messages between an agent's last look and its wait used to be returned only after the timeout.
func TestAWaitWithoutACursorTellsWhatTheAgentHasNotRead(t *testing.T) {
	d := reviewtest.New(t)
	id := d.Add("a.txt:2", "x")
	got := gittest.Must(history.Wait(t.Context(), d.Agent("codex"), history.WaitInput{}))(t)
	if diff := cmp.Diff([]string{"the human started " + id + ` on a.txt:2: "x"`}, told(got)); diff != "" {
		t.Error(diff)
	}
	nothing(t, d.Agent("codex"), history.WaitInput{Since: got.Cursor})
	d.Reads(d.Agent("codex"), id)
	gittest.Must(review.Reply(t.Context(), d.Human(), review.ReplyInput{ID: id, Message: "and?"}))(t)
	got = gittest.Must(history.Wait(t.Context(), d.Agent("codex"), history.WaitInput{Thread: id}))(t)
	if len(got.Events) != 1 || got.Events[0].Kind != history.Replied || got.Events[0].Body != "and?" {
		t.Errorf("%+v", got)
	}
	gittest.Must(review.Reply(t.Context(), d.Agent("codex"), review.ReplyInput{ID: id, Message: "yes"}))(t)
	long := strings.Repeat("word ", 50)
	gittest.Must(review.Reply(t.Context(), d.Human(), review.ReplyInput{ID: id, Message: long}))(t)
	s := d.Agent("codex")
	if got = gittest.Must(history.Wait(t.Context(), s, history.WaitInput{}))(t); len(got.Events) != 2 {
		t.Errorf("its own reply took away what it has not read: %+v", got)
	}
	review.Delivered(t.Context(), s)
	if got = gittest.Must(history.Wait(t.Context(), d.Agent("codex"), history.WaitInput{}))(t); len(got.Events) != 1 || got.Events[0].Body == long {
		t.Errorf("what was shown whole is read, and what was cut is not: %+v", got)
	}
	d.Reads(d.Agent("codex"), id)
	if _, err := history.Wait(t.Context(), d.Agent("codex"), history.WaitInput{Timeout: "0"}); !errors.Is(err, fail.ErrTimeout) {
		t.Errorf("all is read, and it is %v", err)
	}
}

// Without its verdict, an agent cannot know whether notes on approved changes must be addressed.
func TestAWaitWithoutACursorTellsTheVerdictOfWhatIsUnread(t *testing.T) {
	d := reviewtest.New(t)
	line := 1
	submit := func(v history.Verdict, body string) []string {
		d.Now = d.Now.Add(time.Minute)
		return gittest.Must(submission.Submit(t.Context(), d.Human(), submission.SubmitInput{Verdict: v, Comments: []submission.SubmitComment{
			{File: "a.txt", StartLine: &line, EndLine: &line, Side: submission.Side(thread.New), Body: body},
		}}))(t).Threads
	}
	d.Write("a.txt", "other\ntwo\nthree\n")
	notes := submit(history.Approved, "a note")
	d.Reads(d.Agent("gemini"), notes...)
	asked, more := submit(history.RequestsChanges, "why?"), submit(history.Commented, "hm")
	got := gittest.Must(history.Wait(t.Context(), d.Agent("codex"), history.WaitInput{}))(t)
	want := []string{
		"Ann approved, with notes: " + notes[0], "Ann started " + notes[0] + ` on a.txt:1: "a note"`,
		"Ann requested changes: " + asked[0], "Ann started " + asked[0] + ` on a.txt:1: "why?"`, "Ann started " + more[0] + ` on a.txt:1: "hm"`,
	}
	if diff := cmp.Diff(want, anns(told(got))); diff != "" {
		t.Error(diff)
	}
	nothing(t, d.Agent("codex"), history.WaitInput{Since: got.Cursor})
	got = gittest.Must(history.Wait(t.Context(), d.Agent("gemini"), history.WaitInput{}))(t)
	if diff := cmp.Diff(want[2:], anns(told(got))); diff != "" {
		t.Error("the verdict on what was read is not news:", diff)
	}
}

func TestOnlyOthersEndAWait(t *testing.T) {
	d := reviewtest.New(t)
	id := d.Add("a.txt:2", "x")
	cursor := nothing(t, d.Agent("codex"), history.WaitInput{For: "any"})
	gittest.Must(review.Reply(t.Context(), d.Agent("codex"), review.ReplyInput{ID: id, Message: "mine"}))(t)
	nothing(t, d.Agent("codex"), history.WaitInput{Since: cursor, For: "any"})
	nothing(t, d.Agent("codex"), history.WaitInput{Since: cursor, For: "agent"})
	nothing(t, d.Agent("gemini"), history.WaitInput{Since: cursor})
	for _, c := range []struct {
		s  *session.Session
		in history.WaitInput
	}{{d.Agent("gemini"), history.WaitInput{For: "agent"}}, {d.Human(), history.WaitInput{}}, {d.Human(), history.WaitInput{For: "any"}}} {
		c.in.Since = cursor
		if got := gittest.Must(history.Wait(t.Context(), c.s, c.in))(t); len(got.Events) != 1 {
			t.Errorf("%+v: %q", c.in, told(got))
		}
	}
	nothing(t, d.Human(), history.WaitInput{Since: cursor, For: "human"})
}

func TestAWaitEndsWhenItIsTimeAndGivesItsCursorBack(t *testing.T) {
	d := reviewtest.New(t)
	d.Add("a.txt:2", "x")
	cursor := nothing(t, d.Agent("codex"), history.WaitInput{})
	synctest.Test(t, func(t *testing.T) { // the time passes at once
		_, err := history.Wait(t.Context(), d.Agent("codex"), history.WaitInput{Since: cursor[:10]})
		if e, ok := fail.As(err); !ok || !errors.Is(err, fail.ErrTimeout) || e.Cursor != cursor {
			t.Errorf("got %v, want a time-out with the cursor %s", err, cursor)
		}
		ctx, cancel := context.WithCancel(t.Context())
		go func() {
			synctest.Wait()
			cancel()
		}()
		_, err = history.Wait(ctx, d.Agent("codex"), history.WaitInput{Since: cursor, Timeout: "24h"})
		if e, ok := fail.As(err); !ok || !errors.Is(err, context.Canceled) || e.Cursor != cursor {
			t.Errorf("got %v, want a cancellation with the cursor %s", err, cursor)
		}
	})
}

func TestAWaitIsThereBeforeTheStore(t *testing.T) {
	d := reviewtest.New(t)
	cursor := nothing(t, d.Agent("codex"), history.WaitInput{})
	if cursor != history.NoCommit.String() {
		t.Errorf("without a store the cursor is %s", cursor)
	}
	var got history.WaitOutput
	var group sync.WaitGroup
	s := d.Agent("codex")
	group.Go(func() { got, _ = history.Wait(t.Context(), s, history.WaitInput{Since: cursor}) })
	id := d.Add("a.txt:2", "x")
	group.Wait()
	if diff := cmp.Diff([]string{"Ann started " + id + ` on a.txt:2: "x"`}, anns(told(got))); diff != "" {
		t.Error(diff)
	}
	if _, err := history.Wait(t.Context(), reviewtest.New(t).Agent("codex"), history.WaitInput{Since: got.Cursor}); !errors.Is(err, fail.ErrNoStore) {
		t.Errorf("a cursor of a store that is not there: %v", err)
	}
}

// A store that comes with a checkout is not trusted, even when a caller was already waiting for one.
func TestAWaitDoesNotTrustAStoreThatGitTracks(t *testing.T) {
	other := reviewtest.New(t)
	other.Add("a.txt:2", "x")
	d := reviewtest.New(t)
	s := d.Agent("codex")
	nothing(t, s, history.WaitInput{})
	d.Git("init", "-q", "--bare", ".consider")
	d.Git("--git-dir=.consider", "fetch", "-q", other.Dir+"/.consider", "refs/heads/threads:refs/heads/threads")
	d.Git("add", "-f", ".consider/config")
	if _, err := history.Wait(t.Context(), s, history.WaitInput{Since: history.NoCommit.String()}); !errors.Is(err, fail.ErrDenied) {
		t.Errorf("got %v, want denied", err)
	}
}

func TestCursorsThatAreNoneAreRefused(t *testing.T) {
	d := reviewtest.New(t)
	d.Add("a.txt:2", "x")
	for _, c := range []struct {
		in   history.WaitInput
		want error
	}{
		{history.WaitInput{Since: "0123456789012345678901234567890123456789"}, fail.ErrNotFound},
		{history.WaitInput{Since: "0123456"}, fail.ErrNotFound},
		{history.WaitInput{Since: "012345"}, fail.ErrUsage},
		{history.WaitInput{Since: "round-1"}, fail.ErrUsage},
		{history.WaitInput{Thread: "c_00000000"}, fail.ErrNotFound},
		{history.WaitInput{Timeout: "24h1s"}, fail.ErrUsage},
		{history.WaitInput{Timeout: "-1s"}, fail.ErrUsage},
		{history.WaitInput{Timeout: "100"}, fail.ErrUsage},
	} {
		if _, err := history.Wait(t.Context(), d.Agent("codex"), c.in); !errors.Is(err, c.want) {
			t.Errorf("%+v: %v, want %v", c.in, err, c.want)
		}
	}
}

func TestManyEventsAreToldInPartsWithoutLossOrRepeat(t *testing.T) {
	d := reviewtest.New(t)
	id := d.Add("a.txt:2", "x")
	cursor := nothing(t, d.Agent("codex"), history.WaitInput{})
	human := d.Human()
	for i := range history.MaxWaited + 5 {
		gittest.Must(review.Reply(t.Context(), human, review.ReplyInput{ID: id, Message: fmt.Sprint(i)}))(t)
	}
	next := 0
	for more := true; more; {
		got := gittest.Must(history.Wait(t.Context(), d.Agent("codex"), history.WaitInput{Since: cursor}))(t)
		for _, e := range got.Events {
			if e.Body != fmt.Sprint(next) {
				t.Fatalf("told %q where %d was to come", e.Body, next)
			}
			next++
		}
		cursor, more = got.Cursor, got.More
	}
	if next != history.MaxWaited+5 {
		t.Errorf("told %d events", next)
	}
	nothing(t, d.Agent("codex"), history.WaitInput{Since: cursor})
}

func TestAStoreThatIsDeletedUnderAWaitIsGone(t *testing.T) {
	d := reviewtest.New(t)
	d.Add("a.txt:2", "x")
	cursor := nothing(t, d.Agent("codex"), history.WaitInput{})
	for _, again := range []bool{false, true} {
		s := d.Agent("codex")
		gittest.Must(review.List(t.Context(), s, review.ListInput{}))(t) // opens the store
		root := gittest.Must(os.OpenRoot(d.Dir))(t)
		if err := errors.Join(root.RemoveAll(".consider"), root.Close()); err != nil {
			t.Fatal(err)
		}
		want := fail.ErrNoStore
		if again {
			d.Now = d.Now.Add(time.Hour)
			d.Add("a.txt:3", "another")
			want = fail.ErrNotFound
		}
		if _, err := history.Wait(t.Context(), s, history.WaitInput{Since: cursor}); !errors.Is(err, want) {
			t.Errorf("made again %v: %v, want %v", again, err, want)
		}
		if !again {
			d.Add("a.txt:2", "x")
		}
	}
}

// A waiter notices when the store appears, is deleted, and is made again.
func TestAWaiterFindsTheStoreThatComesLater(t *testing.T) {
	d := reviewtest.New(t)
	s := d.Human()
	if _, _, err := history.AwaitedStore(t.Context(), s); !errors.Is(err, fail.ErrNoStore) {
		t.Fatalf("before there is one: %v", err)
	}
	d.Add("a.txt:1", "first")
	_, tip, err := history.AwaitedStore(t.Context(), s)
	if err != nil || tip.String() != d.StoreGit("rev-parse", "refs/heads/threads") {
		t.Fatalf("it has come: %s, %v", tip, err)
	}
	d.Remove(".consider")
	d.Now = d.Now.AddDate(0, 0, 1)
	d.Add("a.txt:2", "another store")
	if _, tip, err = history.AwaitedStore(t.Context(), s); err != nil || tip.String() != d.StoreGit("rev-parse", "refs/heads/threads") {
		t.Errorf("deleted and made again: %s, %v", tip, err)
	}
	if _, err := os.Stat(filepath.Join(d.Dir, ".consider", settings.SettingsFile)); err == nil {
		t.Error("waiting wrote something")
	}
}
