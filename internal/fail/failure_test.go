package fail_test

import (
	"errors"
	"fmt"
	"testing"

	"consider/gitstore"
	"consider/internal/fail"
)

// An error that doctor reports has the hint that every other surface shows with it.
func TestAProblemHasTheHintOfItsError(t *testing.T) {
	for _, err := range []error{
		fmt.Errorf("open: %w", gitstore.ErrReadOnly),
		fmt.Errorf("read: %w", fail.ErrNewer),
		fail.Denied("no").Hint("try this"),
	} {
		if c, want := fail.Problem("store", err), fail.FailureOf(err).Hints[0]; c.State != "problem" || c.Hint.String() != want {
			t.Errorf("%v: %+v, without %q", err, c, want)
		}
	}
	if c := fail.Problem("store", errors.New("odd")); !c.Hint.IsZero() {
		t.Errorf("doctor says to run doctor: %q", c.Hint)
	}
	if c := fail.Problem("store", fail.ErrNoStore); c.State != "note" || c.Kind != "" {
		t.Errorf("no store is no problem: %+v", c)
	}
}
