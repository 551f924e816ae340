package gitstore

import (
	"slices"
	"testing"
)

// A file moved into the damaged folder, or moved before its words were damaged, lies on the disk under its former
// folder. The first archived thread was not brought back.
func TestWhatWasMovedBeforeTheDamageIsFoundWhereItWas(t *testing.T) {
	for _, folder := range []string{"put/a", "put", "put/a/x"} {
		s := newStore(t)
		change := func(do func(tx *Tx) error) {
			t.Helper()
			if _, err := update(t, s, do); err != nil {
				t.Fatal(err)
			}
		}
		put(t, s, "now/a/x", "older")
		put(t, s, "now/a/x", "words")
		put(t, s, "now/a/taken back", "no")
		change(func(tx *Tx) error { return tx.Remove("now/a/taken back") })
		put(t, s, "now/a/y", "stays")
		change(func(tx *Tx) error {
			tx.Put("put/a/x", []byte("words"))
			return tx.Remove("now/a/x")
		})
		put(t, s, "now/b/z", "after it")
		snap, err := s.Snapshot()
		if err != nil {
			t.Fatal(err)
		}
		e, err := snap.find(folder)
		if err != nil {
			t.Fatal(err)
		}
		remove(t, looseFile(s, e.ID))

		change(func(tx *Tx) error {
			mends, err := tx.Mends(t.Context())
			if err != nil || len(mends) != 1 || !slices.Equal(mends[0].Files, []string{"put/a/x"}) {
				t.Fatalf("%s: %+v, %v", folder, mends, err)
			}
			return tx.Mend(mends[0])
		})
		want := "words"
		if folder == "put/a/x" {
			want = "older"
		}
		if got := mustRead(t, s, "put/a/x"); got != want {
			t.Errorf("%s: %q, want %q", folder, got, want)
		}
		if got := mustRead(t, s, "now/a/y"); got != "stays" {
			t.Errorf("%s: %q", folder, got)
		}
	}
}

// The new folder is the same object as the former one: no readable folder names it.
func TestWhatOnlyTheDamagedFolderNamesIsPutBackIntoIt(t *testing.T) {
	s := newStore(t)
	s.o.Home = func([]byte, func(string) ([]byte, bool)) string { return "now/a/x" }
	put(t, s, "now/a/x", "words")
	if _, err := update(t, s, func(tx *Tx) error { return tx.Move("now/a/x", "put/a/x") }); err != nil {
		t.Fatal(err)
	}
	snap, err := s.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	e, err := snap.find("put/a")
	if err != nil {
		t.Fatal(err)
	}
	remove(t, looseFile(s, e.ID))
	mends, err := snap.Mends(t.Context())
	if err != nil || len(mends) != 1 || !slices.Equal(mends[0].Files, []string{"put/a/x"}) {
		t.Errorf("%+v, %v", mends, err)
	}
}
