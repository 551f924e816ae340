package gitstore

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"path"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSameInputGivesTheSameIDs(t *testing.T) {
	a, b := newStore(t), newStore(t)
	for _, s := range []*Store{a, b} {
		put(t, s, "threads/1/c_1.json", "one")
	}
	tipA, _ := a.Tip()
	tipB, _ := b.Tip()
	if tipA != tipB || tipA.IsZero() {
		t.Fatalf("tips differ: %s %s", tipA, tipB)
	}
	// Golden: the format on disk must not change by accident.
	if got, want := tipA.String(), "738168ca"; !strings.HasPrefix(got, want) {
		t.Errorf("tip is %s, want %s…", got, want)
	}
}

func TestHashBlobIsGits(t *testing.T) {
	if got := HashBlob([]byte("hello\n")).String(); got != "ce013625030ba8dba906f756967f9e9ca394464a" {
		t.Fatal(got)
	}
}

func TestParseIDRefusesAnythingButFortyDigits(t *testing.T) {
	for _, s := range []string{"", "29561f", strings.Repeat("A", 40), strings.Repeat("g", 40), strings.Repeat("0", 41), strings.Repeat("0", 39) + "\n"} {
		if _, err := ParseID(s); err == nil {
			t.Errorf("ParseID(%q) accepted", s)
		}
	}
}

func update(t testing.TB, s *Store, fn func(tx *Tx) error) (ID, error) {
	t.Helper()
	return s.Update(t.Context(), func(tx *Tx) (Meta, error) {
		return Meta{Subject: "change"}, fn(tx)
	})
}

func TestNoChangeMakesNoCommit(t *testing.T) {
	s := newStore(t)
	want := put(t, s, "a/b", "x")
	for name, fn := range map[string]func(tx *Tx) error{
		"nothing":        func(tx *Tx) error { return nil },
		"same content":   func(tx *Tx) error { tx.Put("a/b", []byte("x")); return nil },
		"there and back": func(tx *Tx) error { tx.Put("a/c", []byte("y")); return tx.Remove("a/c") },
		"moved and back": func(tx *Tx) error { return errors.Join(tx.Move("a", "z"), tx.Move("z", "a")) },
		"empty folder":   func(tx *Tx) error { tx.Put("d/e/f", nil); return tx.Remove("d/e") },
	} {
		if got, err := update(t, s, fn); err != nil || got != want {
			t.Errorf("%s: %s, %v; want the tip %s", name, got, err, want)
		}
	}
}

func TestFailedFunctionWritesNothing(t *testing.T) {
	s := newStore(t)
	tip := put(t, s, "a", "x")
	boom := errors.New("boom")
	before := listStore(t, s)
	if _, err := update(t, s, func(tx *Tx) error { tx.Put("b", []byte("y")); return boom }); !errors.Is(err, boom) {
		t.Fatalf("error %v", err)
	}
	if diff := cmp.Diff(before, listStore(t, s)); diff != "" {
		t.Fatal(diff)
	}
	if now, _ := s.Tip(); now != tip {
		t.Fatal("tip moved")
	}
}

func TestChangesThatCannotBeStored(t *testing.T) {
	s := newStore(t)
	put(t, s, "dir/file", "x")
	for _, c := range []struct {
		name string
		fn   func(tx *Tx) error
		want error
	}{
		{"too large", func(tx *Tx) error { tx.Put("big", make([]byte, MaxObject+1)); return nil }, ErrTooLarge},
		{"empty path", func(tx *Tx) error { tx.Put("", nil); return nil }, ErrPath},
		{"dot dot", func(tx *Tx) error { tx.Put("a/../b", nil); return nil }, ErrPath},
		{"absolute", func(tx *Tx) error { tx.Put("/a", nil); return nil }, ErrPath},
		{"dot git", func(tx *Tx) error { tx.Put("a/.GIT/config", nil); return nil }, ErrPath},
		{"dot git for NTFS", func(tx *Tx) error { tx.Put("a/.git. ::$INDEX_ALLOCATION", nil); return nil }, ErrPath},
		{"dot git for HFS", func(tx *Tx) error { tx.Put(".g\u200cit", nil); return nil }, ErrPath},
		{"NUL", func(tx *Tx) error { tx.Put("a\x00b", nil); return nil }, ErrPath},
		{"through a file", func(tx *Tx) error { tx.Put("dir/file/x", nil); return nil }, ErrPath},
		{"over a directory", func(tx *Tx) error { tx.Put("dir", nil); return nil }, ErrPath},
		{"schema", func(tx *Tx) error { tx.Put("store.json", nil); return nil }, ErrPath},
		{"remove schema", func(tx *Tx) error { return tx.Remove("store.json") }, ErrPath},
		{"move schema", func(tx *Tx) error { return tx.Move("store.json", "x") }, ErrPath},
		{"remove nothing", func(tx *Tx) error { return tx.Remove("nope") }, ErrNotExist},
		{"move nothing", func(tx *Tx) error { return tx.Move("nope", "x") }, ErrNotExist},
		{"move into itself", func(tx *Tx) error { return tx.Move("dir", "dir/sub/x") }, ErrPath},
	} {
		tip, _ := s.Tip()
		if _, err := update(t, s, c.fn); !errors.Is(err, c.want) {
			t.Errorf("%s: error %v, want %v", c.name, err, c.want)
		}
		if now, _ := s.Tip(); now != tip {
			t.Errorf("%s: the tip moved", c.name)
		}
	}
}

func TestLargestObjectIsKept(t *testing.T) {
	s := newStore(t)
	data := make([]byte, MaxObject)
	rng := rand.NewChaCha8([32]byte{1})
	_, _ = rng.Read(data)
	if _, err := update(t, s, func(tx *Tx) error { tx.Put("big", data); return nil }); err != nil {
		t.Fatal(err)
	}
	if got := mustRead(t, s, "big"); got != string(data) {
		t.Fatal("content differs")
	}
}

func TestTransactionReadsItsOwnChanges(t *testing.T) {
	s := newStore(t)
	put(t, s, "a/one", "1")
	_, err := update(t, s, func(tx *Tx) error {
		id := tx.Put("a/two", []byte("2"))
		if got, err := tx.ReadBlob(id); err != nil || string(got) != "2" {
			t.Errorf("ReadBlob: %q, %v", got, err)
		}
		if err := tx.Move("a/one", "b/c/uno"); err != nil {
			t.Error(err)
		}
		if got, err := tx.ReadFile("b/c/uno"); err != nil || string(got) != "1" {
			t.Errorf("ReadFile: %q, %v", got, err)
		}
		if _, err := tx.ReadFile("a/one"); !errors.Is(err, ErrNotExist) {
			t.Errorf("old name: %v", err)
		}
		want := []Entry{{"a", ID{}, true}, {"b", ID{}, true}, {schemaFile, ID{}, false}}
		got, err := tx.ReadDir("")
		for i := range got {
			got[i].ID = ID{}
		}
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("ReadDir: %v %s", err, diff)
		}
		if tip, _ := s.Tip(); tx.Base() != tip || !tx.Now().Equal(frozen) {
			t.Error("Base or Now")
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	gitFsck(t, s)
}

func TestMissingDirectoryIsEmpty(t *testing.T) {
	s := newStore(t)
	sn, err := s.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range []string{"nope", "nope/deeper", schemaFile, schemaFile + "/x"} {
		if got, err := sn.ReadDir(p); err != nil || got != nil {
			t.Errorf("ReadDir(%q) = %v, %v", p, got, err)
		}
	}
	if _, err := sn.ReadFile("nope"); !errors.Is(err, ErrNotExist) {
		t.Error(err)
	}
	if _, err := sn.ReadBlob(ID{1}); !errors.Is(err, ErrNotExist) {
		t.Error(err)
	}
	if _, err := s.SnapshotAt(ID{1}); !errors.Is(err, ErrNotExist) {
		t.Error(err)
	}
}

// TestRandomChangesEqualAMap compares the store at every commit with a model: a map from paths to contents.
func TestRandomChangesEqualAMap(t *testing.T) {
	s := newStore(t)
	rng := rand.New(rand.NewPCG(7, 11))
	model := map[string]string{}
	history := map[ID]map[string]string{}
	for range 60 {
		id, err := update(t, s, func(tx *Tx) error {
			for range 1 + rng.IntN(8) {
				randomChange(t, rng, tx, model)
			}
			compareTree(t, tx, model)
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		history[id] = maps.Clone(model)
	}
	for id, want := range history {
		sn, err := s.SnapshotAt(id)
		if err != nil {
			t.Fatal(err)
		}
		compareTree(t, sn, want)
	}
	gitFsck(t, s)
	for _, line := range strings.Split(strings.TrimSuffix(git(t, s, "ls-tree", "-r", "-z", "--name-only", "HEAD"), "\x00"), "\x00") {
		if _, ok := model[line]; !ok && line != schemaFile {
			t.Errorf("git lists %q", line)
		}
	}
}

// randomChange makes one change to both. The alphabet is small so that names collide, and includes names that sort
// differently as a file and as a directory.
func randomChange(t *testing.T, rng *rand.Rand, tx *Tx, model map[string]string) {
	pick := func() string {
		var parts []string
		for range 1 + rng.IntN(3) {
			parts = append(parts, []string{"a", "a.b", "a-b", "a0", "ä", "z"}[rng.IntN(6)])
		}
		return path.Join(parts...)
	}
	p := pick()
	switch rng.IntN(4) {
	case 0, 1:
		if !fits(model, p) {
			return
		}
		data := fmt.Sprint("content ", rng.IntN(9))
		tx.Put(p, []byte(data))
		model[p] = data
	case 2:
		below := under(model, p)
		if err := tx.Remove(p); (err == nil) != (len(below) > 0) {
			t.Fatalf("remove %q: %v, the model has %v", p, err, below)
		}
		for _, k := range below {
			delete(model, k)
		}
	case 3:
		to := pick()
		from := under(model, p)
		if len(from) == 0 || p == to || strings.HasPrefix(to, p+"/") || !fits(model, to) {
			return
		}
		if err := tx.Move(p, to); err != nil {
			t.Fatalf("move %q to %q: %v", p, to, err)
		}
		delete(model, to)
		for _, k := range from {
			data := model[k]
			delete(model, k)
			model[to+strings.TrimPrefix(k, p)] = data
		}
	}
}

// under lists the files at or below a path.
func under(model map[string]string, p string) []string {
	var out []string
	for k := range model {
		if k == p || strings.HasPrefix(k, p+"/") {
			out = append(out, k)
		}
	}
	return out
}

// fits reports whether a file can lie at p: no directory there, no file above.
func fits(model map[string]string, p string) bool {
	for k := range model {
		if strings.HasPrefix(k, p+"/") || strings.HasPrefix(p, k+"/") {
			return false
		}
	}
	return true
}

type tree interface {
	ReadDir(string) ([]Entry, error)
	ReadFile(string) ([]byte, error)
	FileID(string) (ID, error)
}

func compareTree(t testing.TB, tr tree, model map[string]string) {
	t.Helper()
	got := map[string]string{}
	var walk func(dir string)
	walk = func(dir string) {
		entries, err := tr.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			p := path.Join(dir, e.Name)
			if e.Dir {
				walk(p)
				continue
			}
			data, err := tr.ReadFile(p)
			if err != nil {
				t.Fatal(err)
			}
			if id, err := tr.FileID(p); err != nil || id != e.ID || id != HashBlob(data) {
				t.Fatalf("%s: ids %s and %s, %v", p, id, e.ID, err)
			}
			got[p] = string(data)
		}
	}
	walk("")
	delete(got, schemaFile)
	if diff := cmp.Diff(model, got); diff != "" {
		t.Fatal(diff)
	}
}

func TestLargeUpdateIsOnePack(t *testing.T) {
	s := newStore(t)
	loose := len(looseIDs(t, s))
	fillThreads(t, s, 300)
	if got := len(looseIDs(t, s)); got != loose {
		t.Errorf("%d loose objects, %d before", got, loose)
	}
	readThreads(t, s.Dir(), 300)
	want := history(t, s, 3)
	gc(t, s, GCOptions{Grace: -1})
	for id := range want {
		if _, err := s.SnapshotAt(id); err != nil {
			t.Error(err)
		}
	}
	gitFsck(t, s)
}
