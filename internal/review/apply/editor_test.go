package apply_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"consider/internal/fail"
	"consider/internal/gittest"
	"consider/internal/review"
	"consider/internal/review/apply"
	"consider/internal/review/reviewtest"
	"consider/internal/review/undo"
)

func isApplied(d *reviewtest.Desk, t *testing.T, id string) bool {
	t.Helper()
	return gittest.Must(review.Get(t.Context(), d.Human(), review.GetInput{ID: id}))(t).Thread.Suggestions[0].Applied
}

func TestAnEditorIsToldWhatToChangeInItsOwnTextAndTheFileIsLeftAlone(t *testing.T) {
	d, id := desk(t, "one\ntwo\nthree\n", "2\n")
	text := "new\none\ntwo\nthree\n"
	out, err := apply.Apply(t.Context(), d.Human(), apply.Input{IDs: []string{id}, File: "a.txt", Text: text, DryRun: true})
	if err != nil {
		t.Fatal(err)
	}
	if a := out.Applied[0]; a.StartLine != 3 || a.EndLine != 3 || !slices.Equal(a.Lines, []string{"2"}) {
		t.Errorf("%+v", a)
	}
	if d.Read("a.txt") != "one\ntwo\nthree\n" || isApplied(d, t, id) {
		t.Error("something was written")
	}
}

func TestWhatAnEditorDidIsNotedOnceTheFileOnTheDiskHoldsIt(t *testing.T) {
	d, id := desk(t, "one\ntwo\nthree\n", "2\n2b\n")
	note := apply.Input{IDs: []string{id}, File: "a.txt", Text: "new\none\ntwo\nthree\n", Noted: true}
	if err := do(d, t, note); !errors.Is(err, fail.ErrConflict) {
		t.Errorf("noted before the file was saved: %v", err)
	}
	if isApplied(d, t, id) {
		t.Error("noted")
	}
	d.Now = d.Now.Add(time.Minute)
	saved := "new\none\n2\n2b\nthree\nmore\n"
	d.Write("a.txt", saved)
	if err := do(d, t, note); err != nil {
		t.Fatal(err)
	}
	got := gittest.Must(review.Get(t.Context(), d.Human(), review.GetInput{ID: id}))(t).Thread
	if p := got.Placement; !got.Suggestions[0].Applied || p.StartLine != 3 || p.EndLine != 4 || d.Read("a.txt") != saved {
		t.Errorf("%+v %q", p, d.Read("a.txt"))
	}
	before := d.Read(".consider/refs/heads/threads")
	if err := do(d, t, note); err != nil || d.Read(".consider/refs/heads/threads") != before {
		t.Errorf("noted again: %v", err)
	}
	gittest.Must(undo.Undo(t.Context(), d.Human(), undo.UndoInput{}))(t)
	if d.Read("a.txt") != "new\none\ntwo\nthree\nmore\n" || isApplied(d, t, id) {
		t.Errorf("after undo: %q", d.Read("a.txt"))
	}
}

func TestLinesThatAnEditorTookAwayAreNotedOnlyWhereTheRestIsAsItWas(t *testing.T) {
	d, id := desk(t, "\ufeffone\ntwo\nthree\n", "")
	note := apply.Input{IDs: []string{id}, File: "a.txt", Text: "one\ntwo\nthree\n", Noted: true}
	d.Write("a.txt", "\ufeffone\nthree\nand more\n")
	if err := do(d, t, note); !errors.Is(err, fail.ErrConflict) {
		t.Errorf("noted, and nobody knows: %v", err)
	}
	d.Write("a.txt", "\ufeffone\nthree\n")
	if err := do(d, t, note); err != nil || !isApplied(d, t, id) {
		t.Errorf("%v", err)
	}
}

func TestATextOfAnEditorThatSaysTooLittleOrTooMuchIsRefused(t *testing.T) {
	d, id := desk(t, "one\ntwo\nthree\n", "2\n")
	for name, in := range map[string]apply.Input{
		"a text of no file":          {IDs: []string{id}, Text: "one\n", DryRun: true},
		"a note of no file":          {IDs: []string{id}, Noted: true},
		"a note and a dry run":       {IDs: []string{id}, File: "a.txt", Text: "two\n", DryRun: true, Noted: true},
		"neither":                    {IDs: []string{id}, File: "a.txt", Text: "two\n"},
		"a file above":               {IDs: []string{id}, File: "../a.txt", Text: "two\n", DryRun: true},
		"a file that is not its own": {IDs: []string{id}, File: "b.txt", Text: "one\ntwo\nthree\n", DryRun: true},
	} {
		if err := do(d, t, in); err == nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	if d.Read("a.txt") != "one\ntwo\nthree\n" {
		t.Error("the file was written")
	}
}
