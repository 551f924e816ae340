package reviewtest

import (
	"path/filepath"

	"consider/internal/gittest"
	"consider/internal/place"
	"consider/internal/review"
)

// Side is a linked worktree of d's repository, at the same desk.
func (d *Desk) Side(name string) *Desk {
	d.T.Helper()
	dir := filepath.Join(gittest.TempDir(d.T), name)
	d.Git("worktree", "add", "-q", dir, "-b", name)
	return &Desk{Repo: gittest.At(d.T, dir), T: d.T, Now: d.Now, Keys: d.Keys}
}

func (d *Desk) Everywhere() []place.ThreadView {
	d.T.Helper()
	out, err := review.List(d.T.Context(), d.Human(), review.ListInput{Workflow: "all", AllWorktrees: true})
	if err != nil {
		d.T.Fatal(err)
	}
	if len(out.Damaged) > 0 {
		d.T.Errorf("damaged: %+v", out.Damaged)
	}
	return out.Threads
}
