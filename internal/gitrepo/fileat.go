package gitrepo

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"consider/internal/gitdir"
	"consider/internal/gitfmt"
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
