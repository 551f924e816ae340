package session_test

import (
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
