//go:build unix

package worktree_test

import (
	"errors"
	"syscall"
	"testing"
	"time"

	"consider/internal/fail"
	"consider/internal/gittest"
	"consider/internal/worktree"
)

// TestAGitThatWaitsForAPipeIsGivenUp: it opens what its settings name, whatever that is.
func TestAGitThatWaitsForAPipeIsGivenUp(t *testing.T) {
	r := gittest.New(t)
	r.Write("a.txt", "a\n")
	r.Commit("first")
	r.Write("new.txt", "b\n")
	if err := syscall.Mkfifo(r.Path(".git/pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	write(t, r.Path(".git/config"), "[core]\n\trepositoryformatversion = 0\n\tbare = false\n\texcludesFile = "+r.Path(".git/pipe")+"\n")
	worktree.HurryGit(t, 300*time.Millisecond)
	tree := open(t, r.Dir)
	_, listErr := tree.Untracked(t.Context())
	_, statusErr := tree.Status(t.Context())
	for _, err := range []error{listErr, statusErr} {
		if !errors.Is(err, worktree.ErrGitStalled) {
			t.Fatal(err)
		}
		if f := fail.FailureOf(err); f.Kind != fail.KindTimeout || len(f.Hints) != 1 {
			t.Errorf("%+v", f)
		}
	}
}
