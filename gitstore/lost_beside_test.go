package gitstore

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"consider/internal/gitfmt"
)

func TestGCKeepsWhatCanBeReadOfALostTip(t *testing.T) {
	s := newStore(t)
	put(t, s, "a", "1")
	tip := put(t, s, "a", "what was said last")
	file := looseFile(s, rootOf(t, s, tip))
	root, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	writeRaw(t, file, "junk")
	s = openAt(t, s.Dir())
	put(t, s, "b", "2")
	remove(t, s.path(reflogName)) // the reflog names the tip too, until it is shortened
	for range 2 {
		if r := gc(t, s, GCOptions{Grace: -1}); r.Pruned != 0 {
			t.Errorf("pruned %d", r.Pruned)
		}
	}
	if data, err := s.readBlob(HashBlob([]byte("what was said last"))); err != nil || string(data) != "what was said last" {
		t.Errorf("read %q, %v", data, err)
	}
	// It comes back, for example from a backup: it is kept like any other, and other garbage goes.
	writeRaw(t, file, string(root))
	s = openAt(t, s.Dir())
	put(t, s, "c", "3")
	for range 2 {
		if r := gc(t, s, GCOptions{Grace: -1}); r.Damaged != 0 {
			t.Errorf("damaged %d", r.Damaged)
		}
	}
	checkHistory(t, s, map[ID]map[string]string{tip: {"a": "what was said last"}})
	gitFsck(t, s)
}

func TestGitMayPackTheRefsOfLostTips(t *testing.T) {
	s := newStore(t)
	put(t, s, "a", "1")
	tip := put(t, s, "a", "2")
	file := looseFile(s, tip)
	commit, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	writeRaw(t, file, "junk")
	put(t, openAt(t, s.Dir()), "b", "3")
	writeRaw(t, file, string(commit)) // git does not pack a ref that leads nowhere
	git(t, s, "pack-refs", "--all")
	if _, err := os.Lstat(s.path(lostDir + "/20261121T103000Z")); !os.IsNotExist(err) {
		t.Fatal("the ref is not packed", err)
	}
	s = openAt(t, s.Dir())
	if got := lostOf(t, s); len(got) != 1 || got[0].ID != tip {
		t.Errorf("packed: %+v", got)
	}
	if _, err := s.Acknowledge(t.Context()); err != nil {
		t.Fatal(err)
	}
	git(t, s, "pack-refs", "--all")
	if got := lostOf(t, openAt(t, s.Dir())); len(got) != 0 {
		t.Errorf("noted and packed: %+v", got)
	}
}

// Foreign files in place of the refs of lost tips do not prevent reading. They prevent writing only if a tip could not
// be kept.
func TestForeignThingsAmongLostTips(t *testing.T) {
	for name, plant := range map[string]func(t *testing.T, dir string){
		"a file":   func(t *testing.T, dir string) { writeRaw(t, dir, "x") },
		"a link":   func(t *testing.T, dir string) { symlink(t, t.TempDir(), dir) },
		"torn ref": func(t *testing.T, dir string) { plantIn(t, dir, "20261121T103000Z", "torn") },
		"a folder": func(t *testing.T, dir string) { plantIn(t, filepath.Join(dir, "20261121T103000Z"), "x", "x") },
	} {
		t.Run(name, func(t *testing.T) {
			s := newStore(t)
			put(t, s, "a", "1")
			plant(t, s.path(lostDir))
			s = openAt(t, s.Dir())
			put(t, s, "a", "2")
			if got := mustRead(t, s, "a"); got != "2" {
				t.Errorf("read %q", got)
			}
			if _, err := s.Fsck(t.Context(), nil); err != nil {
				t.Errorf("fsck: %v", err)
			}
			gc(t, s, GCOptions{Grace: -1})
			tip, _ := s.Tip()
			writeRaw(t, looseFile(s, tip), "junk")
			s = openAt(t, s.Dir())
			_, err := update(t, s, func(tx *Tx) error { tx.Put("b", nil); return nil })
			if err == nil {
				if got := lostOf(t, s); len(got) != 1 || got[0].ID != tip {
					t.Errorf("written, and lost %+v", got)
				}
			} else if ref, rerr := s.readRef(); rerr != nil || ref.id != tip {
				t.Errorf("not written (%v), but the ref holds %q", err, ref.raw)
			}
		})
	}
}

func plantIn(t testing.TB, dir, name, text string) {
	t.Helper()
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	writeRaw(t, filepath.Join(dir, name), text)
}

func symlink(t testing.TB, to, name string) {
	t.Helper()
	if err := os.Symlink(to, name); err != nil {
		t.Skip("no symbolic links here:", err)
	}
}

// A lost tip blocked gc and purge forever, even after a person had acknowledged it.
func TestADamagedLostTipIsInTheWayOfGCAndPurgeUntilItIsNoted(t *testing.T) {
	s := newStore(t)
	put(t, s, "threads/a", "1")
	put(t, s, "memory/x", "secret")
	tip := put(t, s, "threads/a", "2")
	remove(t, looseFile(s, tip))
	s = openAt(t, s.Dir())
	put(t, s, "threads/b", "3")
	stray := writeStray(t, s, "of a stopped writer")
	all := Purging{Folder: "memory"}
	if r := gc(t, s, GCOptions{Grace: -1}); r.Pruned != 0 {
		t.Errorf("gc pruned %d", r.Pruned)
	}
	if _, err := s.Purge(t.Context(), all); !errors.Is(err, ErrCorrupt) {
		t.Errorf("purge: %v", err)
	}
	if _, err := s.Acknowledge(t.Context()); err != nil {
		t.Fatal(err)
	}
	if r := gc(t, s, GCOptions{Grace: -1}); r.Pruned == 0 || r.Damaged != 0 {
		t.Errorf("gc pruned %d, damaged %d", r.Pruned, r.Damaged)
	}
	if _, err := s.readBlob(stray); err == nil {
		t.Error("the stray one is still there")
	}
	if r, err := s.Purge(t.Context(), all); err != nil || len(r.Files) != 1 {
		t.Errorf("purge: %+v, %v", r, err)
	}
	s = openAt(t, s.Dir())
	if got := mustRead(t, s, "threads/a") + mustRead(t, s, "threads/b"); got != "23" {
		t.Errorf("read %q", got)
	}
	if lost, problems := lostOf(t, s), problemsAt(t, s); len(lost) > 0 || len(problems) > 0 {
		t.Errorf("lost %+v, problems %q", lost, problems)
	}
	gitFsck(t, s)
}

// writeStray writes an object that nothing names.
func writeStray(t *testing.T, s *Store, text string) ID {
	t.Helper()
	blob := gitfmt.Object{Kind: gitfmt.Blob, Data: []byte(text)}
	if err := s.writeObjects([]newObject{{blob.ID(), blob}}); err != nil {
		t.Fatal(err)
	}
	return blob.ID()
}
