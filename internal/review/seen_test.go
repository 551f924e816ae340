package review

import (
	"testing"
	"time"
)

func TestUnseenIsDecidedByPlaceNotByClock(t *testing.T) {
	d := newDesk(t)
	id := d.add("a.txt:2", "x")
	if !d.only(d.agent("codex")).Unseen {
		t.Fatal("a new thread is seen")
	}
	must(d.agent("codex").Get(t.Context(), GetInput{ID: id}))(t)
	if d.only(d.agent("codex")).Unseen || d.only(d.human()).Unseen {
		t.Fatal("what an agent got is unseen")
	}
	if !d.only(d.agent("gemini")).Unseen {
		t.Fatal("what one agent saw is seen for another")
	}
	d.now = d.now.Add(-time.Hour) // the clock goes back
	must(d.human().Reply(t.Context(), ReplyInput{ID: id, Message: "more"}))(t)
	if !d.only(d.agent("codex")).Unseen {
		t.Fatal("words said later, by a clock that went back, are seen")
	}
}

func TestReadingTwiceWritesOnce(t *testing.T) {
	d := newDesk(t)
	id := d.add("a.txt:2", "x")
	first := d.agent("codex")
	must(first.Get(t.Context(), GetInput{ID: id}))(t)
	second := d.agent("codex")
	must(second.Get(t.Context(), GetInput{ID: id}))(t)
	if first.Cursor() != second.Cursor() {
		t.Error("a second read changed the store")
	}
	third := d.human()
	must(third.Get(t.Context(), GetInput{ID: id}))(t)
	if third.Cursor() != second.Cursor() {
		t.Error("a person's read changed the store")
	}
}

func TestRewrittenWordsAreUnseenAgain(t *testing.T) {
	d := newDesk(t)
	id := d.add("a.txt:2", "x")
	must(d.human().Reply(t.Context(), ReplyInput{ID: id, Message: "y"}))(t)
	got := must(d.agent("codex").Get(t.Context(), GetInput{ID: id}))(t)
	must(d.human().Edit(t.Context(), EditInput{ID: got.Thread.Thread[0].ID, Message: "z"}))(t)
	if !d.only(d.agent("codex")).Unseen {
		t.Error("rewritten words are seen")
	}
}
