package treediff

import (
	"context"
	"errors"

	"consider/internal/gitrepo"
	"consider/internal/gitrun"
)

// untracked lists the files that git neither tracks nor ignores; in a plain folder, all files except those in folders
// that tools fill. At most 200,000.
func untracked(ctx context.Context, r *gitrepo.Repo) ([]string, error) {
	if !r.HasFiles() {
		return nil, nil
	}
	names, err := r.Git.List(ctx, "ls-files", "-z", "--others", "--exclude-standard")
	if err == nil {
		return ours(names), nil
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if errors.Is(err, gitrun.ErrStalled) { // the setting that names the ignored files is at fault, so a walk would list ignored files too
		return nil, err
	}
	return walkWith(&walker{repo: r, ctx: ctx, tracked: trackedNames(r)})
}
