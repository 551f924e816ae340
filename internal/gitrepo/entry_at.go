package gitrepo

import (
	"cmp"
	"context"
	"errors"

	"consider/internal/gitdir"
	"consider/internal/worktree"
)

// EntryAt returns mode and id of what a commit (a full id, or "HEAD") has at path. Errors: ErrNotExist (also: no such
// commit, no repository), ErrOutside, ErrUnreadable.
func (r *Repo) EntryAt(ctx context.Context, commit, path string) (mode, blob string, err error) {
	if err := worktree.CheckPath(path); err != nil {
		return "", "", err
	}
	commit, err = r.commitID(ctx, commit)
	if err != nil {
		return "", "", err
	}
	full := r.ToTop(path)
	e, err, gitErr := r.entryAt(ctx, commit, full)
	if gitErr != nil {
		err = unread(ctx, full, commit, err, gitErr)
	}
	if err != nil {
		return "", "", err
	}
	return e.Mode.String(), e.ID, nil
}

// entryAt is EntryAt for [Repo.ask] and a path from the top.
func (r *Repo) entryAt(ctx context.Context, commit, full string) (found gitdir.Entry, err, gitErr error) {
	if said := r.inHead.Load(); said != nil && said.commit == commit {
		if e, ok := said.files[full]; ok {
			return e, nil, nil
		}
	}
	here := func(o *gitdir.Objects) error {
		tree, err := o.TreeOf(commit)
		if err == nil {
			found, err = o.Find(tree, full)
		}
		return err
	}
	err, gitErr = r.ask(ctx, here, func() error {
		lines, err := r.Git.List(ctx, "ls-tree", "-z", "--full-tree", commit, "--", full)
		for _, line := range lines {
			if e, ok := parseTreeLine(line); ok && e.Name == full {
				found = e
				return nil
			}
		}
		return cmp.Or(err, worktree.Missing(full))
	})
	return found, err, gitErr
}

// unread is the error for a path of a commit that neither this process nor git could read.
func unread(ctx context.Context, path, commit string, err, gitErr error) error {
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, gitdir.ErrNoCommit):
		return &worktree.PathError{Path: path, Kind: worktree.ErrNotExist, What: "not available: commit " + commit + " is not in the repository"}
	}
	return &worktree.PathError{Path: path, Kind: worktree.ErrUnreadable, What: "unreadable in commit " + commit, Cause: errors.Join(err, gitErr)}
}
