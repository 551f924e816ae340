package gitrepo

import (
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
	e, err := r.entryAt(ctx, commit, r.ToTop(path))
	if err != nil {
		return "", "", err
	}
	return e.Mode.String(), e.ID, nil
}

func (r *Repo) entryAt(ctx context.Context, commit, full string) (found gitdir.Entry, err error) {
	if said := r.inHead.Load(); said != nil && said.commit == commit {
		if e, ok := said.files[full]; ok {
			return e, nil
		}
	}
	here := func(o *gitdir.Objects) error {
		tree, err := o.TreeOf(commit)
		if err == nil {
			found, err = o.Find(tree, full)
		}
		return err
	}
	err = r.WithObjects(QuickOnly, here)
	if err == nil || Definite(err) {
		return found, err
	}
	lines, gitErr := r.Git.List(ctx, "ls-tree", "-z", "--full-tree", commit, "--", full)
	if gitErr == nil {
		for _, line := range lines {
			if e, ok := parseTreeLine(line); ok && e.Name == full {
				return e, nil
			}
		}
		return gitdir.Entry{}, worktree.Missing(full)
	}
	if ctx.Err() != nil {
		return gitdir.Entry{}, ctx.Err()
	}
	if errors.Is(err, errSlow) {
		if err = r.WithObjects(AtAnyCost, here); err == nil || Definite(err) {
			return found, err
		}
	}
	if errors.Is(err, gitdir.ErrNoCommit) {
		return gitdir.Entry{}, &worktree.PathError{Path: full, Kind: worktree.ErrNotExist, What: "not available: commit " + commit + " is not in the repository"}
	}
	return gitdir.Entry{}, &worktree.PathError{Path: full, Kind: worktree.ErrUnreadable, What: "unreadable in commit " + commit, Cause: errors.Join(err, gitErr)}
}
