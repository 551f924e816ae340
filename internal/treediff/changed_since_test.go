package treediff_test

import (
	"slices"
	"testing"

	"consider/internal/gittest"
	"consider/internal/treediff"
)

// TestChangedSinceNamesWhatIsGone: a file that held a text and was removed or renamed counts as changed.
func TestChangedSinceNamesWhatIsGone(t *testing.T) {
	r := gittest.New(t)
	for _, name := range []string{"kept", "edited", "removed", "renamed", "deleted"} {
		r.Write(name, name+"\n")
	}
	base := r.Commit("base")
	r.Git("mv", "renamed", "renamed to")
	r.Git("rm", "-q", "removed")
	r.Write("edited", "other\n")
	r.Commit("second")
	r.Remove("deleted")
	r.Write("new", "x\n")
	want := []string{"deleted", "edited", "new", "removed", "renamed", "renamed to"}
	for _, git := range []bool{true, false} {
		if !git {
			withoutGit(t)
		}
		got, err := treediff.NewMoment(open(t, r.Dir)).ChangedSince(t.Context(), base)
		if err != nil || !slices.Equal(got, want) {
			t.Errorf("git %v: %q, %v; want %q", git, got, err, want)
		}
	}
	if got, err := treediff.NewMoment(open(t, r.Dir)).ChangedSince(t.Context(), ""); err != nil || !slices.Equal(got, []string{"deleted", "edited", "kept", "new", "renamed to"}) {
		t.Errorf("before the first commit: %q, %v", got, err)
	}
}
