package gitstore

import (
	"os"
	"path/filepath"
	"testing"

	"consider/internal/gitfmt"
)

// Both ways to make a change durable leave the same store: the one for disks that keep the order of writes, and the one
// for other disks.
func TestAChangeIsTheSameWhereTheDiskKeepsTheOrderAndWhereNot(t *testing.T) {
	for _, keeps := range []bool{false, true} {
		s := newStore(t)
		l, err := s.lock(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		l.keepsOrder = keeps
		id, err := s.attempt(t.Context(), l, func(tx *Tx) (Meta, error) {
			tx.Put("threads/a/c_a.json", []byte("words"))
			return Meta{Subject: "add"}, nil
		})
		l.release()
		if err != nil || !l.moved || s.syncRef() != nil {
			t.Fatal(keeps, err)
		}
		snap, err := s.Snapshot()
		if err != nil || snap.ID() != id {
			t.Fatalf("%v: %v", keeps, err)
		}
		if data, err := snap.ReadFile("threads/a/c_a.json"); err != nil || string(data) != "words" {
			t.Errorf("%v: %q %v", keeps, data, err)
		}
		if left, _ := filepath.Glob(filepath.Join(s.Dir(), "objects", "??", objectTmp+"*")); len(left) > 0 {
			t.Errorf("%v: %v", keeps, left)
		}
	}
}

// An object that a killed writer did not sync is synced like a new one.
func TestAnObjectThatIsThereAlreadyIsWrittenOutAsWell(t *testing.T) {
	s := newStore(t)
	blob := gitfmt.Object{Kind: gitfmt.Blob, Data: []byte("twice")}
	for range 2 {
		if err := s.writeFor(&heldLock{keepsOrder: true}, []newObject{{blob.ID(), blob}}); err != nil {
			t.Fatal(err)
		}
	}
	if o, err := s.read(blob.ID()); err != nil || string(o.Data) != "twice" {
		t.Errorf("%q %v", o.Data, err)
	}
}

func TestAFileThatCannotBeWrittenOutIsAnError(t *testing.T) {
	f, err := os.Create(filepath.Join(t.TempDir(), "file"))
	if err != nil {
		t.Fatal(err)
	}
	if err := writeOut(f); err != nil {
		t.Error(err)
	}
	f.Close()
	if writeOut(f) == nil {
		t.Error("a closed file is written out")
	}
}
