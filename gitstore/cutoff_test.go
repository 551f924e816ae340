package gitstore

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A program such as git may make the ref name another line. The line that was cut off holds changes that were not
// undone.
func TestGCKeepsALineThatWasCutOff(t *testing.T) {
	s, other := newStore(t), newStore(t)
	put(t, s, "a", "mine")
	mine := put(t, s, "b", "mine too")
	theirs := put(t, other, "c", "of another line")
	for id := range allObjects(t, other) {
		data, err := os.ReadFile(filepath.Join(other.Dir(), "objects", loosePath(id)))
		if err != nil {
			t.Fatal(err)
		}
		at := filepath.Join(s.Dir(), "objects", loosePath(id))
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, data, 0o444); err != nil && !errors.Is(err, fs.ErrPermission) { // the store has the first commit
			t.Fatal(err)
		}
	}
	for _, name := range []string{refName, reflogName} {
		data, err := os.ReadFile(filepath.Join(other.Dir(), name))
		if err == nil {
			err = os.WriteFile(filepath.Join(s.Dir(), name), data, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if got, err := s.Tip(); got != theirs || err != nil {
		t.Fatalf("at %s, want %s: %v", got, theirs, err)
	}
	gc(t, s, GCOptions{Grace: -1})
	lost, err := s.Lost()
	if err != nil || len(lost) != 1 || lost[0].ID != mine || !strings.Contains(lost[0].What, "was kept") {
		t.Fatalf("%+v %v", lost, err)
	}
	gc(t, s, GCOptions{Grace: -1})
	snap, err := s.SnapshotAt(mine)
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{"a": "mine", "b": "mine too"} {
		if data, err := snap.ReadFile(path); err != nil || string(data) != want {
			t.Errorf("%s: %q %v", path, data, err)
		}
	}
}

func allObjects(t *testing.T, s *Store) map[ID]bool {
	t.Helper()
	all := map[ID]bool{}
	if err := s.eachObject(func(id ID) error { all[id] = true; return nil }); err != nil {
		t.Fatal(err)
	}
	return all
}
