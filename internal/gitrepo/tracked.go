package gitrepo

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"consider/internal/gitdir"
	"consider/internal/gitrun"
)

// Claim is a path that the index of a worktree holds.
type Claim struct {
	Top  string // top of the worktree
	Path string // relative to Top, as the index spells it; "" for none
}

// ErrUnknownIndex means that neither this process nor git can read a repository's index, so its content is unknown.
var ErrUnknownIndex = errors.New("its index cannot be read")

// ClaimOn looks for dir, or something below it, in the index of every worktree that dir lies in. With ErrUnknownIndex,
// Top is the worktree of that index.
func ClaimOn(ctx context.Context, dir string) (Claim, error) {
	var claim Claim
	_, err := around(dir, func(r *Repo, rel string) (bool, error) {
		path, err := r.Tracked(ctx, rel)
		if path != "" || err != nil {
			claim = Claim{Top: r.Root, Path: path}
		}
		return path != "", err
	})
	return claim, err
}

// Tracked returns a path at or below dir that this worktree's index holds, compared without letter case and in the
// index's spelling, or "". It is also "" without git and without an index. If git itself cannot read the index, HEAD's
// commit shows what the index held when the repository came; if only git could read it, the error is ErrUnknownIndex.
func (r *Repo) Tracked(ctx context.Context, dir string) (string, error) {
	found, err := gitdir.Tracked(r.Project, dir)
	if err == nil || errors.Is(err, fs.ErrNotExist) {
		return found, nil
	}
	names, gitErr := r.Git.List(ctx, "ls-files", "-z", "--full-name", "--", ":(top,icase,literal)"+r.ToTop(dir))
	switch {
	case ctx.Err() != nil:
		return "", ctx.Err()
	case errors.Is(gitErr, gitrun.ErrRefused):
		if found, headErr := r.committed(ctx, dir); headErr == nil {
			return found, nil
		}
		return "", fmt.Errorf("%w: %w; %w", ErrUnknownIndex, err, gitErr)
	case gitErr != nil:
		return "", fmt.Errorf("%w: %w; %w", ErrUnknownIndex, err, gitErr)
	case len(names) == 0:
		return "", nil
	}
	path, _ := r.FromTop(names[0])
	return path, nil
}

// committed is Tracked for HEAD's commit; "" before the first one.
func (r *Repo) committed(ctx context.Context, dir string) (string, error) {
	head := r.Head(ctx)
	if err := head.Err(); err != nil || head.Commit == "" {
		return "", err
	}
	files, err := r.FilesAt(ctx, head.Commit)
	if err != nil {
		return "", err
	}
	want := []byte(r.ToTop(dir))
	for name := range files {
		if gitdir.AtOrBelow([]byte(name), want) {
			path, _ := r.FromTop(name)
			return path, nil
		}
	}
	return "", nil
}
