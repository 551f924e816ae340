package review_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"consider/internal/fail"
	"consider/internal/gittest"
	"consider/internal/review"
	"consider/internal/review/reviewtest"
	"consider/internal/session"
	"consider/internal/thread"
	"consider/internal/words"
)

func TestUnseenIsDecidedByPlaceNotByClock(t *testing.T) {
	d := reviewtest.New(t)
	id := d.Add("a.txt:2", "x")
	if !d.Only(d.Agent("codex")).Unseen {
		t.Fatal("a new thread is seen")
	}
	d.Reads(d.Agent("codex"), id)
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
	d.Reads(first, id)
	second := d.Agent("codex")
	d.Reads(second, id)
	if first.Cursor() != second.Cursor() {
		t.Error("a second read changed the store")
	}
	third := d.Human()
	d.Reads(third, id)
	if third.Cursor() != second.Cursor() {
		t.Error("a person's read changed the store")
	}
}

func TestRewrittenWordsAreUnseenAgain(t *testing.T) {
	d := reviewtest.New(t)
	id := d.Add("a.txt:2", "x")
	gittest.Must(review.Reply(t.Context(), d.Human(), review.ReplyInput{ID: id, Message: "y"}))(t)
	got := gittest.Must(review.Get(t.Context(), d.Agent("codex"), review.GetInput{ID: id}))(t)
	d.Reads(d.Agent("codex"), id)
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
	d.Reads(d.As(codex), id)
	unread("read by another", session.Caller{Agent: "gemini"}, session.Caller{}, session.Caller{Agent: "codex", Name: "reviewer"})

	// A message that the human adds after the agent found the thread is only in the newest state.
	late := d.As(codex)
	gittest.Must(review.List(t.Context(), late, review.ListInput{}))(t)
	gittest.Must(review.Reply(t.Context(), d.Human(), review.ReplyInput{ID: id, Message: "wait"}))(t)
	if err := resolve(late); !errors.Is(err, fail.ErrConflict) {
		t.Errorf("said meanwhile: %v", err)
	}
	gittest.Must(review.Reply(t.Context(), d.As(codex), review.ReplyInput{ID: id, Message: "done"}))(t)
	if err := resolve(d.As(codex)); !errors.Is(err, fail.ErrConflict) {
		t.Errorf("answered, and not read: %v", err)
	}
	d.Now = d.Now.Add(time.Minute)
	parallel := d.As(codex)
	parallel.Sent = d.Now.Add(-time.Second)
	d.Reads(d.As(codex), id)
	if err := resolve(parallel); !errors.Is(err, fail.ErrConflict) {
		t.Errorf("sent before it was read: %v", err)
	}
	d.Now = d.Now.Add(-time.Hour) // the clock goes back: this does not keep threads open
	later := d.As(codex)
	later.Sent = d.Now
	for range 2 {
		if err := resolve(later); err != nil {
			t.Errorf("read: %v", err)
		}
	}
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

func TestTheAnswerToAWriteBringsWhatIsUnread(t *testing.T) {
	d := reviewtest.New(t)
	id, other := d.Add("a.txt:2", "x"), d.Add("a.txt:3", "y")
	say := func(s *session.Session, message string) *session.Unread {
		t.Helper()
		gittest.Must(review.Reply(t.Context(), s, review.ReplyInput{ID: id, Message: message}))(t)
		s.Unread = review.UnreadAfter(t.Context(), s)
		review.Delivered(t.Context(), s)
		return s.Unread
	}
	bodies := func(u *session.Unread) (out []string) {
		for _, m := range u.Messages {
			out = append(out, m.Body)
		}
		return out
	}
	elsewhere := "1 unread message in 1 other thread: consider list --unseen"
	long := strings.Repeat("word ", 2000)
	say(d.Human(), long)
	say(d.Human(), long)
	say(d.Human(), "short")
	got := say(d.Agent("codex"), "done")
	notes := []string{"2 unread messages in " + id + " not shown (too long): consider show " + id, elsewhere}
	if diff := cmp.Diff([][]string{{"x", long}, notes}, [][]string{bodies(got), texts(got.Notes)}); diff != "" {
		t.Errorf("cut: %s", diff)
	}
	got = say(d.Agent("codex"), "and this")
	if diff := cmp.Diff([][]string{{long, "short"}, {elsewhere}}, [][]string{bodies(got), texts(got.Notes)}); diff != "" {
		t.Errorf("what was cut is unread, and only that: %s", diff)
	}
	for range 2 {
		if got = say(d.As(session.Caller{}), "from a script"); got == nil || len(got.Messages) != 0 || len(got.Notes) != 1 {
			t.Errorf("an unknown caller, of what agents have read: %+v", got)
		}
	}
	say(d.Human(), "for all")
	for range 2 {
		if got = say(d.As(session.Caller{}), "from a script"); len(got.Messages) != 1 {
			t.Errorf("an unknown caller marks nothing: %+v", got)
		}
	}

	// A person on a terminal gets the agents' words so; an answer that goes into a pipe or a page brings and marks nothing.
	if got = say(d.Human(), "thanks"); got != nil {
		t.Errorf("not on a screen: %+v", got)
	}
	unread := func() int {
		return len(gittest.Must(review.List(t.Context(), d.Human(), review.ListInput{Unseen: true}))(t).Threads)
	}
	if unread() != 1 {
		t.Error("the person's own reply took away what is new to them")
	}
	screen := session.Caller{Terminal: true, OnScreen: true}
	if got = say(d.As(screen), "thanks"); len(got.Messages) != 6 || len(got.Notes) != 0 || unread() != 0 {
		t.Errorf("on a screen: %+v, %d unread", got, unread())
	}
	if got = say(d.As(screen), "again"); got != nil {
		t.Errorf("nothing is new: %+v", got)
	}
	d.Reads(d.Agent("codex"), id, other)
	if got = say(d.Agent("codex"), "all is read"); got != nil {
		t.Errorf("nothing is unread: %+v", got)
	}
}

// In earlier versions, a person who replied to a thread counted as having read it. An update must not make such
// messages unread again.
func TestAReplyOfAnEarlierVersionHasReadWhatWasBefore(t *testing.T) {
	d := reviewtest.New(t)
	id := d.Add("a.txt:2", "x")
	s := d.Human()
	err := s.Update(t.Context(), false, func(c *session.Change) error {
		th, err := c.Load(thread.Active, id)
		if err != nil {
			return err
		}
		th.Replies = []thread.Reply{
			{ID: "r_00000001", Author: thread.Agent, AuthorName: "codex", Body: "y", CreatedAt: d.Now},
			{ID: "r_00000002", Author: thread.Human, Body: "z", CreatedAt: d.Now},
		}
		c.Record("reply", thread.Author{Kind: thread.Human}, "", id)
		return c.Save(thread.Active, th)
	})
	if err != nil {
		t.Fatal(err)
	}
	if d.Only(d.Human()).Unread {
		t.Error("it is new to the person")
	}
	gittest.Must(review.Reply(t.Context(), d.Agent("codex"), review.ReplyInput{ID: id, Message: "more"}))(t)
	if !d.Only(d.Human()).Unread {
		t.Error("what was said since is not new")
	}
}

func texts(of []words.Text) (out []string) {
	for _, t := range of {
		out = append(out, t.String())
	}
	return out
}
