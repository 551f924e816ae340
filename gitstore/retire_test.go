package gitstore

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"
)

func TestARetiredStoreTakesNoMoreWords(t *testing.T) {
	s := newStore(t)
	put(t, s, "a", "1")
	l, err := s.lock(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	o := testOptions(t)
	o.LockWait = 20 * time.Millisecond
	if err := Retire(t.Context(), s.Dir(), "gone", o); !errors.Is(err, ErrBusy) || s.Gone() {
		t.Fatalf("beside a writer: %v", err)
	}
	l.release()
	if !movesOpen {
		if err := Retire(t.Context(), s.Dir(), "gone", testOptions(t)); !errors.Is(err, ErrInUse) || s.Gone() {
			t.Errorf("beside a reader: %v", err)
		}
		return
	}
	if err := Retire(t.Context(), s.Dir(), "gone", testOptions(t)); err != nil || !s.Gone() {
		t.Fatal(err)
	}
	if _, err := update(t, s, func(tx *Tx) error { tx.Put("a", []byte("2")); return nil }); !errors.Is(err, ErrNoStore) {
		t.Errorf("a write to it: %v", err)
	}
	if _, err := os.Stat(filepath.Join(filepath.Dir(s.Dir()), "gone", ".gitignore")); err != nil {
		t.Errorf("git sees it: %v", err)
	}
	next := createAt(t, s.Dir(), testOptions(t))
	put(t, next, "b", "1")
	if _, err := update(t, s, func(tx *Tx) error { tx.Put("a", []byte("2")); return nil }); !errors.Is(err, ErrNoStore) {
		t.Errorf("a write to it beside a new one: %v", err)
	}
}

func TestAStoreThatIsDeletedWhileItIsOpenedIsNoDamage(t *testing.T) {
	if !movesOpen {
		t.Skip("a store that is open is not deleted here")
	}
	s := newStore(t)
	put(t, s, "a", "1")
	opening, err := openRoot(s.Dir(), testOptions(t))
	if err != nil {
		t.Fatal(err)
	}
	defer opening.Close()
	if err := Retire(t.Context(), s.Dir(), "gone", testOptions(t)); err != nil {
		t.Fatal(err)
	}
	gone := filepath.Join(filepath.Dir(s.Dir()), "gone")
	if err := os.Rename(filepath.Join(gone, "objects"), filepath.Join(gone, "deleted")); err != nil {
		t.Fatal(err)
	}
	if err := opening.openParts(); !errors.Is(err, ErrNoStore) {
		t.Errorf("opened: %v", err)
	}
}
