package gitrepo_test

import (
	"testing"

	"consider/internal/gittest"
)

// TestTrackedComparesWithoutLetterCase: a clone on another disk would match.
func TestTrackedComparesWithoutLetterCase(t *testing.T) {
	for _, version := range []string{"2", "4"} {
		r := gittest.New(t)
		r.Write("z/.Consider/x", "x\n")
		r.Write(".considerable/x", "x\n")
		r.Write("a/b.txt", "x\n")
		r.Git("update-index", "--index-version", version)
		r.Commit("first")
		tree := open(t, r.Dir)
		if got, err := tree.Tracked(t.Context(), ".consider"); got != "" || err != nil {
			t.Errorf("Tracked = %q, %v", got, err)
		}
		r.Write(".Consider/x", "x\n")
		r.Git("add", "-f", ".Consider/x")
		if got, err := tree.Tracked(t.Context(), ".consider"); got != ".Consider/x" || err != nil {
			t.Errorf("Tracked = %q, %v", got, err)
		}
	}
}
