package gitrepo

import (
	"cmp"
	"context"
	"errors"
	"strconv"
	"strings"

	"consider/internal/gitdir"
	"consider/internal/gitfmt"
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

// commitID checks a commit before it reaches a command line.
func (r *Repo) commitID(ctx context.Context, commit string) (string, error) {
	if commit == "HEAD" && r.GitDir != "" {
		head := r.Head(ctx)
		if err := head.Err(); err != nil {
			return "", err
		}
		commit = head.Commit
	}
	if r.GitDir == "" || !gitfmt.IsID(commit) {
		return "", &worktree.PathError{Path: commit, Kind: worktree.ErrNotExist, What: "not a commit in this repository"}
	}
	return commit, nil
}

// parseTreeLine reads "<mode> <type> <id>\t<path>".
func parseTreeLine(line string) (gitdir.Entry, bool) {
	meta, name, ok := strings.Cut(line, "\t")
	fields := strings.Fields(meta)
	if !ok || len(fields) != 3 || !gitfmt.IsID(fields[2]) {
		return gitdir.Entry{}, false
	}
	mode, err := strconv.ParseUint(fields[0], 8, 32)
	return gitdir.Entry{Name: name, ID: fields[2], Mode: gitdir.Mode(mode)}, err == nil
}
