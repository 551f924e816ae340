package gitstore

import (
	"bytes"
	"fmt"
	"slices"
	"testing"
)

// manyPacks makes a store whose objects lie in more packs than are kept open.
func manyPacks(t *testing.T) *Store {
	t.Helper()
	s := newStore(t)
	for i := range 3 * maxOpenPacks {
		put(t, s, threadPath(i), fmt.Sprintf("words of %d", i))
		git(t, s, "repack", "-q", "-d")
	}
	s = openAt(t, s.Dir())
	if n := len(packNames(t, s)); n <= 2*maxOpenPacks {
		t.Fatalf("%d packs", n)
	}
	return s
}

// readAll reads every object in an order that alternates between packs.
func readAll(t *testing.T, s *Store) {
	t.Helper()
	var ids []ID
	if err := s.eachObject(func(id ID) error { ids = append(ids, id); return nil }); err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(ids, func(a, b ID) int { return bytes.Compare(a[:], b[:]) })
	for _, id := range ids {
		if _, err := s.read(id); err != nil {
			t.Fatal(err)
		}
	}
}

// A search asks pack after pack. A closed pack is searched without being opened again, otherwise each object would open
// all of them.
func TestASearchOpensNoPackThatHasNotTheObject(t *testing.T) {
	s := manyPacks(t)
	readAll(t, s)
	p := &s.packs
	for _, k := range p.packs {
		if open := slices.Contains(p.open, k); !open && k.index == nil {
			t.Errorf("%s is closed, and a search has to open it", k.name)
		}
	}
	if len(p.open) > maxOpenPacks {
		t.Errorf("%d packs are open", len(p.open))
	}
	before := slices.Clone(p.open)
	if p.has(ID{1}) || !slices.Equal(before, p.open) {
		t.Error("a search of what is nowhere opened packs")
	}
}

// Git repacks while indexes of closed packs are held in memory: their objects are found where they are now.
func TestAPackThatIsGoneIsNotTakenForDamage(t *testing.T) {
	s := manyPacks(t)
	readAll(t, s)
	git(t, s, "repack", "-q", "-a", "-d")
	readAll(t, s)
	if r, err := s.Fsck(t.Context(), nil); err != nil || len(r.Problems) > 0 {
		t.Errorf("%+v %v", r, err)
	}
}
