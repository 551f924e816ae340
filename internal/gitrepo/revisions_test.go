package gitrepo_test

import (
	"errors"
	"strings"
	"testing"

	"consider/internal/gittest"
	"consider/internal/worktree"
)

func TestRevisionsAreCommitsOrNothing(t *testing.T) {
	for _, git := range []bool{true, false} {
		r := gittest.New(t)
		r.Write("a.txt", "a\n")
		r.Commit("first")
		r.Git("tag", "-a", "-m", "x", "v1")
		branch := strings.TrimSpace(r.Git("branch", "--show-current"))
		if !git {
			withoutGit(t)
		}
		tree := open(t, r.Dir)
		head := tree.Head(t.Context()).Commit
		for _, rev := range []string{"HEAD", branch, head} {
			if id, err := tree.CommitOf(t.Context(), rev); err != nil || id != head {
				t.Errorf("with git %v: %s is %q, %v", git, rev, id, err)
			}
		}
		for _, rev := range []string{"", "nosuch", "--all", "-h", "HEAD\n", "HEAD^{tree}:x", "a..b", strings.Repeat("a", 2000)} {
			if id, err := tree.CommitOf(t.Context(), rev); !errors.Is(err, worktree.ErrNotExist) {
				t.Errorf("with git %v: %q is %q, %v", git, rev, id, err)
			}
		}
	}
}
