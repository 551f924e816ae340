package gitstore

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

func lostOf(t testing.TB, s *Store) []LostTip {
	t.Helper()
	lost, err := s.Lost()
	if err != nil {
		t.Fatal(err)
	}
	return lost
}

// problemsAt lists the problems that fsck reports at refs.
func problemsAt(t testing.TB, s *Store) []string {
	t.Helper()
	r, err := s.Fsck(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var at []string
	for _, p := range r.Problems {
		at = append(at, p.Path)
	}
	return at
}

// remove deletes a file of the store.
func remove(t testing.TB, name string) {
	t.Helper()
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
}

// losing are ways to lose a tip, and the content of file a once the store has continued: the words of the lost root
// come back if the root still exists.
var losing = []struct {
	name, a string
	lose    func(t *testing.T, s *Store, tip ID)
}{
	{"junk commit", "2", func(t *testing.T, s *Store, tip ID) { writeRaw(t, looseFile(s, tip), "junk") }},
	{"no commit", "2", func(t *testing.T, s *Store, tip ID) { remove(t, looseFile(s, tip)) }},
	{"junk root", "1", func(t *testing.T, s *Store, tip ID) { writeRaw(t, looseFile(s, rootOf(t, s, tip)), "junk") }},
	{"no root", "1", func(t *testing.T, s *Store, tip ID) { remove(t, looseFile(s, rootOf(t, s, tip))) }},
	{"torn ref, junk commit", "2", func(t *testing.T, s *Store, tip ID) {
		writeRaw(t, s.path(refName), "")
		writeRaw(t, looseFile(s, tip), "junk")
	}},
	{"no ref, no root", "1", func(t *testing.T, s *Store, tip ID) {
		remove(t, looseFile(s, rootOf(t, s, tip)))
		remove(t, s.path(refName))
	}},
}

func rootOf(t testing.TB, s *Store, commit ID) ID {
	t.Helper()
	c, err := s.readCommit(commit)
	if err != nil {
		t.Fatal(err)
	}
	return c.tree
}

// The next write once continued from the commit before, and from then on nothing reported the lost one.
func TestALostTipIsKeptBeforeTheFirstWriteAndToldUntilItIsNoted(t *testing.T) {
	const kept = lostDir + "/20261121T103000Z"
	for _, c := range losing {
		t.Run(c.name, func(t *testing.T) {
			s := newStore(t)
			before := put(t, s, "a", "1")
			tip := put(t, s, "a", "2")
			c.lose(t, s, tip)

			s = openAt(t, s.Dir())
			if got := lostOf(t, s); len(got) != 1 || got[0].Ref != refName || got[0].ID != tip {
				t.Fatalf("before the write: %+v", got)
			}
			if _, err := os.Lstat(s.path(lostDir)); !os.IsNotExist(err) {
				t.Error("a reader has written", err)
			}
			for i := range 2 {
				put(t, s, "b", fmt.Sprint(i))
				s = openAt(t, s.Dir())
				got := lostOf(t, s)
				if len(got) != 1 || got[0].Ref != kept || got[0].ID != tip || !strings.Contains(got[0].What, tip.String()) {
					t.Fatalf("after write %d: %+v", i, got)
				}
			}
			if raw, err := os.ReadFile(s.path(kept)); err != nil || string(raw) != tip.String()+"\n" {
				t.Errorf("the ref holds %q, %v", raw, err)
			}
			if got := problemsAt(t, s); !slices.Equal(got, []string{kept}) {
				t.Errorf("fsck finds %q", got)
			}
			gc(t, s, GCOptions{Grace: -1})

			noted, err := s.Acknowledge(t.Context())
			if err != nil || len(noted) != 1 || noted[0].ID != tip {
				t.Fatalf("noted %+v, %v", noted, err)
			}
			s = openAt(t, s.Dir())
			if lost, problems := lostOf(t, s), problemsAt(t, s); len(lost) > 0 || len(problems) > 0 {
				t.Errorf("afterwards %+v, fsck %q", lost, problems)
			}
			if noted, err = s.Acknowledge(t.Context()); err != nil || len(noted) > 0 {
				t.Errorf("noted again: %+v, %v", noted, err)
			}
			gc(t, s, GCOptions{Grace: -1})
			for _, name := range []string{kept, acknowledgedDir + "/20261121T103000Z"} {
				if raw, err := os.ReadFile(s.path(name)); err != nil || string(raw) != tip.String()+"\n" {
					t.Errorf("%s holds %q, %v", name, raw, err)
				}
			}
			want := map[ID]map[string]string{before: {"a": "1"}}
			checkHistory(t, s, want)
			if got := mustRead(t, s, "a") + mustRead(t, s, "b"); got != c.a+"1" {
				t.Errorf("read %q", got)
			}
		})
	}
}

func TestALostTipIsTakenNoteOfWithoutAWrite(t *testing.T) {
	for _, c := range losing {
		t.Run(c.name, func(t *testing.T) {
			s := newStore(t)
			before := put(t, s, "a", "1")
			tip := put(t, s, "a", "2")
			c.lose(t, s, tip)
			s = openAt(t, s.Dir())
			noted, err := s.Acknowledge(t.Context())
			if err != nil || len(noted) != 1 || noted[0].ID != tip {
				t.Fatalf("noted %+v, %v", noted, err)
			}
			s = openAt(t, s.Dir())
			ref, err := s.readRef()
			now, cerr := s.readCommit(ref.id)
			if err != nil || cerr != nil || now.Parent != before || now.Trailers[1] != (Trailer{LostTrailer, tip.String()}) {
				t.Errorf("the ref holds %q: %+v, %v, %v", ref.raw, now, err, cerr)
			}
			if got := mustRead(t, s, "a"); got != c.a {
				t.Errorf("read %q, want %q", got, c.a)
			}
			if lost, problems := lostOf(t, s), problemsAt(t, s); len(lost) > 0 || len(problems) > 0 {
				t.Errorf("afterwards %+v, fsck %q", lost, problems)
			}
		})
	}
}

func TestTipsLostInOneSecondHaveNamesOfTheirOwn(t *testing.T) {
	s := newStore(t)
	put(t, s, "a", "0")
	var want []ID
	for i := range 3 {
		tip := put(t, s, "b", fmt.Sprint(i))
		want = append(want, tip)
		writeRaw(t, looseFile(s, tip), "junk")
		s = openAt(t, s.Dir())
		put(t, s, "c", fmt.Sprint(i))
	}
	var got []ID
	for _, l := range lostOf(t, s) {
		got = append(got, l.ID)
	}
	if !slices.Equal(got, want) {
		t.Errorf("lost %v, want %v", got, want)
	}
}

func TestALostTipIsKeptOnceByWritersThatAreKilled(t *testing.T) {
	s := newStore(t)
	put(t, s, "a", "1")
	tip := put(t, s, "a", "2")
	writeRaw(t, looseFile(s, tip), "junk")
	s = openAt(t, s.Dir())
	if err := s.keepLost(tip, ""); err != nil { // its writer stopped after this
		t.Fatal(err)
	}
	if got := lostOf(t, s); len(got) != 2 || got[1].Ref != refName {
		t.Errorf("between: %+v", got)
	}
	put(t, s, "b", "3")
	if got := lostOf(t, s); len(got) != 1 {
		t.Errorf("afterwards: %+v", got)
	}
}

// A copy once counted as up to date as soon as one old commit of the store could not be read.
func TestCommitsAfterOneThatCannotBeReadAreMissing(t *testing.T) {
	s := newStore(t)
	put(t, s, "a", "1")
	lost := put(t, s, "a", "2")
	tip := put(t, s, "a", "3")
	remove(t, looseFile(s, lost))
	if missing, err := (*Store)(nil).Missing(t.Context(), openAt(t, s.Dir())); err != nil || len(missing) != 1 || missing[0].ID != tip {
		t.Errorf("%+v, %v", missing, err)
	}
}
