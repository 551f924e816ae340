package review_test

import (
	"errors"
	"testing"

	"consider/internal/fail"
	"consider/internal/gittest"
	"consider/internal/review"
	"consider/internal/review/reviewtest"
)

func TestAnEditDoesNotReplaceTextThatItDidNotBeginWith(t *testing.T) {
	d := reviewtest.New(t)
	id := d.Add("a.txt:1", "first")
	edit := func(before, message string) (string, error) {
		out, err := review.Edit(t.Context(), d.Human(), review.EditInput{ID: id, Message: message, Before: before})
		return out.Body, err
	}
	for range 2 { // sent again, because its answer was lost
		if _, err := edit("first", "one"); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := edit("first", "two"); !errors.Is(err, fail.ErrConflict) {
		t.Errorf("an edit that was not seen is replaced: %v", err)
	}
	if words := gittest.Must(review.WordsOf(t.Context(), d.Human(), id))(t); words != "one" {
		t.Errorf("after a refusal it says %q", words)
	}
	for _, before := range []string{"one", ""} {
		if _, err := edit(before, "two"); err != nil {
			t.Errorf("an edit of the text as it is, %q: %v", before, err)
		}
	}
}

func TestAReplyThatIsSentTwiceFromOneFormIsOneReply(t *testing.T) {
	d := reviewtest.New(t)
	id := d.Add("a.txt:1", "first")
	reply := func(form, message string) (review.Replied, error) {
		out, err := review.Reply(t.Context(), d.Human(), review.ReplyInput{ID: id, Message: message, Form: form})
		return out.Replied, err
	}
	first := gittest.Must(reply("f1", "why?"))(t)
	gittest.Must(review.Resolve(t.Context(), d.Human(), review.ResolveInput{IDs: []string{id}}))(t)
	if again, err := reply("f1", "why?"); err != nil || again.Reply.ID != first.Reply.ID || again.Replies != 1 {
		t.Errorf("sent twice: %+v and %+v, %v", first, again, err)
	}
	if _, err := reply("f1", "why not?"); !errors.Is(err, fail.ErrConflict) {
		t.Errorf("other words from the same form: %v", err)
	}
	gittest.Must(review.Unresolve(t.Context(), d.Human(), review.UnresolveInput{IDs: []string{id}}))(t)
	for n, form := range []string{"f2", "", ""} {
		if other := gittest.Must(reply(form, "why?"))(t); other.Replies != n+2 {
			t.Errorf("a reply from another form is another one: %+v", other)
		}
	}
}

func TestAThreadThatIsSentTwiceWithOneIDIsOneThread(t *testing.T) {
	d := reviewtest.New(t)
	const id = "c_0a1b2c3d"
	add := func(place, message string) (string, error) {
		out, err := review.Add(t.Context(), d.Human(), review.AddInput{Place: place, Message: message, Form: id})
		return out.Thread.ID, err
	}
	if got := gittest.Must(add("a.txt:1", "why?"))(t); got != id {
		t.Fatalf("the client named %s, and the thread is %s", id, got)
	}
	gittest.Must(review.Resolve(t.Context(), d.Human(), review.ResolveInput{IDs: []string{id}}))(t)
	out, err := review.Add(t.Context(), d.Human(), review.AddInput{Place: "a.txt:1", Message: "why?", Form: id})
	if err != nil || out.Thread.ID != id || out.Thread.WorkflowState != "resolved" {
		t.Errorf("sent again, it answers with %+v, %v", out.Thread, err)
	}
	d.Write("b.txt", "one\n")
	for _, other := range [][2]string{{"a.txt:1", "why not?"}, {"b.txt:1", "why?"}} {
		if _, err := add(other[0], other[1]); !errors.Is(err, fail.ErrConflict) {
			t.Errorf("%q with a taken id: %v", other, err)
		}
	}
	if n := len(gittest.Must(review.List(t.Context(), d.Human(), review.ListInput{Workflow: "all"}))(t).Threads); n != 1 {
		t.Errorf("%d threads", n)
	}
}
