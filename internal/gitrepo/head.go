package gitrepo

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"consider/internal/gitdir"
	"consider/internal/gitfmt"
	"consider/internal/gitrun"
	"consider/internal/worktree"
)

// The rungs of the ladder, as reported.
const (
	ViaGoGit = "go-git" // in this process
	ViaGit   = "git"    // by the git program
	ViaNone  = "none"
)

// Head is what is checked out.
type Head struct {
	Commit string // "" before the first commit, and if unknown
	Branch string // short name; "" when detached
	Via    string // ViaGoGit, ViaGit or ViaNone
	Reason string // why Via is not ViaGoGit
}

// Head returns what is checked out. It never fails, because "unknown" is an answer.
func (r *Repo) Head(ctx context.Context) Head {
	if r.GitDir == "" {
		return Head{Via: ViaNone, Reason: r.noRepository()}
	}
	commit, branch, err := gitdir.Refs(r.Project).Head()
	if err == nil {
		return Head{Commit: commit, Branch: branch, Via: ViaGoGit}
	}
	head, gitErr := r.gitHead(ctx)
	if gitErr != nil {
		if branch == "HEAD" {
			branch = ""
		}
		return Head{Branch: branch, Via: ViaNone, Reason: gitrun.InWords(nil, err) + "; " + gitrun.InWords(gitErr, nil)}
	}
	head.Reason = err.Error()
	return head
}

func (r *Repo) noRepository() string {
	if r.Top != "" {
		return "the .git file does not point to a repository"
	}
	return "not a git repository"
}

func (r *Repo) gitHead(ctx context.Context) (Head, error) {
	head := Head{Via: ViaGit}
	// symbolic-ref fails when detached, and rev-parse before the first commit. If both fail, git does not know.
	ref, refErr := r.Git.Output(ctx, gitrun.Call{Args: []string{"symbolic-ref", "--quiet", "HEAD"}, Max: worktree.MaxPointer})
	if refErr == nil {
		head.Branch = strings.TrimPrefix(strings.TrimSpace(string(ref)), "refs/heads/")
	}
	id, err := r.Git.Output(ctx, gitrun.Call{Args: []string{"rev-parse", "--verify", "--quiet", "HEAD"}, Max: worktree.MaxPointer})
	if err != nil {
		if refErr == nil && gitrun.ExitCode(err) == 1 && r.unborn(head.Branch) {
			return head, nil
		}
		if _, logErr := r.Git.Output(ctx, gitrun.Call{Args: []string{"log", "-1", "--format="}, Max: worktree.MaxPointer}); logErr != nil {
			err = logErr // the question above is silent about its refusal; this one is not
		}
		return Head{}, err
	}
	head.Commit = strings.TrimSpace(string(id))
	if !gitfmt.IsID(head.Commit) {
		return Head{}, gitrun.ErrRefused
	}
	return head, nil
}

// unborn reports whether a branch has no commit, as opposed to a damaged or unreadable ref file: git gives the same
// exit code for both.
func (r *Repo) unborn(branch string) bool {
	_, _, err := gitdir.Refs(r.Project).Read("refs/heads/" + branch)
	return errors.Is(err, gitdir.ErrNoRef)
}

// Err is ErrBrokenHead if the checked-out commit is unknown, otherwise nil. Without a repository it means nothing.
func (h Head) Err() error {
	if h.Via != ViaNone {
		return nil
	}
	return fmt.Errorf("%w: %s", gitdir.ErrBrokenHead, h.Reason)
}
