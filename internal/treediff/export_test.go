package treediff

import (
	"context"
	"testing"
	"time"

	"consider/internal/gitrepo"
	"consider/internal/gitrun"
)

// Untracked is untracked.
var Untracked = untracked

// Changed lists the files that differ from HEAD, and the untracked ones.
func Changed(ctx context.Context, r *gitrepo.Repo) ([]string, error) {
	l, err := NewMoment(r).listingNow(ctx)
	if err != nil {
		return nil, err
	}
	return l.changed, nil
}

// HurryGit makes the package give up git after d, until the test ends.
func HurryGit(t *testing.T, d time.Duration) {
	was := gitrun.Patience
	gitrun.Patience = d
	t.Cleanup(func() { gitrun.Patience = was })
}
