package review_test

import (
	"errors"
	"testing"
	"time"

	"consider/internal/fail"
	"consider/internal/gittest"
	"consider/internal/review"
	"consider/internal/review/reviewtest"
	"consider/internal/session"
	"consider/internal/thread"
)

func TestUnseenIsDecidedByPlaceNotByClock(t *testing.T) {
	d := reviewtest.New(t)
	id := d.Add("a.txt:2", "x")
	if !d.Only(d.Agent("codex")).Unseen {
		t.Fatal("a new thread is seen")
	}
	gittest.Must(review.Get(t.Context(), d.Agent("codex"), review.GetInput{ID: id}))(t)
	if d.Only(d.Agent("codex")).Unseen || d.Only(d.Human()).Unseen {
		t.Fatal("what an agent got is unseen")
	}
	if !d.Only(d.Agent("gemini")).Unseen {
		t.Fatal("what one agent saw is seen for another")
	}
	d.Now = d.Now.Add(-time.Hour) // the clock goes back
	gittest.Must(review.Reply(t.Context(), d.Human(), review.ReplyInput{ID: id, Message: "more"}))(t)
	if !d.Only(d.Agent("codex")).Unseen {
		t.Fatal("words said later, by a clock that went back, are seen")
	}
}

func TestReadingTwiceWritesOnce(t *testing.T) {
	d := reviewtest.New(t)
	id := d.Add("a.txt:2", "x")
	first := d.Agent("codex")
	gittest.Must(review.Get(t.Context(), first, review.GetInput{ID: id}))(t)
	second := d.Agent("codex")
	gittest.Must(review.Get(t.Context(), second, review.GetInput{ID: id}))(t)
	if first.Cursor() != second.Cursor() {
		t.Error("a second read changed the store")
	}
	third := d.Human()
	gittest.Must(review.Get(t.Context(), third, review.GetInput{ID: id}))(t)
	if third.Cursor() != second.Cursor() {
		t.Error("a person's read changed the store")
	}
}

func TestRewrittenWordsAreUnseenAgain(t *testing.T) {
	d := reviewtest.New(t)
	id := d.Add("a.txt:2", "x")
	gittest.Must(review.Reply(t.Context(), d.Human(), review.ReplyInput{ID: id, Message: "y"}))(t)
	got := gittest.Must(review.Get(t.Context(), d.Agent("codex"), review.GetInput{ID: id}))(t)
	gittest.Must(review.Edit(t.Context(), d.Human(), review.EditInput{ID: got.Thread.Thread[0].ID, Message: "z"}))(t)
	if !d.Only(d.Agent("codex")).Unseen {
		t.Error("rewritten words are seen")
	}
}

// Found by internal/proof: reanchor answered through Get, which marked the thread as read.
func TestGivingAPlaceReadsNothing(t *testing.T) {
	d := reviewtest.New(t)
	id := d.Add("a.txt:2", "x")
	out := gittest.Must(review.Reanchor(t.Context(), d.Agent("codex"), review.ReanchorInput{ID: id, Place: "a.txt:3"}))(t)
	if !out.Thread.Unseen || !d.Only(d.Agent("codex")).Unseen {
		t.Error("a thread that was moved is seen")
	}
}

func TestAnAgentResolvesOnlyWhatItHasRead(t *testing.T) {
	d := reviewtest.New(t)
	id := d.Add("a.txt:2", "x")
	resolve := func(s *session.Session) error {
		_, err := review.Resolve(t.Context(), s, review.ResolveInput{IDs: []string{id}})
		return err
	}
	unread := func(when string, callers ...session.Caller) {
		t.Helper()
		for _, c := range callers {
			if err := resolve(d.As(c)); !errors.Is(err, fail.ErrConflict) {
				t.Errorf("%s, %+v: %v", when, c, err)
			}
		}
	}
	codex := session.Caller{Agent: "codex"}
	unread("new", codex, session.Caller{}, session.Caller{As: thread.Agent}, session.Caller{Agent: "codex", Terminal: true}, session.Caller{Agent: "codex", Name: "reviewer"})
	gittest.Must(review.Context(t.Context(), d.As(codex), review.ContextInput{ID: id}))(t)
	unread("read by another", session.Caller{Agent: "gemini"}, session.Caller{}, session.Caller{Agent: "codex", Name: "reviewer"})

	// What the human says after the agent found the thread is only in the newest state.
	late := d.As(codex)
	gittest.Must(review.List(t.Context(), late, review.ListInput{}))(t)
	gittest.Must(review.Reply(t.Context(), d.Human(), review.ReplyInput{ID: id, Message: "wait"}))(t)
	if err := resolve(late); !errors.Is(err, fail.ErrConflict) {
		t.Errorf("said meanwhile: %v", err)
	}
	gittest.Must(review.Reply(t.Context(), d.As(codex), review.ReplyInput{ID: id, Message: "done"}))(t)
	for range 2 {
		if err := resolve(d.As(codex)); err != nil {
			t.Errorf("answered: %v", err)
		}
	}
	if err := resolve(d.As(session.Caller{Agent: "gemini"})); err != nil {
		t.Errorf("resolved already: %v", err)
	}
}

func TestWhatASurfaceShowsAPersonIsReadByThem(t *testing.T) {
	d := reviewtest.New(t)
	id := d.Add("a.txt:2", "x")
	unread := func() int {
		return len(gittest.Must(review.List(t.Context(), d.Human(), review.ListInput{Unseen: true}))(t).Threads)
	}
	gittest.Must(review.Reply(t.Context(), d.Agent("codex"), review.ReplyInput{ID: id, Message: "y"}))(t)
	if unread() != 1 {
		t.Fatal("an agent's reply is not new to the person")
	}
	before := d.Human()
	gittest.Must(review.List(t.Context(), before, review.ListInput{}))(t)
	if out := gittest.Must(review.Seen(t.Context(), d.Human(), review.SeenInput{IDs: []string{id, id, "c_00000000"}}))(t); len(out.IDs) != 1 {
		t.Fatalf("marked: %v", out.IDs)
	}
	if unread() != 0 {
		t.Fatal("what was on screen is new")
	}
	after := d.Human()
	gittest.Must(review.List(t.Context(), after, review.ListInput{}))(t)
	if before.Cursor() != after.Cursor() {
		t.Error("the person's mark is in the history")
	}
	gittest.Must(review.Reply(t.Context(), d.Agent("codex"), review.ReplyInput{ID: id, Message: "z"}))(t)
	if unread() != 1 {
		t.Error("words said after it was on screen are not new")
	}
}

// "seen" with an empty id crashed, and the page answered with 500.
func TestAnIDThatIsNoneIsRefusedAndCrashesNothing(t *testing.T) {
	d := reviewtest.New(t)
	id := d.Add("a.txt:2", "here")
	for _, bad := range []string{"", "c", "c_", "c_1", "r_12345678", "c_1234567", "c_123456789", "c_ABCDEF01", "../../x", id + "/..", "ü"} {
		if _, err := review.Seen(t.Context(), d.Human(), review.SeenInput{IDs: []string{id, bad}}); !errors.Is(err, fail.ErrUsage) {
			t.Errorf("seen %q: %v", bad, err)
		}
		if _, err := review.Threads(t.Context(), d.Human(), review.ThreadsInput{IDs: []string{bad}}); !errors.Is(err, fail.ErrUsage) {
			t.Errorf("threads %q: %v", bad, err)
		}
		for _, dir := range thread.Folders {
			_, _ = thread.File(dir, bad), thread.BaseFile(dir, bad, 1)
		}
	}
}
