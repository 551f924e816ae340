//go:build unix

package treediff_test

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"consider/internal/gittest"
	"consider/internal/treediff"
	"consider/internal/worktree"
)

// TestAPipeIsNeverWaitedFor: neither in the project nor among git's files. A reader that waits hangs this test.
func TestAPipeIsNeverWaitedFor(t *testing.T) {
	for _, place := range []string{"pipe", ".git/HEAD", ".git/index", ".git/config", ".git/packed-refs", ".git/commondir", ".git/objects/info/alternates", ".gitignore"} {
		t.Run(place, func(t *testing.T) {
			repo := gittest.New(t)
			repo.Write("a.txt", "a\n")
			id := repo.Commit("first")
			repo.Remove(place)
			mkdir(t, filepath.Dir(repo.Path(place)))
			if err := syscall.Mkfifo(repo.Path(place), 0o644); err != nil {
				t.Fatal(err)
			}
			withoutGit(t) // git itself would wait
			tree := open(t, repo.Dir)
			if _, _, err := tree.ReadFile("pipe", limit); err == nil {
				t.Error("a pipe was read")
			}
			tree.Head(t.Context())
			_, _ = tree.Tracked(t.Context(), ".consider")
			_, _ = treediff.Untracked(t.Context(), tree)
			_, _ = treediff.Changed(t.Context(), tree)
			tree.UserName(t.Context())
			_, _ = tree.FileAt(t.Context(), id, "a.txt", limit)
			tree.Describe(t.Context())
		})
	}
}

// TestUnreadableIsNotMissing: a thread on such a file is not orphaned.
func TestUnreadableIsNotMissing(t *testing.T) {
	dir := gittest.TempDir(t)
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o644); err != nil {
		t.Fatal(err)
	}
	var typed *worktree.PathError
	_, _, err := open(t, dir).ReadFile("pipe", limit)
	if !errors.Is(err, worktree.ErrNotRegular) || !errors.As(err, &typed) || typed.What != "a named pipe" {
		t.Errorf("ReadFile(pipe): %v", err)
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

// TestAGitThatRefusesIsNoError: git refuses, for example, a folder of another owner.
func TestAGitThatRefusesIsNoError(t *testing.T) {
	repo := gittest.New(t)
	repo.Write("a.txt", "a\n")
	id := repo.Commit("first")
	repo.Write("b.txt", "b\n")
	fakeGit(t, "echo fatal: detected dubious ownership >&2; exit 128")
	tree := open(t, repo.Dir)
	if head := tree.Head(t.Context()); head.Commit != id || head.Branch != "main" {
		t.Errorf("Head = %+v", head)
	}
	if names, err := treediff.Untracked(t.Context(), tree); err != nil || len(names) != 1 || names[0] != "b.txt" {
		t.Errorf("Untracked = %q, %v", names, err)
	}
	if names, err := treediff.Changed(t.Context(), tree); err != nil || len(names) != 1 || names[0] != "b.txt" {
		t.Errorf("Changed = %q, %v", names, err)
	}
	if path, err := tree.Tracked(t.Context(), "a.txt"); path != "a.txt" || err != nil {
		t.Errorf("Tracked = %q, %v", path, err)
	}
	if text, err := tree.FileAt(t.Context(), "HEAD", "a.txt", limit); string(text) != "a\n" || err != nil {
		t.Errorf("FileAt = %q, %v", text, err)
	}
}

// TestAGitInsideTheProjectIsNotRun: a search path can lead into a clone.
func TestAGitInsideTheProjectIsNotRun(t *testing.T) {
	repo := gittest.New(t)
	repo.Write("bin/git", "#!/bin/sh\ntouch "+repo.Path("ran")+"\n")
	if err := os.Chmod(repo.Path("bin/git"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", repo.Path("bin")+string(os.PathListSeparator)+os.Getenv("PATH"))
	_, _ = treediff.Untracked(t.Context(), open(t, repo.Dir))
	if _, err := os.Stat(repo.Path("ran")); err == nil {
		t.Error("it ran")
	}
}

// TestADirectoryWithoutPermissionIsUnreadable: as root, who may read everything, it only shows that nothing breaks.
func TestADirectoryWithoutPermissionIsUnreadable(t *testing.T) {
	dir := gittest.TempDir(t)
	write(t, filepath.Join(dir, "d", "a.txt"), "a")
	if err := os.Chmod(filepath.Join(dir, "d"), 0); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.Chmod(filepath.Join(dir, "d"), 0o755) })
	_, _, err := open(t, dir).ReadFile("d/a.txt", limit)
	if os.Getuid() == 0 && err != nil || os.Getuid() != 0 && !errors.Is(err, worktree.ErrUnreadable) {
		t.Errorf("ReadFile: %v", err)
	}
}
