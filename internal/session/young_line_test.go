package session_test

import (
	"os"
	"testing"

	"consider/internal/gittest"
	"consider/internal/origin"
	"consider/internal/review/reviewtest"
)

// TestALineThatIsReadBeforeItsSecondCommitStaysOnesOwn: the first commits of earlier releases can be guessed, so the
// second one names their lines. A reader recorded the first one as the name; if another writer, who had begun to make the
// store too, then replaced the newest record, nobody could write any more.
func TestALineThatIsReadBeforeItsSecondCommitStaysOnesOwn(t *testing.T) {
	d := reviewtest.New(t)
	other := origin.Here{Key: gittest.AccountKey()}.Open(d.Path(".consider"), func([]byte) bool { return false })
	gittest.Must(d.Human().OpenStore(t.Context(), true))(t)
	if err := d.Human().MadeElsewhere(); err != nil {
		t.Fatal(err)
	}
	if err := other.Made("", ""); err != nil {
		t.Fatal(err)
	}
	for _, place := range []string{"a.txt:1", "a.txt:2"} {
		d.Add(place, "why?")
		if err := d.Human().MadeElsewhere(); err != nil {
			t.Fatal(err)
		}
	}
}

// TestAStoreWithoutAThreadIsAdopted: the line of an earlier release has no name before its second commit, and adopting it
// holds all the same.
func TestAStoreWithoutAThreadIsAdopted(t *testing.T) {
	d := reviewtest.New(t)
	gittest.Must(d.Human().OpenStore(t.Context(), true))(t)
	there := &reviewtest.Desk{Repo: gittest.At(t, t.TempDir()), T: t, Now: d.Now}
	there.Write("a.txt", "one\n")
	if err := os.CopyFS(there.Path(".consider"), os.DirFS(d.Path(".consider"))); err != nil {
		t.Fatal(err)
	}
	t.Setenv("XDG_CONFIG_HOME", t.TempDir()) // another account
	if err := there.Human().MadeElsewhere(); err == nil {
		t.Fatal("a store from elsewhere counts as made here")
	}
	s := there.Human()
	s.RecordOrigin(t.Context(), gittest.Must(s.OpenStore(t.Context(), false))(t))
	if err := there.Human().MadeElsewhere(); err != nil {
		t.Error(err)
	}
	there.Add("a.txt:1", "why?")
	if err := there.Human().MadeElsewhere(); err != nil {
		t.Error(err)
	}
}
