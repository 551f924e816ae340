package gitstore

import (
	"bytes"
	"compress/zlib"
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"consider/internal/gitfmt"
	"consider/internal/gittest"
)

// zlibOf returns the compressed content of a loose object file from any header and content.
func zlibOf(t testing.TB, parts ...string) string {
	t.Helper()
	var buf bytes.Buffer
	z := zlib.NewWriter(&buf)
	for _, p := range parts {
		if _, err := z.Write([]byte(p)); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return buf.String()
}

func looseIDs(t testing.TB, s *Store) []ID {
	t.Helper()
	var ids []ID
	if err := s.eachLoose(func(id ID, _ fs.DirEntry) error { ids = append(ids, id); return nil }); err != nil {
		t.Fatal(err)
	}
	sortIDs(ids)
	return ids
}

func TestEmptyObjectAtANeededNameIsHealed(t *testing.T) {
	s := newStore(t)
	for _, id := range []ID{HashBlob([]byte("one")), HashBlob([]byte("two"))} {
		if err := os.MkdirAll(filepath.Dir(looseFile(s, id)), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	writeRaw(t, looseFile(s, HashBlob([]byte("one"))), "")
	writeRaw(t, looseFile(s, HashBlob([]byte("two"))), "not an object")
	put(t, s, "a", "one")
	put(t, s, "b", "two")
	s = openAt(t, s.Dir())
	if mustRead(t, s, "a") != "one" || mustRead(t, s, "b") != "two" {
		t.Fatal("not healed")
	}
	gitFsck(t, s)
}

func TestDamagedObjectIsNamedAndHidesNoOther(t *testing.T) {
	for name, file := range map[string]func(t *testing.T, good string) string{
		"empty":       func(t *testing.T, good string) string { return "" },
		"truncated":   func(t *testing.T, good string) string { return good[:len(good)/2] },
		"zeros":       func(t *testing.T, good string) string { return strings.Repeat("\x00", len(good)) },
		"swapped":     func(t *testing.T, good string) string { return zlibOf(t, "blob 3\x00BAD") },
		"other type":  func(t *testing.T, good string) string { return zlibOf(t, "tree 4\x00good") },
		"no type":     func(t *testing.T, good string) string { return zlibOf(t, "blub 4\x00good") },
		"no size":     func(t *testing.T, good string) string { return zlibOf(t, "blob x\x00good") },
		"long header": func(t *testing.T, good string) string { return zlibOf(t, "blob "+strings.Repeat("0", 99)+"4\x00good") },
		"too short":   func(t *testing.T, good string) string { return zlibOf(t, "blob 9\x00good") },
		"too long":    func(t *testing.T, good string) string { return zlibOf(t, "blob 2\x00good") },
		"trailing":    func(t *testing.T, good string) string { return good + "x" },
		"checksum":    func(t *testing.T, good string) string { return good[:len(good)-1] + "\x00" },
	} {
		t.Run(name, func(t *testing.T) {
			s := newStore(t)
			put(t, s, "threads/1/bad", "good")
			put(t, s, "threads/1/other", "other")
			p := looseFile(s, HashBlob([]byte("good")))
			good, err := os.ReadFile(p)
			if err != nil {
				t.Fatal(err)
			}
			writeRaw(t, p, file(t, string(good)))
			s = openAt(t, s.Dir())
			sn, err := s.Snapshot()
			if err != nil {
				t.Fatal(err)
			}
			if data, err := sn.ReadFile("threads/1/bad"); !errors.Is(err, ErrCorrupt) {
				t.Errorf("read %q, %v; want ErrCorrupt", data, err)
			}
			if got := mustRead(t, s, "threads/1/other"); got != "other" {
				t.Errorf("read %q", got)
			}
			r, err := s.Fsck(t.Context(), nil)
			if err != nil || !slices.ContainsFunc(r.Problems, func(p Problem) bool { return p.Path == "threads/1/bad" }) {
				t.Errorf("fsck: %+v, %v", r, err)
			}
			// The damage does not stop other writes, and writing the same content again heals it.
			put(t, s, "threads/1/new", "new")
			put(t, s, "threads/2/again", "good")
			if got := mustRead(t, s, "threads/1/bad"); got != "good" {
				t.Errorf("read %q", got)
			}
			gitFsck(t, s)
		})
	}
}

func TestDamagedFolderHidesNoOther(t *testing.T) {
	s := newStore(t)
	put(t, s, "threads/1/a", "1")
	put(t, s, "threads/2/b", "2")
	sn, err := s.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	e, err := sn.find("threads/1")
	if err != nil {
		t.Fatal(err)
	}
	writeRaw(t, looseFile(s, e.ID), "")
	s = openAt(t, s.Dir())
	if sn, err = s.Snapshot(); err != nil {
		t.Fatal(err)
	}
	if _, err := sn.ReadDir("threads/1"); !errors.Is(err, ErrCorrupt) {
		t.Errorf("ReadDir: %v", err)
	}
	if _, err := sn.ReadFile("threads/1/a"); !errors.Is(err, ErrCorrupt) {
		t.Errorf("ReadFile: %v", err)
	}
	put(t, s, "threads/2/c", "3")
	if mustRead(t, s, "threads/2/b") != "2" || mustRead(t, s, "threads/2/c") != "3" {
		t.Error("others are hidden")
	}
	if _, err := update(t, s, func(tx *Tx) error { tx.Put("threads/1/x", nil); return nil }); !errors.Is(err, ErrCorrupt) {
		t.Errorf("put into the damaged folder: %v", err)
	}
}

// TestOneFlippedBitNeverChangesAnAnswer flips a bit of every file of the store in turn. Every read must be right or an
// error.
func TestOneFlippedBitNeverChangesAnAnswer(t *testing.T) {
	made := newStore(t)
	model := map[string]string{}
	for i := range 4 {
		p := threadPath(i)
		model[p] = strings.Repeat("text ", i*40)
		put(t, made, p, model[p])
	}
	rng := rand.New(rand.NewPCG(3, 5))
	for name, data := range listStore(t, made) {
		if len(data) == 0 || name == ".gitignore" || name == "config" {
			continue
		}
		for range 4 {
			bad := []byte(data)
			bad[rng.IntN(len(bad))] ^= 1 << rng.IntN(8)
			writeRaw(t, made.path(name), string(bad))
			readAtMost(t, made.Dir(), model)
		}
		writeRaw(t, made.path(name), data)
	}
	gitFsck(t, made)
}

// readAtMost reads what can be read. It may show an older state, because a damaged tip is recovered from the reflog,
// but never a wrong one.
func readAtMost(t testing.TB, dir string, model map[string]string) {
	t.Helper()
	o := testOptions(t)
	o.Warn = nil
	s, err := Open(dir, o)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	sn, err := s.Snapshot()
	if err != nil {
		return
	}
	for p, want := range model {
		if got, err := sn.ReadFile(p); err == nil && string(got) != want {
			t.Fatalf("%s reads %q", p, gitfmt.Clip(string(got)))
		}
	}
}

func TestFlippedBitsInAPackNeverChangeAnAnswer(t *testing.T) {
	made := newStore(t)
	model := map[string]string{}
	for i := range 6 {
		p := threadPath(i)
		model[p] = strings.Repeat("the same text, again and again ", i*30)
		put(t, made, p, model[p])
	}
	git(t, made, "gc", "-q")
	rng := rand.New(rand.NewPCG(3, 5))
	for name, data := range listStore(t, made) {
		if !strings.HasPrefix(name, packDir) {
			continue
		}
		for range 60 {
			bad := []byte(data)
			bad[rng.IntN(len(bad))] ^= 1 << rng.IntN(8)
			writeRaw(t, made.path(name), string(bad))
			readAtMost(t, made.Dir(), model)
		}
		writeRaw(t, made.path(name), data)
	}
	gitFsck(t, made)
}

func TestHugeObjectsTakeLittleMemory(t *testing.T) {
	s := newStore(t)
	put(t, s, "honest", "honest")
	put(t, s, "lying", "lying")
	put(t, s, "other", "other")
	for name, head := range map[string]string{"honest": "blob 268435456\x00", "lying": "blob 10\x00"} {
		writeRaw(t, looseFile(s, HashBlob([]byte(name))), string(gittest.Zeros(head, 256)))
	}
	s = openAt(t, s.Dir())
	sn, err := s.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if _, err := sn.ReadFile("honest"); !errors.Is(err, ErrTooLarge) {
		t.Errorf("honest: %v", err)
	}
	if _, err := sn.ReadFile("lying"); !errors.Is(err, ErrCorrupt) {
		t.Errorf("lying: %v", err)
	}
	runtime.ReadMemStats(&after)
	if used := after.TotalAlloc - before.TotalAlloc; used > 4<<20 {
		t.Errorf("%d bytes were allocated", used)
	}
	if mustRead(t, s, "other") != "other" {
		t.Error("the other is hidden")
	}
	// A file larger than any object is not even read.
	if err := os.Truncate(looseFile(s, HashBlob([]byte("honest"))), 1<<32); err != nil {
		t.Fatal(err)
	}
	if _, err := sn.ReadFile("honest"); !errors.Is(err, ErrTooLarge) {
		t.Errorf("file of 4 GiB: %v", err)
	}
}
