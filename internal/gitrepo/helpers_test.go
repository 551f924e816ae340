package gitrepo_test

import (
	"os"
	"path/filepath"
	"testing"

	"consider/internal/gitrepo"
	"consider/internal/gittest"
	"consider/internal/worktree"
)

func TestMain(m *testing.M) { os.Exit(gittest.Main(m)) }

const limit = 1 << 20

func open(t testing.TB, dir string) *gitrepo.Repo {
	t.Helper()
	p, err := worktree.Locate(dir)
	if err != nil {
		t.Fatal(err)
	}
	tree := gitrepo.Open(p)
	t.Cleanup(func() { tree.Close() })
	return tree
}

func write(t testing.TB, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// withoutGit removes git from the search path for the rest of the test.
func withoutGit(t *testing.T) {
	t.Helper()
	t.Setenv("PATH", t.TempDir())
}

// object returns the file of a loose object.
func object(r *gittest.Repo, rev string) string {
	id := r.Git("rev-parse", rev)
	return ".git/objects/" + id[:2] + "/" + id[2:]
}

func locate(t testing.TB, dir string) worktree.Project {
	t.Helper()
	p, err := worktree.Locate(dir)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func link(t testing.TB, r *gittest.Repo, target, at string) {
	t.Helper()
	r.Remove(at)
	r.Write(at+".x/y", "makes the folder")
	r.Remove(at + ".x")
	if err := os.Symlink(target, r.Path(at)); err != nil {
		t.Fatal(err)
	}
}
