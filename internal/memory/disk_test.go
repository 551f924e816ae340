package memory_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"consider/internal/fail"
	"consider/internal/memory"
	"consider/internal/memory/keep"
	"consider/internal/review/reviewtest"
	"consider/internal/review/undo"
	"consider/internal/settings"
)

func TestAMemoryOnDiskIsFilesOfTheProjectWithHistory(t *testing.T) {
	d := reviewtest.New(t)
	useBackend(d, settings.OnDisk)
	d.Keep("/memories/a.md", "one\n")
	file := filepath.Join(d.Dir, filepath.FromSlash(keep.DiskFolder), "a.md")
	if data, err := os.ReadFile(file); err != nil || string(data) != "one\n" {
		t.Fatalf("%q, %v", data, err)
	}
	// A person edits it, and an agent deletes it: the history has what the person wrote.
	if err := os.WriteFile(file, []byte("by hand\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	d.WantKept("edited by hand", "/memories/a.md=by hand\n")
	if _, err := memory.MemoryDelete(t.Context(), d.Agent("codex"), memory.MemoryDeleteInput{Path: "/memories/a.md"}); err != nil {
		t.Fatal(err)
	}
	st, err := d.Human().Snapshot(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if data, err := st.Commit.ReadFile(memory.DiskBefore + "/a.md"); err != nil || string(data) != "by hand\n" {
		t.Errorf("%q, %v", data, err)
	}
	if _, err := undo.Undo(t.Context(), d.Human(), undo.UndoInput{Any: true}); err != nil {
		t.Fatal(err)
	}
	d.WantKept("undone", "/memories/a.md=by hand\n")
}

func TestUndoBringsBackWhatWasOnDisk(t *testing.T) {
	d := reviewtest.New(t)
	useBackend(d, settings.OnDisk)
	d.Keep("/memories/a.md", "one\n")
	d.Keep("/memories/b.md", "two\n")
	if _, err := memory.MemoryClear(t.Context(), d.Human(), memory.MemoryClearInput{}); err != nil {
		t.Fatal(err)
	}
	d.WantKept("cleared", "")
	if _, err := undo.Undo(t.Context(), d.Human(), undo.UndoInput{Any: true}); err != nil {
		t.Fatal(err)
	}
	d.WantKept("undone", "/memories/a.md=one\n /memories/b.md=two\n")
	if err := os.WriteFile(filepath.Join(d.Dir, filepath.FromSlash(keep.DiskFolder), "b.md"), []byte("by hand\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := undo.Undo(t.Context(), d.Human(), undo.UndoInput{Any: true}); !errors.Is(err, fail.ErrConflict) {
		t.Errorf("undo over a person's edit: %v", err)
	}
	d.WantKept("after the refused undo", "/memories/a.md=one\n /memories/b.md=by hand\n")
}

// Undo used to delete the file, or to leave it deleted: the store had no copy of what was written by hand.
func TestUndoBringsBackWhatWasMadeByHand(t *testing.T) {
	for _, name := range []string{"a.md", "cafe\u0301.md"} { // the second in another Unicode form, which it keeps
		for _, change := range []string{"delete", "insert"} {
			d := reviewtest.New(t)
			useBackend(d, settings.OnDisk)
			d.Write(keep.DiskFolder+"/"+name, "by hand\n")
			s, text, path := d.Agent("codex"), "agent's", strings.ReplaceAll("/memories/"+name, "e\u0301", "\u00e9")
			in := memory.MemoryInput{Name: change, Path: path, InsertLine: reviewtest.At(0), InsertText: &text}
			if out, err := memory.Memory(t.Context(), s, in); err != nil || out.Failed {
				t.Fatalf("%+v, %v", out, err)
			}
			if _, err := undo.Undo(t.Context(), d.Human(), undo.UndoInput{Any: true}); err != nil {
				t.Fatal(err)
			}
			if got, err := os.ReadFile(d.Path(keep.DiskFolder + "/" + name)); string(got) != "by hand\n" {
				t.Errorf("%s, %s, undone: %q, %v", name, change, got, err)
			}
		}
	}
}
