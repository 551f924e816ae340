package gitrepo

import (
	"context"
	"errors"
	"strings"

	"consider/internal/gitdir"
	"consider/internal/gitfmt"
	"consider/internal/gitrun"
	"consider/internal/worktree"
)

// CommitOf returns the full id of the commit that a revision names: a branch, a tag, an id or its beginning, "HEAD~2".
// Without git it knows only whole ids and the names of refs. Errors: ErrNotExist, the context's.
func (r *Repo) CommitOf(ctx context.Context, rev string) (string, error) {
	missing := &worktree.PathError{Path: rev, Kind: worktree.ErrNotExist, What: "not a commit in this repository"}
	if r.GitDir == "" || !safeRev(rev) {
		return "", missing
	}
	out, err := r.Git.Output(ctx, gitrun.Call{Args: []string{"rev-parse", "--verify", "--quiet", rev + "^{commit}"}, Max: worktree.MaxPointer})
	if id := strings.TrimSpace(string(out)); err == nil && gitfmt.IsID(id) {
		return id, nil
	}
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	if errors.Is(err, gitrun.ErrNoGit) {
		if id := r.commitHere(ctx, rev); id != "" {
			return id, nil
		}
	}
	return "", missing
}

// safeRev keeps off a command line what git could take for an option, and what no revision contains.
func safeRev(rev string) bool {
	return rev != "" && len(rev) <= 1000 && rev[0] != '-' && !strings.ContainsFunc(rev, func(r rune) bool { return r < ' ' || r == 0x7f })
}

func (r *Repo) commitHere(ctx context.Context, rev string) string {
	if rev == "HEAD" {
		return r.Head(ctx).Commit
	}
	all := gitdir.Refs(r.Project)
	for _, name := range []string{rev, "refs/heads/" + rev, "refs/tags/" + rev, "refs/remotes/" + rev} {
		if id, _, err := all.Read(name); err == nil && id != "" && r.isCommit(id) {
			return id
		}
	}
	if gitfmt.IsID(rev) && r.isCommit(rev) {
		return rev
	}
	return ""
}

// HasCommit reports whether the repository still has a commit and its files.
func (r *Repo) HasCommit(ctx context.Context, id string) bool {
	via, _ := r.objectsVia(ctx, id)
	return via != ViaNone
}

func (r *Repo) isCommit(id string) bool {
	return r.WithObjects(AtAnyCost, func(o *gitdir.Objects) error {
		_, err := o.TreeOf(id)
		return err
	}) == nil
}

// MergeBase returns the common ancestor of two commits (full ids), as git finds it. The error is ErrNotExist also if
// there is no git to ask.
func (r *Repo) MergeBase(ctx context.Context, a, b string) (string, error) {
	if gitfmt.IsID(a) && gitfmt.IsID(b) {
		out, err := r.Git.Output(ctx, gitrun.Call{Args: []string{"merge-base", a, b}, Max: worktree.MaxPointer})
		if id := strings.TrimSpace(string(out)); err == nil && gitfmt.IsID(id) {
			return id, nil
		}
	}
	return "", &worktree.PathError{Path: a + "..." + b, Kind: worktree.ErrNotExist, What: "a range without a common ancestor"}
}
