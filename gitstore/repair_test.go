package gitstore

import (
	"errors"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// mendAll repairs the newest state and returns what was found, by path.
func mendAll(t *testing.T, s *Store) map[string][]string {
	t.Helper()
	found := map[string][]string{}
	_, err := s.Update(t.Context(), func(tx *Tx) (Meta, error) {
		mends, err := tx.Mends(t.Context())
		meta := Meta{Subject: "repair"}
		for _, m := range mends {
			if found[m.Path] = m.Files; len(m.Files) > 0 {
				meta.Trailers = append(meta.Trailers, m.Trailer())
				err = errors.Join(err, tx.Mend(m))
			}
		}
		return meta, err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func damage(t *testing.T, s *Store, ids ...ID) *Store {
	t.Helper()
	for _, id := range ids {
		writeRaw(t, looseFile(s, id), "junk")
	}
	return openAt(t, s.Dir())
}

func folderID(t *testing.T, s *Store, name string) ID {
	t.Helper()
	snap, err := s.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	e, err := snap.find(name)
	if err != nil {
		t.Fatal(err)
	}
	return e.ID
}

func TestARepairPutsTheNewestReadableVersionOfAFileInItsPlace(t *testing.T) {
	s := newStore(t)
	for _, text := range []string{"one", "two", "three"} {
		put(t, s, "threads/1/a", text)
	}
	put(t, s, "threads/2/b", "b")
	s = damage(t, s, HashBlob([]byte("three")), HashBlob([]byte("two")))
	if diff := cmp.Diff(map[string][]string{"threads/1/a": {"threads/1/a"}}, mendAll(t, s)); diff != "" {
		t.Error(diff)
	}
	if got := mustRead(t, s, "threads/1/a") + mustRead(t, s, "threads/2/b"); got != "oneb" {
		t.Errorf("read %q", got)
	}
	for c, err := range s.Log(t.Context(), LogOptions{Max: 1}) {
		want := []Mended{{Path: "threads/1/a", Was: HashBlob([]byte("three"))}}
		if diff := cmp.Diff(want, MendedBy(c)); diff != "" || err != nil {
			t.Errorf("%v %s", err, diff)
		}
	}
	if got := mendAll(t, s); len(got) != 0 {
		t.Errorf("once more: %v", got)
	}
	if r, err := s.Fsck(t.Context(), nil); err != nil || r.Mended != 1 {
		t.Errorf("fsck: %+v, %v", r, err)
	}
}

func TestARepairBringsBackTheFilesOfAFolderButNotThoseThatWereMoved(t *testing.T) {
	s := newStore(t)
	put(t, s, "threads/1/a", "a")
	put(t, s, "threads/1/b", "b")
	if _, err := update(t, s, func(tx *Tx) error { return tx.Move("threads/1/a", "archive/1/a") }); err != nil {
		t.Fatal(err)
	}
	put(t, s, "threads/2/c", "c")
	s = damage(t, s, folderID(t, s, "threads/1"))
	if diff := cmp.Diff(map[string][]string{"threads/1": {"threads/1/b"}}, mendAll(t, s)); diff != "" {
		t.Error(diff)
	}
	snap, err := s.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	_, err = snap.ReadFile("threads/1/a")
	if got := mustRead(t, s, "threads/1/b") + mustRead(t, s, "archive/1/a") + mustRead(t, s, "threads/2/c"); got != "bac" || !errors.Is(err, ErrNotExist) {
		t.Errorf("read %q, %v", got, err)
	}
}

// A version that only the reflog knows counts too: a store restored from a backup continued without it.
func TestARepairTakesVersionsFromTheReflog(t *testing.T) {
	s := newStore(t)
	first := put(t, s, "a", "one")
	put(t, s, "a", "two")
	writeRaw(t, s.path(refName), first.String()+"\n")
	s = damage(t, s, HashBlob([]byte("one")))
	if diff := cmp.Diff(map[string][]string{"a": {"a"}}, mendAll(t, s)); diff != "" {
		t.Error(diff)
	}
	if got := mustRead(t, s, "a"); got != "two" {
		t.Errorf("read %q", got)
	}
}

func TestARepairSaysWhereNothingIsLeft(t *testing.T) {
	s := newStore(t)
	put(t, s, "a", "one")
	put(t, s, "b", "b")
	tip, err := s.Tip()
	if err != nil {
		t.Fatal(err)
	}
	s = damage(t, s, HashBlob([]byte("one")))
	if got := mendAll(t, s); len(got) != 1 || len(got["a"]) != 0 {
		t.Errorf("found %v", got)
	}
	if now, err := s.Tip(); now != tip || err != nil {
		t.Errorf("a commit without a change: %s, %v", now, err)
	}
}

// TestFsckNamesTheCommitsThatOnlyTheReflogKnows: a restored backup hides what came after it.
func TestFsckNamesTheCommitsThatOnlyTheReflogKnows(t *testing.T) {
	s := newStore(t)
	first := put(t, s, "a", "one")
	second, third := put(t, s, "b", "two"), put(t, s, "c", "three")
	writeRaw(t, s.path(refName), first.String()+"\n")
	remove(t, looseFile(s, third))
	s = openAt(t, s.Dir())
	r, err := s.Fsck(t.Context(), nil)
	if err != nil || len(r.Problems) != 0 || len(r.Abandoned) != 2 {
		t.Fatalf("%+v, %v", r, err)
	}
	if want := "commit " + second.String() + " (add b)"; r.Abandoned[1] != want {
		t.Errorf("%q, want %q", r.Abandoned[1], want)
	}
	if got, want := r.Abandoned[0], "commit "+third.String()+" (add c): "; len(got) <= len(want) || got[:len(want)] != want {
		t.Errorf("%q, want why it cannot be read after %q", got, want)
	}
}

// A backup that could not follow a repair stayed at the state before it for good.
func TestTheObjectsOfARepairAreFoundWithoutTheDamagedFolder(t *testing.T) {
	s := newStore(t)
	put(t, s, "threads/1/a", "a")
	known := put(t, s, "threads/1/b", "b")
	s = damage(t, s, folderID(t, s, "threads/1"))
	mendAll(t, s)
	s = openAt(t, s.Dir())
	tip, err := s.Tip()
	if err != nil {
		t.Fatal(err)
	}
	objects, on, err := s.Since(t.Context(), tip, known, MaxObject)
	if err != nil || !on || !slices.ContainsFunc(objects, func(l Loose) bool { return l.ID == folderID(t, s, "threads/1") }) {
		t.Errorf("%d objects, %v, %v", len(objects), on, err)
	}
}
