package review_test

import (
	"errors"
	"testing"

	"consider/internal/fail"
	"consider/internal/gittest"
	"consider/internal/project"
	"consider/internal/review"
	"consider/internal/review/reviewtest"
	"consider/internal/worktree"
)

// TestAnUnreadableIndexIsAnError: it may hold the store. Where git cannot read it either, HEAD's commit says whether the
// repository came with one; where that cannot be read, the store's own record counts.
func TestAnUnreadableIndexIsAnError(t *testing.T) {
	for name, trusted := range map[string]bool{"a store of one's own": true, "one that HEAD holds": false, "HEAD is torn too": true} {
		t.Run(name, func(t *testing.T) {
			d := reviewtest.New(t)
			d.Add("a.txt:1", "why?")
			t.Setenv("XDG_CONFIG_HOME", t.TempDir()) // another account, whose key has marked nothing
			if name == "one that HEAD holds" {
				d.Git("add", "-f", worktree.StoreName)
				d.Git("commit", "-qm", "with a store")
			}
			d.Write(".git/index", "DIRC of another kind, and longer than its checksum")
			if name == "HEAD is torn too" {
				d.Write(".git/HEAD", "neither a ref nor an id")
			}
			_, err := review.List(t.Context(), d.Human(), review.ListInput{})
			if trusted {
				if err != nil {
					t.Errorf("list: %v", err)
				}
				return
			}
			if e, ok := fail.As(err); !ok || !errors.Is(err, fail.ErrDenied) || len(e.Hints) == 0 {
				t.Errorf("list: %v", err)
			}
			for _, c := range gittest.Must(project.Doctor(t.Context(), d.Human(), project.DoctorInput{}))(t).Checks {
				if c.Name == "isolation" && (c.State != "problem" || c.Hint.IsZero()) {
					t.Errorf("doctor: %+v", c)
				}
			}
		})
	}
}
