package origin

import (
	"os"
	"path/filepath"
	"sync"
	"testing"
)

func store(t *testing.T) string {
	t.Helper()
	return t.TempDir()
}

func account(t *testing.T) Here {
	t.Helper()
	return Here{Key: filepath.Join(t.TempDir(), "consider", "origin.key")}
}

func TestAStoreIsKnownByItsMarkOrItsPlace(t *testing.T) {
	dir, ann, bob := store(t), account(t), account(t)
	if ann.Made(dir) {
		t.Error("a store without a note is known")
	}
	if err := ann.Record(dir); err != nil {
		t.Fatal(err)
	}
	moved := filepath.Join(store(t), "copy")
	if err := os.CopyFS(moved, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	if !ann.Made(dir) || !ann.Made(moved) || bob.Made(moved) || (Here{}).Made(moved) != (placeOf(moved) == "") {
		t.Errorf("ann here %v, in a copy %v; bob in a copy %v; nobody in a copy %v", ann.Made(dir), ann.Made(moved), bob.Made(moved), Here{}.Made(moved))
	}
	if known := placeOf(dir) != ""; known && (!bob.Made(dir) || !(Here{}).Made(dir)) {
		t.Error("the place alone is not enough")
	}
	if err := bob.Record(moved); err != nil {
		t.Fatal(err)
	}
	if !bob.Made(moved) || !ann.Made(moved) {
		t.Error("bob's note took ann's away")
	}
}

// A mark that was seen on one store says nothing of another.
func TestAMarkIsOfOneStore(t *testing.T) {
	ann, one, other := account(t), store(t), store(t)
	for _, dir := range []string{one, other} {
		if err := ann.Record(dir); err != nil {
			t.Fatal(err)
		}
	}
	seen, err := read(one)
	if err != nil {
		t.Fatal(err)
	}
	key, err := ann.key(false)
	if err != nil || mark(key, seen.ID) != seen.Marks[0] || mark(key, seen.ID+"0") == seen.Marks[0] {
		t.Errorf("%v %v", seen, err)
	}
	if got, err := read(other); err != nil || got.ID == seen.ID || got.Marks[0] == seen.Marks[0] {
		t.Errorf("two stores have one mark: %v %v", got, err)
	}
}

func TestTwoThatMakeTheKeyHaveOne(t *testing.T) {
	ann := account(t)
	keys := make([]string, 8)
	var all sync.WaitGroup
	for i := range keys {
		all.Go(func() {
			key, err := ann.key(true)
			if err != nil {
				t.Error(err)
			}
			keys[i] = string(key)
		})
	}
	all.Wait()
	for _, key := range keys {
		if key != keys[0] {
			t.Error("two keys")
		}
	}
	if info, err := os.Stat(ann.Key); err != nil || info.Mode().Perm()&0o077 != 0 && os.PathSeparator == '/' {
		t.Errorf("%v %v", info.Mode(), err)
	}
	if names, err := os.ReadDir(filepath.Dir(ann.Key)); err != nil || len(names) != 1 {
		t.Errorf("left behind: %v %v", names, err)
	}
}

func TestRecordingAgainWritesNothing(t *testing.T) {
	dir, ann := store(t), account(t)
	if err := ann.Record(dir); err != nil {
		t.Fatal(err)
	}
	before, err := os.Stat(filepath.Join(dir, File))
	if err != nil {
		t.Fatal(err)
	}
	if err := ann.Record(dir); err != nil {
		t.Fatal(err)
	}
	if after, err := os.Stat(filepath.Join(dir, File)); err != nil || !os.SameFile(before, after) {
		t.Error("it was written again")
	}
}
