package apply

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"consider/gitstore"
	"consider/internal/review"
	"consider/internal/review/reviewtest"
	"consider/internal/session"
	"consider/internal/suggest"
	"consider/internal/thread"
)

const (
	oldText = "one\ntwo\nthree\n"
	newText = "one\n2\nthree\n"
)

var errKilled = errors.New("killed")

// killed is an Apply to two files that is killed after so many files were replaced.
func killed(t *testing.T, after int) (*reviewtest.Desk, []string) {
	t.Helper()
	d, j, todo := planned(t)
	killAfter(t, j, todo, after)
	return d, j.in.IDs
}

// killAfter ends a planned Apply after so many files were replaced.
func killAfter(t *testing.T, j *job, todo []file, after int) {
	t.Helper()
	who := thread.Author{Kind: thread.Human, Name: "Ada"}
	err := j.s.Update(t.Context(), false, func(c *session.Change) error {
		if err := errors.Join(j.record(t.Context(), c, who, todo), j.note(t.Context(), c, todo), j.put(t.Context(), todo[:after])); err != nil {
			return err
		}
		return errKilled
	})
	if !errors.Is(err, errKilled) {
		t.Fatal(err)
	}
}

// finishAs does what the next command does first, and returns its messages.
func finishAs(t *testing.T, d *reviewtest.Desk, reads bool) string {
	t.Helper()
	s := d.Human()
	var said []string
	s.Warn = func(msg string) { said = append(said, msg) }
	Finish(t.Context(), s, session.Call{Reads: reads})
	return strings.Join(said, "; ")
}

func left(d *reviewtest.Desk) []string {
	names, _ := filepath.Glob(d.Path(".consider/private/apply/*"))
	return names
}

func TestAKillBetweenTwoFilesIsTakenBackByTheNextCommand(t *testing.T) {
	for _, reads := range []bool{false, true} {
		for after := range 3 {
			d, ids := killed(t, after)
			said := finishAs(t, d, reads)
			if a, b := d.Read("a.txt"), d.Read("b.txt"); a != oldText || b != oldText {
				t.Errorf("killed after %d files: %q, %q", after, a, b)
			}
			if (after > 0) != strings.Contains(said, "undid") || len(left(d)) > 0 {
				t.Errorf("killed after %d files: it says %q, and leaves %v", after, said, left(d))
			}
			for _, id := range ids {
				got, err := review.Get(t.Context(), d.Human(), review.GetInput{ID: id})
				if err != nil || got.Thread.Suggestions[0].State != suggest.Applies {
					t.Errorf("killed after %d files: %+v %v", after, got.Thread.Suggestions, err)
				}
			}
			if _, err := Apply(t.Context(), d.Human(), Input{IDs: ids}); err != nil || d.Read("a.txt") != newText || d.Read("b.txt") != newText {
				t.Errorf("killed after %d files, and again: %v %q %q", after, err, d.Read("a.txt"), d.Read("b.txt"))
			}
		}
	}
}

// The process is killed when the store has the change, before the note is removed.
func TestABatchThatTheStoreHasStaysInTheFiles(t *testing.T) {
	d, _ := committed(t)
	d.Add("a.txt:1", "something else, by a version that knows nothing of notes")
	if said := finishAs(t, d, true); said != "" || len(left(d)) > 0 || d.Read("a.txt") != newText || d.Read("b.txt") != newText {
		t.Errorf("%q, %v: %q %q", said, left(d), d.Read("a.txt"), d.Read("b.txt"))
	}
}

func TestWhatSomebodyChangedSinceTheKillIsLeftAlone(t *testing.T) {
	for name, change := range map[string]func(d *reviewtest.Desk) error{
		"edited": func(d *reviewtest.Desk) error { d.Write("a.txt", newText+"four\n"); return nil },
		"gone":   func(d *reviewtest.Desk) error { d.Remove("a.txt"); return nil },
		"a link": func(d *reviewtest.Desk) error {
			d.Write("c.txt", newText)
			d.Remove("a.txt")
			return os.Symlink("c.txt", d.Path("a.txt"))
		},
	} {
		t.Run(name, func(t *testing.T) {
			d, _ := killed(t, 2)
			if err := change(d); err != nil {
				t.Skip("no links here: " + err.Error())
			}
			was, _ := os.ReadFile(d.Path("a.txt"))
			said := finishAs(t, d, false)
			is, _ := os.ReadFile(d.Path("a.txt"))
			if string(was) != string(is) || d.Read("b.txt") != oldText || len(left(d)) > 0 || strings.Contains(said, "a.txt") {
				t.Errorf("%q, %q, %q, %v", is, d.Read("b.txt"), said, left(d))
			}
			if name == "a link" && d.Read("c.txt") != newText {
				t.Errorf("through the link: %q", d.Read("c.txt"))
			}
		})
	}
}

// A note that came with an archive, or with a copied folder, belongs to another folder: it changes no file.
func TestANoteOfAnotherFolderChangesNothing(t *testing.T) {
	d, _ := killed(t, 2)
	names := left(d)
	data, err := os.ReadFile(names[0])
	if err != nil {
		t.Fatal(err)
	}
	changed := strings.Replace(string(data), `"place":"`, `"place":"1`, 1)
	if changed == string(data) {
		t.Skip("the disk tells no place")
	}
	if err := os.WriteFile(names[0], []byte(changed), 0o600); err != nil {
		t.Fatal(err)
	}
	if said := finishAs(t, d, false); said != "" || d.Read("a.txt") != newText || len(left(d)) > 0 {
		t.Errorf("%q: %q, %v", said, d.Read("a.txt"), left(d))
	}
}

// While a file cannot be restored, the note stays, and no other batch overwrites it.
func TestWhatCannotBeTakenBackYetIsKeptForTheNextCommand(t *testing.T) {
	d, ids := killed(t, 1)
	second := d.Path("b.txt.second")
	if err := os.Link(d.Path("a.txt"), second); err != nil {
		t.Skip("no links here: " + err.Error())
	}
	if said := finishAs(t, d, false); !strings.Contains(said, "cannot undo") || len(left(d)) != 1 {
		t.Errorf("%q, %v", said, left(d))
	}
	if _, err := Apply(t.Context(), d.Human(), Input{IDs: ids}); err == nil || d.Read("b.txt") != oldText {
		t.Errorf("%v, %q", err, d.Read("b.txt"))
	}
	if err := os.Remove(second); err != nil {
		t.Fatal(err)
	}
	if said := finishAs(t, d, false); !strings.Contains(said, "undid suggestions that were being applied when consider was stopped; restored files: a.txt") || d.Read("a.txt") != oldText || len(left(d)) > 0 {
		t.Errorf("%q: %q, %v", said, d.Read("a.txt"), left(d))
	}
}

func FuzzANoteGivesTheTextBeforeOrNothing(f *testing.F) {
	f.Add([]byte("a\nb\nc\n"), []byte("a\nc\n"), 1, 2)
	f.Add([]byte(""), []byte("x"), -1, 0)
	f.Add([]byte("aaaa"), []byte("aa"), 9, 9)
	f.Fuzz(func(t *testing.T, was, is []byte, head, tail int) {
		w := swapOf(file{data: was, now: is})
		if got, ok := w.before(is); !ok || !slices.Equal(got, was) {
			t.Errorf("%q from %q: %q %v", was, is, got, ok)
		}
		w.Head, w.Tail = head, tail
		if got, ok := w.before(is); ok && gitstore.HashBlob(got).String() != w.Before {
			t.Errorf("another text: %q", got)
		}
	})
}
