package gitrepo

import (
	"context"
	"errors"

	"consider/internal/gitdir"
	"consider/internal/gitrun"
	"consider/internal/worktree"
)

// FileAt reads path as it is in a commit: a full id, or "HEAD". The content is
// the blob's, before any line-end conversion.
//
// Errors: ErrNotExist (also: no such commit, no repository), ErrOutside,
// ErrNotRegular, ErrTooLarge, ErrUnreadable.
func (r *Repo) FileAt(ctx context.Context, commit, path string, max int64) ([]byte, error) {
	if err := worktree.CheckPath(path); err != nil {
		return nil, err
	}
	isHead := commit == "HEAD"
	commit, err := r.commitID(ctx, commit)
	if err != nil {
		return nil, err
	}
	full := r.ToTop(path)
	var text []byte
	e, err, gitErr := r.entryAt(ctx, commit, full)
	switch {
	case err != nil:
	case !e.Mode.IsFile():
		err = &worktree.PathError{Path: full, Kind: worktree.ErrNotRegular, What: e.Mode.Words()}
	default:
		text, err, gitErr = r.blob(ctx, e.ID, full, max)
	}
	switch {
	case gitErr == nil:
		return text, err
	case isHead && errors.Is(err, gitdir.ErrNoCommit) && ctx.Err() == nil:
		return nil, Broken(err, gitErr)
	}
	return nil, unread(ctx, path, commit, err, gitErr)
}

func (r *Repo) FilesOf(commit string) (files map[string]gitdir.Entry, err error) {
	err = r.WithObjects(AtAnyCost, func(o *gitdir.Objects) error {
		files, err = o.Flatten(commit)
		return err
	})
	return files, err
}

// FilesAt lists a commit's files in this process, otherwise by git.
func (r *Repo) FilesAt(ctx context.Context, commit string) (map[string]gitdir.Entry, error) {
	files, err := r.FilesOf(commit)
	if err == nil {
		return files, nil
	}
	lines, gitErr := r.Git.List(ctx, "ls-tree", "-r", "-z", "--full-tree", commit, "--")
	if gitErr != nil {
		return nil, errors.New(gitrun.InWords(gitErr, err))
	}
	files = map[string]gitdir.Entry{}
	for _, line := range lines {
		if e, ok := parseTreeLine(line); ok {
			files[e.Name] = e
		}
	}
	return files, nil
}
