package worktree_test

import (
	"os"
	"path/filepath"
	"testing"

	"consider/internal/gittest"
	"consider/internal/worktree"
)

// Threads of a worktree that shares the store are left to it: it must still be there, and a name comes from a stored thread.
func TestAWorktreeSharesTheStoreWhileItIsThereAndHasNone(t *testing.T) {
	repo := gittest.New(t)
	repo.Write("sub/a.txt", "a\n")
	repo.Commit("first")
	all := gittest.TempDir(t)
	for _, name := range []string{"there", "own", "gone", "moved", "pruned"} {
		repo.Git("worktree", "add", "-q", filepath.Join(all, name), "-b", name)
	}
	write(t, filepath.Join(all, "own", "sub", ".consider", "refs", "heads", "threads"), "")
	for _, name := range []string{"gone", "pruned"} { // moved by hand: git does not know where
		if err := os.Rename(filepath.Join(all, name), filepath.Join(all, name+" away")); err != nil {
			t.Fatal(err)
		}
	}
	repo.Git("worktree", "lock", "gone")
	repo.Git("worktree", "prune")
	repo.Git("worktree", "move", filepath.Join(all, "moved"), filepath.Join(all, "elsewhere"))
	write(t, filepath.Join(repo.Dir, "sub", ".consider", "HEAD"), "")
	top := gittest.Must(worktree.Locate(repo.Dir))(t)
	sub := gittest.Must(worktree.Locate(filepath.Join(repo.Dir, "sub")))(t)
	for name, want := range map[string][2]bool{
		"there": {true, true}, "own": {true, false}, "moved": {true, true}, "gone": {}, "pruned": {}, "never": {}, "": {}, ".": {}, "..": {},
		"../worktrees/there": {}, "there/": {}, "there/../there": {}, "/": {}, "a\x00b": {},
	} {
		if got := [2]bool{top.Shares(name), sub.Shares(name)}; got != want {
			t.Errorf("%q shares the store of the top and of the folder: %v, want %v", name, got, want)
		}
	}
}
