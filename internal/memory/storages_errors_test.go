package memory_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"consider/internal/fail"
	"consider/internal/gittest"
	"consider/internal/memory"
	"consider/internal/memory/keep"
	"consider/internal/review/reviewtest"
	"consider/internal/review/undo"
	"consider/internal/settings"
)

func TestAnErrorOfTheCallerChangesNothingAndIsReturned(t *testing.T) {
	eachStorage(t, func(t *testing.T, k *kept) {
		k.change(texts("a.md", "one"))
		tip, mine := k.tip(), errors.New("mine")
		err := k.open().Change(t.Context(), keep.Op{Command: "test"}, func(keep.Files) (keep.Edit, error) {
			return keep.Edit{Write: texts("b.md", "two").Write, Remove: []keep.Path{"a.md"}, Repin: true, Pins: []keep.Path{"a.md"}}, mine
		})
		if !errors.Is(err, mine) {
			t.Errorf("Change returns %v", err)
		}
		if err := k.open().View(t.Context(), func(keep.Files) error { return mine }); !errors.Is(err, mine) {
			t.Errorf("View returns %v", err)
		}
		k.want("after an error", map[string]string{"a.md": "one"})
		k.change(keep.Edit{})
		if k.tip() != tip {
			t.Error("an edit that changes nothing is a commit, and so is an error")
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if err := k.open().Change(ctx, keep.Op{}, func(keep.Files) (keep.Edit, error) { return texts("a.md", "late"), nil }); err == nil {
			t.Error("a change that was given up is made")
		}
		k.want("given up", map[string]string{"a.md": "one"})
	})
}

// breakStore makes writes to the store fail, until it is called again.
func (k *kept) breakStore() {
	k.t.Helper()
	for _, step := range [][2]string{{"objects", "away"}, {"broken", "objects"}, {"away", "broken"}} {
		if err := os.Rename(k.StoreFile(step[0]), k.StoreFile(step[1])); err != nil {
			k.t.Fatal(err)
		}
	}
}

// The files of a memory on disk were once changed although the store could not be written: no history recorded it.
func TestAChangeThatCannotBeRecordedIsNotMade(t *testing.T) {
	eachStorage(t, func(t *testing.T, k *kept) {
		k.change(texts("a.md", "one", "b.md", "two", "d/c.md", "three"))
		was, tip := k.all(), k.tip()
		if err := os.WriteFile(k.StoreFile("broken"), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		err := k.open().Change(t.Context(), keep.Op{Command: "test"}, func(f keep.Files) (keep.Edit, error) {
			for _, p := range []keep.Path{"a.md", "b.md"} {
				gittest.Must(f.Read(p))(t)
			}
			k.breakStore()
			return keep.Edit{Write: texts("a.md", "changed", "new.md", "new").Write, Remove: []keep.Path{"b.md", "d/c.md"}}, nil
		})
		k.breakStore()
		if err == nil || k.tip() != tip {
			t.Errorf("it is recorded: %v", err)
		}
		k.want("a change that failed", was)
		k.change(keep.Edit{Remove: []keep.Path{"d/c.md"}})
		if k.backend == settings.OnDisk {
			testFailedUndo(t, k)
		}
	})
}

// testFailedUndo: an undo that is not recorded leaves the files on disk unchanged. The copies of both states are in the
// store, so that only the commit fails.
func testFailedUndo(t *testing.T, k *kept) {
	was, tip := k.all(), k.tip()
	lock := k.StoreFile("refs", "heads", "threads.lock")
	if err := os.MkdirAll(filepath.Join(lock, "in the way"), 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := undo.Undo(t.Context(), k.Human(), undo.UndoInput{Any: true}); err == nil || k.tip() != tip {
		t.Errorf("the undo is recorded: %v", err)
	}
	for _, name := range []string{filepath.Join(lock, "in the way"), lock} {
		if err := os.Remove(name); err != nil {
			t.Fatal(err)
		}
	}
	k.want("an undo that failed", was)
	gittest.Must(undo.Undo(t.Context(), k.Human(), undo.UndoInput{Any: true}))(t)
	k.want("an undo", map[string]string{"a.md": "one", "b.md": "two", "d/c.md": "three"})
}

// A backend that only a newer consider knows must not be replaced by a known one: its secrets would be in plain text.
func TestABackendThatIsNotKnownIsAnError(t *testing.T) {
	d := reviewtest.New(t)
	if _, err := memory.OpenStorage(t.Context(), d.Agent("codex"), "tape"); !errors.Is(err, fail.ErrDenied) {
		t.Errorf("opened: %v", err)
	}
}
