package review_test

import (
	"errors"
	"testing"

	"consider/internal/fail"
	"consider/internal/gittest"
	"consider/internal/review"
	"consider/internal/review/history"
	"consider/internal/review/reviewtest"
	"consider/internal/thread"
)

func TestAQuestionComesFirstIsAnsweredOnceAndEndsTheWait(t *testing.T) {
	d := reviewtest.New(t)
	asked := d.Add("a.txt:2", "rework this")
	codex := d.Agent("codex")
	later := d.Add("a.txt:3", "and this")
	cursor := gittest.Must(review.Reply(t.Context(), codex, review.ReplyInput{ID: asked, Message: "Keep it?", Ask: "Keep it | Drop it"}))(t)
	if r := cursor.Reply; r.Outcome != thread.Blocked || len(r.Choices) != 2 || r.Choices[1] != "Drop it" {
		t.Fatalf("%+v", r)
	}
	gittest.Must(review.Reply(t.Context(), d.Agent("gemini"), review.ReplyInput{ID: later, Message: "newer words"}))(t)

	mine := gittest.Must(review.List(t.Context(), d.Human(), review.ListInput{Awaiting: "me"}))(t)
	if len(mine.Threads) != 2 || mine.Threads[0].ID != asked || mine.Threads[0].Question == nil || mine.Threads[0].Question.Body != "Keep it?" {
		t.Errorf("%+v", mine.Threads)
	}
	one := 1
	first := gittest.Must(review.List(t.Context(), d.Human(), review.ListInput{Limit: &one}))(t)
	rest := gittest.Must(review.List(t.Context(), d.Human(), review.ListInput{After: first.Next}))(t)
	if first.Threads[0].ID != asked || len(rest.Threads) != 1 || rest.Threads[0].ID != later {
		t.Errorf("in parts: %+v, %+v", first.Threads, rest.Threads)
	}
	if sum := gittest.Must(review.Summary(t.Context(), d.Human(), review.SummaryInput{}))(t); sum.Questions != 1 {
		t.Errorf("%+v", sum)
	}

	since := gittest.Must(codex.Read(t.Context()))(t).Commit.ID().String()
	got := gittest.Must(review.Reply(t.Context(), d.Human(), review.ReplyInput{ID: asked, Choose: "drop"}))(t)
	if got.Reply.Choice != "Drop it" || got.Reply.Body != "Drop it" || got.Reply.Outcome != "" {
		t.Errorf("%+v", got.Reply)
	}
	for _, in := range []history.WaitInput{{Since: since, Thread: asked, Timeout: "0"}, {Thread: asked, Timeout: "0"}} {
		out := gittest.Must(history.Wait(t.Context(), d.Agent("codex"), in))(t)
		if n := len(out.Events); n == 0 || out.Events[n-1].Choice != "Drop it" {
			t.Errorf("%+v: %+v", in, out.Events)
		}
	}
	if sum := gittest.Must(review.Summary(t.Context(), d.Human(), review.SummaryInput{}))(t); sum.Questions != 0 {
		t.Errorf("%+v", sum)
	}
	if _, err := review.Reply(t.Context(), d.Human(), review.ReplyInput{ID: asked, Choose: "keep"}); !errors.Is(err, fail.ErrConflict) {
		t.Errorf("a second choice: %v", err)
	}
}

func TestAQuestionIsAskedAsItCanBeAnswered(t *testing.T) {
	d := reviewtest.New(t)
	id := d.Add("a.txt:2", "x")
	for what, in := range map[string]review.ReplyInput{
		"one choice":       {ID: id, Message: "?", Ask: "A"},
		"six":              {ID: id, Message: "?", Ask: "1|2|3|4|5|6"},
		"twice the same":   {ID: id, Message: "?", Ask: "A|a"},
		"no words":         {ID: id, Ask: "A|B"},
		"another outcome":  {ID: id, Message: "?", Ask: "A|B", Outcome: thread.Answered},
		"asks and answers": {ID: id, Message: "?", Ask: "A|B", Choose: "A"},
		"with a batch":     {Ask: "A|B", Batch: []review.ReplyItem{{ID: id, Message: "x"}}},
	} {
		if _, err := review.Reply(t.Context(), d.Agent("codex"), in); !errors.Is(err, fail.ErrUsage) {
			t.Errorf("%s: %v", what, err)
		}
	}
	if _, err := review.Reply(t.Context(), d.Human(), review.ReplyInput{ID: id, Message: "?", Ask: "A|B"}); !errors.Is(err, fail.ErrUsage) {
		t.Errorf("by a person: %v", err)
	}
	if _, err := review.Reply(t.Context(), d.Human(), review.ReplyInput{ID: id, Choose: "A"}); !errors.Is(err, fail.ErrConflict) {
		t.Errorf("nothing was asked: %v", err)
	}
	got := gittest.Must(review.Add(t.Context(), d.Agent("codex"), review.AddInput{Place: "a.txt:3", Message: "A or B?", Ask: "A|B"}))(t)
	if got.Thread.Question == nil || got.Thread.Question.Choices[0] != "A" {
		t.Errorf("%+v", got.Thread)
	}
	said := gittest.Must(review.Reply(t.Context(), d.Human(), review.ReplyInput{ID: got.Thread.ID, Choose: "2", Message: "but later"}))(t)
	if said.Reply.Choice != "B" || said.Reply.Body != "but later" {
		t.Errorf("%+v", said.Reply)
	}
	if _, err := review.Reply(t.Context(), d.Human(), review.ReplyInput{ID: got.Thread.ID, Choose: "none"}); !errors.Is(err, fail.ErrConflict) {
		t.Errorf("chosen already: %v", err)
	}
}
