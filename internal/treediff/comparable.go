package treediff

import (
	"context"
	"fmt"
	"slices"

	"consider/internal/gitdir"
	"consider/internal/gitrepo"
)

// CheckComparable returns why the files cannot be compared with HEAD or the index: ErrBrokenHead or ErrBrokenIndex. It
// reads everything that a comparison may read, except contents.
func CheckComparable(ctx context.Context, r *gitrepo.Repo, report gitrepo.Report) error {
	if r.GitDir == "" {
		return nil
	}
	head := report.Head
	if err := head.Err(); err != nil {
		return err
	}
	// A partial clone may lack folders of which it needs no file.
	if head.Commit != "" && !slices.Contains(report.Features, gitrepo.PartialClone) {
		if _, err := r.FilesAt(ctx, head.Commit); err != nil {
			return fmt.Errorf("%w: %w", gitdir.ErrBrokenHead, err)
		}
	}
	_, err := Staged(ctx, r, head.Commit)
	return err
}
