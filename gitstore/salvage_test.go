package gitstore

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"consider/internal/gitfmt"
)

func TestATornRefBesideAWholeReflogLosesNothing(t *testing.T) {
	s := newStore(t)
	put(t, s, "a", "1")
	writeRaw(t, s.path(refName), "")
	if got := lostOf(t, openAt(t, s.Dir())); len(got) != 1 || got[0].Ref != refName || !got[0].ID.IsZero() {
		t.Errorf("before the write: %+v", got)
	}
	put(t, openAt(t, s.Dir()), "b", "2")
	if got := lostOf(t, openAt(t, s.Dir())); len(got) != 0 {
		t.Errorf("after it: %+v", got)
	}
}

// Nothing used to bring back the content of a lost commit: it was on the disk, and only gc knew of it.
func TestWhatIsLeftOfALostTipComesBackWithTheNextWrite(t *testing.T) {
	for name, lose := range map[string]func(t *testing.T, s *Store, tip ID){
		"commit": func(t *testing.T, s *Store, tip ID) { remove(t, looseFile(s, tip)) },
		"root":   func(t *testing.T, s *Store, tip ID) { remove(t, looseFile(s, rootOf(t, s, tip))) },
		"commit and root": func(t *testing.T, s *Store, tip ID) {
			root := rootOf(t, s, tip)
			remove(t, looseFile(s, tip))
			remove(t, looseFile(s, root))
		},
		"root and the folder": func(t *testing.T, s *Store, tip ID) { loseDown(t, s, tip, "threads") },
		"root to the bucket":  func(t *testing.T, s *Store, tip ID) { loseDown(t, s, tip, "threads", "1") },
	} {
		t.Run(name, func(t *testing.T) {
			s := newStore(t)
			s.o.Home = func(blob []byte, now func(string) ([]byte, bool)) string {
				if was, here := now("threads/1/a"); here && strings.HasPrefix(string(blob), string(was)) {
					return "threads/1/a"
				}
				return ""
			}
			put(t, s, "threads/1/a", "one")
			put(t, s, "threads/2/b", "b")
			tip := put(t, s, "threads/1/a", "one, two")
			lose(t, s, tip)
			home := s.o.Home
			s = openAt(t, s.Dir())
			s.o.Home = home
			if got := mustRead(t, s, "threads/1/a"); got != "one" {
				t.Errorf("before the write: %q", got)
			}
			put(t, s, "threads/3/c", "goes on")
			if got := mustRead(t, s, "threads/1/a") + mustRead(t, s, "threads/2/b") + mustRead(t, s, "threads/3/c"); got != "one, twobgoes on" {
				t.Errorf("read %q", got)
			}
			var subjects []string
			for c, err := range s.Log(t.Context(), LogOptions{Max: 2}) {
				if err != nil {
					t.Fatal(err)
				}
				subjects = append(subjects, c.Subject)
			}
			if len(subjects) != 2 || subjects[1] != "recover 1 file of "+tip.String()[:12] {
				t.Errorf("the log says %q", subjects)
			}
		})
	}
}

// loseDown removes the root of a commit and the directories along a path.
func loseDown(t *testing.T, s *Store, tip ID, way ...string) {
	t.Helper()
	id := rootOf(t, s, tip)
	for _, name := range append(way, "") {
		entries, err := s.readTree(id)
		if err != nil {
			t.Fatal(err)
		}
		remove(t, looseFile(s, id))
		e, _ := gitfmt.FindEntry(entries, name)
		id = e.ID
	}
}

// A thread that was moved is in one folder afterwards, and older words do not replace newer ones.
func TestWhatComesBackIsNeitherTwiceThereNorOlder(t *testing.T) {
	s := newStore(t)
	put(t, s, "threads/1/a", "a")
	put(t, s, "threads/1/b", "old")
	put(t, s, "threads/1/b", "new")
	tip, err := update(t, s, func(tx *Tx) error {
		tx.Put("threads/1/b", []byte("old")) // as an undo does
		return tx.Move("threads/1/a", "archive/1/a")
	})
	if err != nil {
		t.Fatal(err)
	}
	remove(t, looseFile(s, tip))
	s = openAt(t, s.Dir())
	put(t, s, "c", "goes on")
	snap, err := s.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	_, err = snap.ReadFile("threads/1/a")
	if got := mustRead(t, s, "archive/1/a") + mustRead(t, s, "threads/1/b"); got != "anew" || !errors.Is(err, ErrNotExist) {
		t.Errorf("read %q, and at the old place %v", got, err)
	}
}

func TestAnUpdateKnowsThatItsTipIsARecoveredOne(t *testing.T) {
	s := newStore(t)
	put(t, s, "a", "1")
	tip := put(t, s, "a", "2")
	for _, want := range [][]bool{{false}, {true, false}, {false}} {
		if want[0] {
			writeRaw(t, looseFile(s, tip), "junk")
			s = openAt(t, s.Dir())
		}
		var got []bool
		if _, err := update(t, s, func(tx *Tx) error {
			got = append(got, tx.Recovered())
			if want[0] {
				tx.Put("b", []byte("2"))
			}
			return nil
		}); err != nil || !slices.Equal(got, want) {
			t.Errorf("recovered: %v, want %v; %v", got, want, err)
		}
	}
	if _, err := update(t, s, func(tx *Tx) error { return errors.New("no") }); err == nil {
		t.Error("no error")
	}
}
