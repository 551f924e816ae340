package review

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"consider/internal/memory"
)

func TestAMemoryOnDiskIsFilesOfTheProjectWithHistory(t *testing.T) {
	d := newDesk(t)
	d.backend(onDisk)
	d.keep("/memories/a.md", "one\n")
	file := filepath.Join(d.Dir, filepath.FromSlash(memory.DiskFolder), "a.md")
	if data, err := os.ReadFile(file); err != nil || string(data) != "one\n" {
		t.Fatalf("%q, %v", data, err)
	}
	// A person edits it, and an agent deletes it: what the person wrote is in the history.
	if err := os.WriteFile(file, []byte("by hand\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	d.wantKept("edited by hand", "/memories/a.md=by hand\n")
	if _, err := d.agent("codex").MemoryDelete(t.Context(), MemoryDeleteInput{Path: "/memories/a.md"}); err != nil {
		t.Fatal(err)
	}
	st, err := d.human().glance(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if data, err := st.snap.ReadFile(diskBefore + "/a.md"); err != nil || string(data) != "by hand\n" {
		t.Errorf("%q, %v", data, err)
	}
	if _, err := d.human().Undo(t.Context(), UndoInput{}); err != nil {
		t.Fatal(err)
	}
	d.wantKept("undone", "/memories/a.md=by hand\n")
}

func TestUndoBringsBackWhatWasOnDisk(t *testing.T) {
	d := newDesk(t)
	d.backend(onDisk)
	d.keep("/memories/a.md", "one\n")
	d.keep("/memories/b.md", "two\n")
	if _, err := d.human().MemoryClear(t.Context(), MemoryClearInput{}); err != nil {
		t.Fatal(err)
	}
	d.wantKept("cleared", "")
	if _, err := d.human().Undo(t.Context(), UndoInput{}); err != nil {
		t.Fatal(err)
	}
	d.wantKept("undone", "/memories/a.md=one\n /memories/b.md=two\n")
	if err := os.WriteFile(filepath.Join(d.Dir, filepath.FromSlash(memory.DiskFolder), "b.md"), []byte("by hand\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := d.human().Undo(t.Context(), UndoInput{}); !errors.Is(err, ErrConflict) {
		t.Errorf("undo over a person's edit: %v", err)
	}
	d.wantKept("after the refused undo", "/memories/a.md=one\n /memories/b.md=by hand\n")
}
