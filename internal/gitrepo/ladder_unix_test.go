//go:build unix

package gitrepo_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"consider/internal/gitdir"
	"consider/internal/gitrepo"
	"consider/internal/gittest"
	"consider/internal/treediff"
	"consider/internal/worktree"
)

// TestLargeRepositoriesAreLeftToGit: reading a pack index of many megabytes for one file costs more than a run of git,
// but it is still done if git refuses.
func TestLargeRepositoriesAreLeftToGit(t *testing.T) {
	repo := gittest.New(t)
	repo.Write("a.txt", "a\n")
	repo.Commit("first")
	idx := ".git/objects/pack/pack-" + strings.Repeat("0", 40) + ".idx"
	repo.Write(idx, "")
	if err := os.Truncate(repo.Path(idx), 32<<20); err != nil {
		t.Fatal(err)
	}
	via := func() (string, string) {
		t.Helper()
		tree := open(t, repo.Dir)
		text, err := tree.FileAt(t.Context(), "HEAD", "a.txt", limit)
		if err != nil {
			t.Error(err)
		}
		return string(text), tree.Describe(t.Context()).Objects
	}
	if text, via := via(); text != "a\n" || via != gitrepo.ViaGit {
		t.Errorf("with git: %q by %s", text, via)
	}
	fakeGit(t, "exit 128")
	if text, _ := via(); text != "a\n" {
		t.Errorf("git refuses: %q", text)
	}
}

// TestGitsWordsDecideNothing: only the exit code decides. People read the words, from which everything that acts on a
// terminal was removed.
func TestGitsWordsDecideNothing(t *testing.T) {
	repo := gittest.New(t, "--object-format=sha256")
	repo.Write("a.txt", "a\n")
	repo.Commit("first")
	fakeGit(t, "printf 'fatal: path a.txt\\033[2J does not exist\\n' >&2; exit 128")
	_, err := open(t, repo.Dir).FileAt(t.Context(), "HEAD", "a.txt", limit)
	if !errors.Is(err, worktree.ErrUnreadable) || errors.Is(err, worktree.ErrNotExist) {
		t.Errorf("FileAt: %v", err)
	}
	_, err = treediff.StatusOf(t.Context(), open(t, repo.Dir))
	if !errors.Is(err, gitdir.ErrBrokenIndex) && !errors.Is(err, gitdir.ErrBrokenHead) || !strings.Contains(err.Error(), "fatal: path a.txt<U+001B>[2J does not exist") {
		t.Errorf("Saw: %v", err)
	}
}

// TestForeignRefsAreAskedOfGit: a reftable, before and after the first commit.
func TestForeignRefsAreAskedOfGit(t *testing.T) {
	repo := gittest.New(t)
	id := repo.Commit("first")
	repo.Remove(".git/refs/heads")
	repo.Write(".git/refs/heads", "this repository uses the reftable format\n")
	repo.Write(".git/HEAD", "ref: refs/heads/.invalid\n")
	answers := "case \"$*\" in *symbolic-ref*) echo refs/heads/topic;; *rev-parse*) "
	fakeGit(t, answers+"echo "+id+";; esac")
	if head := open(t, repo.Dir).Head(t.Context()); head.Commit != id || head.Branch != "topic" || head.Via != gitrepo.ViaGit || head.Reason == "" {
		t.Errorf("Head = %+v", head)
	}
	fakeGit(t, answers+"exit 1;; esac")
	if head := open(t, repo.Dir).Head(t.Context()); head.Commit != "" || head.Branch != "topic" || head.Via != gitrepo.ViaGit {
		t.Errorf("unborn: Head = %+v", head)
	}
}

// fakeGit puts a git of our own on the search path.
func fakeGit(t *testing.T, script string) {
	t.Helper()
	bin := t.TempDir()
	if err := os.WriteFile(filepath.Join(bin, "git"), []byte("#!/bin/sh\n"+script+"\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
}
