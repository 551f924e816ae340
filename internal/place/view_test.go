package place_test

import (
	"testing"
	"time"

	"consider/gitstore"
	"consider/internal/place"
)

// When the disk failed once while a view was made, every later list reported damage until the next change.
func TestWhatCouldNotBeReadOnceIsReadAgain(t *testing.T) {
	store, err := gitstore.Create(t.TempDir()+"/.consider", gitstore.Options{Now: time.Now, Program: "test"})
	if err != nil {
		t.Fatal(err)
	}
	snap, err := store.Snapshot()
	if err != nil {
		t.Fatal(err)
	}
	v := place.NewView()
	v.Tip, v.Failed = snap.ID().String(), 1
	if err := v.Refresh(snap); err != nil || len(v.Damaged) > 0 {
		t.Errorf("%v, %v", v.Damaged, err)
	}
}
