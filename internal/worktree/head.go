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
	Commit string // "" before the first commit, and if unknown
	Branch string // short name; "" when detached
	Via    string // ViaGoGit, ViaGit or ViaNone
	Reason string // why Via is not ViaGoGit
}

// Head returns what is checked out. It never fails, because "unknown" is an answer.
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
		return Head{Branch: branch, Via: ViaNone, Reason: inWords(nil, err) + "; " + inWords(gitErr, nil)}
	}
	head.Reason = err.Error()
	return head
}

func (t *Tree) noRepository() string {
	if t.p.Top != "" {
		return "the .git file does not point to a repository"
	}
	return "not a git repository"
}

func (t *Tree) gitHead(ctx context.Context) (Head, error) {
	head := Head{Via: ViaGit}
	// symbolic-ref fails when detached, and rev-parse before the first commit. If both fail, git does not know.
	ref, refErr := t.git(ctx, gitCall{args: []string{"symbolic-ref", "--quiet", "HEAD"}, max: maxPointer})
	if refErr == nil {
		head.Branch = strings.TrimPrefix(strings.TrimSpace(string(ref)), "refs/heads/")
	}
	id, err := t.git(ctx, gitCall{args: []string{"rev-parse", "--verify", "--quiet", "HEAD"}, max: maxPointer})
	if err != nil {
		if refErr == nil && exitCode(err) == 1 && t.unborn(head.Branch) {
			return head, nil
		}
		if _, logErr := t.git(ctx, gitCall{args: []string{"log", "-1", "--format="}, max: maxPointer}); logErr != nil {
			err = logErr // the question above is silent about its refusal; this one is not
		}
		return Head{}, err
	}
	head.Commit = strings.TrimSpace(string(id))
	if !isID(head.Commit) {
		return Head{}, errGitRefused
	}
	return head, nil
}

// unborn reports whether a branch has no commit, as opposed to a damaged or unreadable ref file: git gives the same
// exit code for both.
func (t *Tree) unborn(branch string) bool {
	_, _, err := refs{t.p.GitDir, t.p.CommonDir}.read("refs/heads/" + branch)
	return errors.Is(err, errNoRef)
}

// Err is ErrBrokenHead if the checked-out commit is unknown, otherwise nil. Without a repository it means nothing.
func (h Head) Err() error {
	if h.Via != ViaNone {
		return nil
	}
	return fmt.Errorf("%w: %s", ErrBrokenHead, h.Reason)
}
