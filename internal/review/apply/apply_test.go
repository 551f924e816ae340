package apply_test

import (
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"consider/internal/fail"
	"consider/internal/gittest"
	"consider/internal/review"
	"consider/internal/review/apply"
	"consider/internal/review/reviewtest"
	"consider/internal/review/undo"
	"consider/internal/suggest"
)

// desk is a project with a file and a thread on its second line that suggests lines.
func desk(t *testing.T, text, suggested string) (*reviewtest.Desk, string) {
	t.Helper()
	d := reviewtest.New(t)
	d.Write("a.txt", text)
	d.Commit("a text")
	return d, d.Add("a.txt:2", "```suggestion\n"+suggested+"```")
}

func do(d *reviewtest.Desk, t *testing.T, in apply.Input) error {
	t.Helper()
	_, err := apply.Apply(t.Context(), d.Human(), in)
	return err
}

func TestTheRestOfTheFileStaysToTheByteAndUndoIsTheTextItself(t *testing.T) {
	for name, c := range map[string]struct{ text, suggested, want string }{
		"plain":            {"one\ntwo\nthree\n", "2\n", "one\n2\nthree\n"},
		"CRLF":             {"one\r\ntwo\r\nthree\r\n", "2\n2b\n", "one\r\n2\r\n2b\r\nthree\r\n"},
		"no end":           {"one\ntwo", "2\n", "one\n2"},
		"to nothing":       {"one\ntwo\nthree\n", "", "one\nthree\n"},
		"the end, nothing": {"one\ntwo", "", "one"},
		"a mark":           {"\ufeffone\ntwo\n", "\t2\n", "\ufeffone\n\t2\n"},
		"no UTF-8":         {"one \xe9\ntwo\n", "2\n", "one \xe9\n2\n"},
	} {
		t.Run(name, func(t *testing.T) {
			d, id := desk(t, c.text, c.suggested)
			if err := os.Chmod(d.Path("a.txt"), 0o751); err != nil {
				t.Fatal(err)
			}
			if err := do(d, t, apply.Input{IDs: []string{id}}); err != nil {
				t.Fatal(err)
			}
			if got := d.Read("a.txt"); got != c.want {
				t.Errorf("it is %q, want %q", got, c.want)
			}
			if info, err := os.Stat(d.Path("a.txt")); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o751 {
				t.Errorf("%v %v", info.Mode(), err)
			}
			gittest.Must(undo.Undo(t.Context(), d.Human(), undo.UndoInput{}))(t)
			if got := d.Read("a.txt"); got != c.text {
				t.Errorf("after undo it is %q, want %q", got, c.text)
			}
		})
	}
}

func TestASuggestionThatIsNamedTwiceIsAppliedOnce(t *testing.T) {
	d, id := desk(t, "one\ntwo\nthree\n", "2\n2b\n")
	out, err := apply.Apply(t.Context(), d.Human(), apply.Input{IDs: []string{id, id + "#1"}})
	if got := d.Read("a.txt"); err != nil || len(out.Applied) != 1 || got != "one\n2\n2b\nthree\n" {
		t.Errorf("%q, %+v, %v", got, out, err)
	}
}

func TestAThreadStaysOnWhatWasApplied(t *testing.T) {
	d, id := desk(t, "one\ntwo\nthree\n", "nothing like it\nat all\n")
	if err := do(d, t, apply.Input{IDs: []string{id + "#1"}}); err != nil {
		t.Fatal(err)
	}
	got := gittest.Must(review.Get(t.Context(), d.Human(), review.GetInput{ID: id}))(t).Thread
	p, s := got.Placement, got.Suggestions[0]
	if p.StartLine != 2 || p.EndLine != 3 || !s.Applied || !s.AppliedAt.Equal(d.Now) {
		t.Errorf("%+v %+v", p, s)
	}
	if !slices.Equal(s.Before, []string{"two"}) || !slices.Equal(s.After, []string{"nothing like it", "at all"}) {
		t.Errorf("the change is shown as %q, %q", s.Before, s.After)
	}
}

// An editor's undo and git put lines back without a word to consider.
func TestAThreadGoesBackToItsLinesWhenASuggestionIsTakenBack(t *testing.T) {
	for name, suggested := range map[string]string{"other lines": "nothing like it\nat all\n", "a little else": "two or so\n", "no lines": ""} {
		t.Run(name, func(t *testing.T) {
			d, id := desk(t, "one\ntwo\nthree\n", suggested)
			ref := apply.Input{IDs: []string{id}}
			look := func(when string, line int, isApplied bool) {
				t.Helper()
				got := gittest.Must(review.Get(t.Context(), d.Human(), review.GetInput{ID: id}))(t).Thread
				p, s := got.Placement, got.Suggestions[0]
				if (line > 0 && p.StartLine != line) || s.Applied != isApplied || line > 0 && s.Fits(false) == isApplied {
					t.Errorf("%s: %+v %+v", when, p, s)
				}
			}
			d.Now = d.Now.Add(time.Minute)
			put := 2 // where the thread is with the suggestion; lines that are gone have no place
			if suggested == "" {
				put = 0
			}
			if err := do(d, t, ref); err != nil {
				t.Fatal(err)
			}
			with := d.Read("a.txt")
			look("applied", put, true)
			d.Write("a.txt", "zero\none\ntwo\nthree\n")
			look("taken back, and a line above", 3, false)
			d.Write("a.txt", with)
			look("there again", put, true)
			d.Write("a.txt", "one\ntwo\nthree\n")
			if err := do(d, t, ref); err != nil || d.Read("a.txt") != with {
				t.Errorf("applied again: %v, %q", err, d.Read("a.txt"))
			}
			look("applied again", put, true)
		})
	}
}

func TestWhatIsNoPlainFileOfTheProjectIsRefused(t *testing.T) {
	for name, spoil := range map[string]func(t *testing.T, d *reviewtest.Desk) error{
		"a link in its place": func(_ *testing.T, d *reviewtest.Desk) error {
			d.Write("b.txt", d.Read("a.txt"))
			d.Remove("a.txt")
			return os.Symlink("b.txt", d.Path("a.txt"))
		},
		"a read-only file": func(t *testing.T, d *reviewtest.Desk) error {
			t.Cleanup(func() { _ = os.Chmod(d.Path("a.txt"), 0o600) })
			return os.Chmod(d.Path("a.txt"), 0o444)
		},
		"a second name": func(_ *testing.T, d *reviewtest.Desk) error { return os.Link(d.Path("a.txt"), d.Path("b.txt")) },
		"UTF-16": func(_ *testing.T, d *reviewtest.Desk) error {
			d.Write("a.txt", "\xff\xfeo\x00n\x00e\x00\n\x00t\x00w\x00o\x00\n\x00")
			return nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			d, id := desk(t, "one\ntwo\n", "2\n")
			if err := spoil(t, d); err != nil {
				t.Skip("no links here: " + err.Error())
			}
			before := d.Read("a.txt")
			if err := do(d, t, apply.Input{IDs: []string{id}}); err == nil {
				t.Error("it was applied")
			}
			if d.Read("a.txt") != before {
				t.Error("the file was changed")
			}
		})
	}
	d, id := desk(t, "one\ntwo\n", "a \u202e b\n")
	if err := do(d, t, apply.Input{IDs: []string{id}}); fail.FailureOf(err).Kind != "denied" {
		t.Errorf("hidden characters: %v", err)
	}
}

func TestWhatCannotBeReplacedIsRefusedWithItsReason(t *testing.T) {
	long := strings.Repeat("a line\n", 300)
	for name, c := range map[string]struct{ text, later, place, words string }{
		"UTF-16":               {"\xff\xfeo\x00n\x00\n\x00t\x00w\x00\n\x00", "", "b.txt:2", "another ASCII-compatible encoding"},
		"no UTF-8":             {"one\nt\xe9\n", "", "b.txt:2", "not UTF-8"},
		"no UTF-8 by now":      {"one\ntwo\nthree\nfour\nfive\n", "one\ntw\xe9\nthree\nfour\nfive\n", "b.txt:1-5", "not UTF-8"},
		"too long to be known": {long, "", "b.txt:1-250", "too long, or not UTF-8"},
	} {
		t.Run(name, func(t *testing.T) {
			d, _ := desk(t, "one\ntwo\n", "2\n")
			d.Write("b.txt", c.text)
			id := d.Add(c.place, "```suggestion\none\ntwo\nthree\nfour\nFIVE\n```")
			if c.later != "" {
				d.Write("b.txt", c.later)
			}
			before := d.Read("b.txt")
			for _, merge := range []bool{false, true} {
				err := do(d, t, apply.Input{IDs: []string{id}, ThreeWay: merge})
				if err == nil || !strings.Contains(err.Error(), c.words) || d.Read("b.txt") != before {
					t.Errorf("merge %v: %v, %q", merge, err, d.Read("b.txt"))
				}
			}
		})
	}
}

// After a kill between the write of the file and the change of the thread, undo finds that the lines are already back
// and only updates the thread.
func TestUndoThatWasKilledCanBeDoneAgain(t *testing.T) {
	d, id := desk(t, "one\ntwo\nthree\n", "")
	if err := do(d, t, apply.Input{IDs: []string{id}}); err != nil {
		t.Fatal(err)
	}
	d.Write("a.txt", "one\ntwo\nthree\n")
	gittest.Must(undo.Undo(t.Context(), d.Human(), undo.UndoInput{}))(t)
	if isApplied(d, t, id) || d.Read("a.txt") != "one\ntwo\nthree\n" {
		t.Errorf("after undo: %q", d.Read("a.txt"))
	}
	d.Write("a.txt", "one\nthree\n")
	gittest.Must(undo.Undo(t.Context(), d.Human(), undo.UndoInput{Redo: true}))(t)
	if !isApplied(d, t, id) || d.Read("a.txt") != "one\nthree\n" {
		t.Errorf("after redo: %q", d.Read("a.txt"))
	}
}

// The lines may have been applied with an agent's own editor, or by a program that was killed between the file and the
// thread.
func TestLinesThatAreAsSuggestedWithoutANoteAreToldAsSuch(t *testing.T) {
	for _, suggested := range []string{"wholly different\n", "nothing\nlike\nit\n"} {
		d, id := desk(t, "one\ntwo\nthree\nfour\n", suggested)
		d.Write("a.txt", "one\n"+suggested+"three\nfour\n")
		got := gittest.Must(review.Get(t.Context(), d.Human(), review.GetInput{ID: id}))(t).Thread
		if s := got.Suggestions[0]; s.State != suggest.Already || s.Applied {
			t.Errorf("%q: %+v at %+v", suggested, s, got.Placement)
		}
		d.Write("a.txt", "one\nsomething else\nthree\nfour\n")
		got = gittest.Must(review.Get(t.Context(), d.Human(), review.GetInput{ID: id}))(t).Thread
		if s := got.Suggestions[0]; s.State == suggest.Already {
			t.Errorf("%q: %+v at %+v", suggested, s, got.Placement)
		}
	}
}

func TestSeveralAreAppliedAllOrNone(t *testing.T) {
	d, first := desk(t, "one\ntwo\nthree\nfour\n", "2\n2b\n")
	fourth := d.Add("a.txt:4", "```suggestion\n4\n```")
	same := d.Add("a.txt:2-3", "```suggestion\nx\n```")
	d.Write("b.txt", "one\n")
	gone := d.Add("b.txt:1", "```suggestion\nx\n```")
	d.Remove("b.txt")
	for _, ids := range [][]string{{first, same}, {first, gone}, {first, "c_ffffffff"}} {
		if err := do(d, t, apply.Input{IDs: ids}); err == nil || !strings.Contains(d.Read("a.txt"), "two") {
			t.Errorf("%v: %v, %q", ids, err, d.Read("a.txt"))
		}
	}
	if err := do(d, t, apply.Input{IDs: []string{first, fourth}}); err != nil {
		t.Fatal(err)
	}
	if got := d.Read("a.txt"); got != "one\n2\n2b\nthree\n4\n" {
		t.Errorf("%q", got)
	}
	got := gittest.Must(review.Get(t.Context(), d.Human(), review.GetInput{ID: fourth}))(t).Thread.Placement
	if got.StartLine != 5 {
		t.Errorf("the second is on %+v", got)
	}
}

func TestADryRunChangesNothing(t *testing.T) {
	d, id := desk(t, "one\ntwo\n", "2\n")
	out := gittest.Must(apply.Apply(t.Context(), d.Human(), apply.Input{IDs: []string{id}, DryRun: true}))(t)
	if len(out.Applied) != 1 || !strings.Contains(out.Applied[0].Diff, "+2") || d.Read("a.txt") != "one\ntwo\n" {
		t.Errorf("%+v", out)
	}
}
