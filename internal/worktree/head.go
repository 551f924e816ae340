package worktree

import (
	"context"
	"errors"
	"fmt"
	"strings"
)

// The rungs of the ladder, as reported.
const (
	ViaGoGit = "go-git" // in this process
	ViaGit   = "git"    // by the git program
	ViaNone  = "none"
)

// Head is what is checked out.
type Head struct {
	Commit string // "" before the first commit, and when nobody can say
	Branch string // short name; "" when detached
	Via    string // ViaGoGit, ViaGit or ViaNone
	Reason string // why not ViaGoGit
}

// Head says what is checked out. It never fails: not to know is an answer.
func (t *Tree) Head(ctx context.Context) Head {
	if t.p.GitDir == "" {
		return Head{Via: ViaNone, Reason: t.noRepository()}
	}
	commit, branch, err := refs{t.p.GitDir, t.p.CommonDir}.head()
	if err == nil {
		return Head{Commit: commit, Branch: branch, Via: ViaGoGit}
	}
	head, gitErr := t.gitHead(ctx)
	if gitErr != nil {
		if branch == "HEAD" {
			branch = ""
		}
		return Head{Branch: branch, Via: ViaNone, Reason: fmt.Sprintf("%v; %v", err, gitErr)}
	}
	head.Reason = err.Error()
	return head
}

func (t *Tree) noRepository() string {
	if t.p.Top != "" {
		return "the .git file leads to no repository"
	}
	return "not a git repository"
}

func (t *Tree) gitHead(ctx context.Context) (Head, error) {
	head := Head{Via: ViaGit}
	// symbolic-ref fails when detached and rev-parse before the first commit;
	// both failing is git not knowing.
	ref, refErr := t.git(ctx, gitCall{args: []string{"symbolic-ref", "--quiet", "HEAD"}, max: maxPointer})
	if refErr == nil {
		head.Branch = strings.TrimPrefix(strings.TrimSpace(string(ref)), "refs/heads/")
	}
	id, err := t.git(ctx, gitCall{args: []string{"rev-parse", "--verify", "--quiet", "HEAD"}, max: maxPointer})
	if err != nil {
		if refErr == nil && !t.damagedBranch(head.Branch) {
			return head, nil
		}
		return Head{}, err
	}
	head.Commit = strings.TrimSpace(string(id))
	if !isID(head.Commit) {
		return Head{}, errGitRefused
	}
	return head, nil
}

// damagedBranch tells an unborn branch from one whose file is broken: git gives
// the same exit code for both.
func (t *Tree) damagedBranch(branch string) bool {
	_, _, err := refs{t.p.GitDir, t.p.CommonDir}.read("refs/heads/" + branch)
	return errors.Is(err, errBadRef)
}
