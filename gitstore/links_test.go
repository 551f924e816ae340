package gitstore

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestLinksAreNotFollowed plants links to a folder next to the store and checks that the folder never changes.
func TestLinksAreNotFollowed(t *testing.T) {
	for name, dir := range map[string]bool{
		"objects": true, "refs": true, "refs/heads": true, "cache": true, "logs": true, "logs/refs/heads": true,
		lockName: false, "config": false, refName: false, reflogName: false, ".gitignore": false, packedRefs: false,
		"objects/pack": true, refLock: false,
	} {
		t.Run(strings.ReplaceAll(name, "/", "_"), func(t *testing.T) {
			made := newStore(t)
			put(t, made, "a", "1")
			outside := filepath.Join(filepath.Dir(made.Dir()), "outside")
			if _, err := os.Stat(made.path(name)); err == nil {
				if err := os.Rename(made.path(name), outside); err != nil {
					t.Fatal(err)
				}
			} else if dir {
				t.Fatal(err)
			} else {
				writeRaw(t, outside, "")
			}
			if err := os.Symlink(outside, made.path(name)); err != nil {
				t.Fatal(err)
			}
			made.Close()
			before := snapshotOf(t, outside)
			useLinked(t, made.Dir())
			if diff := cmp.Diff(before, snapshotOf(t, outside)); diff != "" {
				t.Errorf("outside was changed: %s", diff)
			}
		})
	}
}

// useLinked does everything a program may do; errors are allowed.
func useLinked(t testing.TB, dir string) {
	o := testOptions(t)
	o.LockWait, o.Warn = 1, nil
	for _, open := range []func(string, Options) (*Store, error){Open, Create} {
		s, err := open(dir, o)
		if err != nil {
			if !errors.Is(err, ErrUnsafe) {
				t.Errorf("open: %v, want ErrUnsafe", err)
			}
			continue
		}
		defer s.Close()
		_, _ = s.Snapshot()
		_ = s.WriteCache("x", []byte("y"))
		_, _ = s.Update(t.Context(), func(tx *Tx) (Meta, error) { tx.Put("b", []byte("2")); return Meta{}, nil })
		_, _ = s.Fsck(t.Context(), nil)
		_, _ = s.GC(t.Context(), GCOptions{Grace: -1}, nil)
	}
}

func snapshotOf(t testing.TB, root string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(root, func(p string, d os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		out[p] = d.Type().String()
		if d.Type().IsRegular() {
			data, err := os.ReadFile(p)
			out[p] += string(data)
			return err
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestStoreThatIsALinkIsRefused(t *testing.T) {
	s := newStore(t)
	link := filepath.Join(t.TempDir(), ".consider")
	if err := os.Symlink(s.Dir(), link); err != nil {
		t.Fatal(err)
	}
	for _, open := range []func(string, Options) (*Store, error){Open, Create} {
		if _, err := open(link, testOptions(t)); !errors.Is(err, ErrUnsafe) {
			t.Errorf("%v", err)
		}
	}
}

func TestLinkedObjectFileIsDamage(t *testing.T) {
	s := newStore(t)
	put(t, s, "a", "1")
	put(t, s, "b", "2")
	p := looseFile(s, HashBlob([]byte("1")))
	outside := filepath.Join(t.TempDir(), "object")
	if err := os.Rename(p, outside); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, p); err != nil {
		t.Fatal(err)
	}
	s = openAt(t, s.Dir())
	sn, err := s.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := sn.ReadFile("a"); !errors.Is(err, ErrCorrupt) || !errors.Is(err, ErrUnsafe) {
		t.Errorf("error %v", err)
	}
	if mustRead(t, s, "b") != "2" {
		t.Error("the other is hidden")
	}
}

func TestAlternatesAreIgnored(t *testing.T) {
	other := newStore(t)
	put(t, other, "a", "secret")
	s := newStore(t)
	if err := os.MkdirAll(s.path("objects/info"), 0o755); err != nil {
		t.Fatal(err)
	}
	writeRaw(t, s.path("objects/info/alternates"), other.path("objects")+"\n")
	s = openAt(t, s.Dir())
	sn, err := s.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	if data, err := sn.ReadBlob(HashBlob([]byte("secret"))); !errors.Is(err, ErrNotExist) {
		t.Fatalf("%q, %v", data, err)
	}
	r, err := s.Fsck(t.Context(), nil)
	if err != nil || len(r.Problems) != 1 || r.Problems[0].Path != "objects/info/alternates" {
		t.Errorf("fsck: %+v, %v", r, err)
	}
}

func TestFolderAsAFileIsUnsafe(t *testing.T) {
	for _, name := range []string{lockName, refName, refLock, reflogName} {
		s := newStore(t)
		put(t, s, "a", "1")
		if err := s.root.RemoveAll(name); err != nil {
			t.Fatal(err)
		}
		if err := os.Mkdir(s.path(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if _, err := update(t, s, func(tx *Tx) error { tx.Put("b", nil); return nil }); !errors.Is(err, ErrUnsafe) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
