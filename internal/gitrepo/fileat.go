package gitrepo

import (
	"context"
	"errors"
	"strconv"
	"strings"

	"consider/internal/gitdir"
	"consider/internal/gitfmt"
	"consider/internal/gitrun"

	"github.com/go-git/go-git/v5/plumbing"

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
	text, err := r.storedFile(commit, r.ToTop(path), max, QuickOnly)
	if err == nil || Definite(err) {
		return text, err
	}
	text, gitErr := r.gitFile(ctx, commit, r.ToTop(path), max)
	if errors.Is(err, errSlow) && gitErr != nil && !Definite(gitErr) && ctx.Err() == nil {
		if text, err = r.storedFile(commit, r.ToTop(path), max, AtAnyCost); err == nil || Definite(err) {
			return text, err
		}
	}
	switch {
	case gitErr == nil, Definite(gitErr):
		return text, gitErr
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.Is(err, gitdir.ErrNoCommit) && isHead:
		return nil, Broken(err, gitErr)
	case errors.Is(err, gitdir.ErrNoCommit):
		return nil, &worktree.PathError{Path: path, Kind: worktree.ErrNotExist, What: "not available: commit " + commit + " is not in the repository"}
	default:
		return nil, &worktree.PathError{Path: path, Kind: worktree.ErrUnreadable, What: "unreadable in commit " + commit, Cause: errors.Join(err, gitErr)}
	}
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

func (r *Repo) storedFile(commit, path string, max int64, how Effort) (text []byte, err error) {
	err = r.WithObjects(how, func(o *gitdir.Objects) error {
		tree, err := o.TreeOf(commit)
		if err != nil {
			return err
		}
		e, err := o.Find(tree, path)
		if err != nil {
			return err
		}
		if !e.Mode.IsFile() {
			return &worktree.PathError{Path: path, Kind: worktree.ErrNotRegular, What: e.Mode.Words()}
		}
		text, err = o.Read(e.ID, plumbing.BlobObject, max)
		return err
	})
	return text, err
}

// gitFile asks git in two steps: an empty answer from the tree means "not there", a failure means "cannot say".
func (r *Repo) gitFile(ctx context.Context, commit, path string, max int64) ([]byte, error) {
	lines, err := r.Git.List(ctx, "ls-tree", "-z", "--full-tree", commit, "--", path)
	if err != nil {
		return nil, err
	}
	for _, line := range lines {
		e, ok := parseTreeLine(line)
		if !ok || e.Name != path {
			continue
		}
		if !e.Mode.IsFile() {
			return nil, &worktree.PathError{Path: path, Kind: worktree.ErrNotRegular, What: e.Mode.Words()}
		}
		text, err := r.Git.Output(ctx, gitrun.Call{Args: []string{"cat-file", "blob", e.ID}, Max: max})
		if errors.Is(err, worktree.ErrTooLarge) {
			return nil, worktree.TooLarge(path, max+1, max)
		}
		return text, err
	}
	return nil, worktree.Missing(path)
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
