package apply

import (
	"errors"
	"testing"

	"consider/internal/fail"
	"consider/internal/review/reviewtest"
	"consider/internal/session"
	"consider/internal/thread"
)

// committed is an Apply to two files whose commit is in the store and whose process has not removed its note yet.
func committed(t *testing.T) (*reviewtest.Desk, *job) {
	t.Helper()
	d, j, todo := planned(t)
	err := j.s.Update(t.Context(), false, func(c *session.Change) error {
		return errors.Join(j.record(t.Context(), c, thread.Author{Kind: thread.Human}, todo), j.write(t.Context(), c, todo))
	})
	if err != nil || len(left(d)) != 1 {
		t.Fatal(err, left(d))
	}
	return d, j
}

// The next process gets the lock before the first one has removed its note. Neither needs the other to go on.
func TestTwoBatchesDoNotHinderEachOther(t *testing.T) {
	d, first := committed(t)
	var ids []string
	for _, name := range []string{"c.txt", "d.txt"} {
		d.Write(name, oldText)
		ids = append(ids, d.Add(name+":2", "```suggestion\n2\n```"))
	}
	if _, err := Apply(t.Context(), d.Human(), Input{IDs: ids}); err != nil {
		t.Fatal(err)
	}
	if err := first.forget(); err != nil || len(left(d)) > 0 {
		t.Errorf("%v, %v", err, left(d))
	}
	for _, name := range []string{"a.txt", "b.txt", "c.txt", "d.txt"} {
		if got := d.Read(name); got != newText {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// The second process is killed between its files, and only then the first one removes what it takes for its note.
func TestTheNoteOfALaterBatchStays(t *testing.T) {
	d, first := committed(t)
	c, e := "c.txt", "e.txt"
	var ids []string
	for _, name := range []string{c, e} {
		d.Write(name, oldText)
		ids = append(ids, d.Add(name+":2", "```suggestion\n2\n```"))
	}
	j, todo := plannedFor(t, d, ids)
	killAfter(t, j, todo, 1)
	if err := first.forget(); err != nil {
		t.Fatal(err)
	}
	if said := finishAs(t, d, false); d.Read(c) != oldText || d.Read(e) != oldText || d.Read("a.txt") != newText {
		t.Errorf("%q: %q, %q, %q", said, d.Read(c), d.Read(e), d.Read("a.txt"))
	}
}

// A process is killed between its files after the next one has looked for a note and before that one gets the lock.
func TestABatchThatWasKilledJustNowIsTakenBackFirst(t *testing.T) {
	d, ids := killed(t, 2)
	d.Write("a.txt", oldText)
	d.Write("c.txt", oldText)
	ids[1] = d.Add("c.txt:2", "```suggestion\n2\n```")
	if _, err := Apply(t.Context(), d.Human(), Input{IDs: ids}); fail.FailureOf(err).Kind != fail.KindConflict {
		t.Errorf("%v", err)
	}
	if a, b, c := d.Read("a.txt"), d.Read("b.txt"), d.Read("c.txt"); a != oldText || b != oldText || c != oldText || len(left(d)) > 0 {
		t.Errorf("%q, %q, %q, %v", a, b, c, left(d))
	}
	if _, err := Apply(t.Context(), d.Human(), Input{IDs: ids}); err != nil {
		t.Error(err)
	}
}
