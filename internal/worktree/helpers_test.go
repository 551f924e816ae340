package worktree_test

import (
	"os"
	"path/filepath"
	"testing"

	"consider/internal/gittest"
	"consider/internal/worktree"
)

func TestMain(m *testing.M) { os.Exit(gittest.Main(m)) }

const limit = 1 << 20

func open(t testing.TB, dir string) *worktree.Tree {
	t.Helper()
	p, err := worktree.Locate(dir)
	if err != nil {
		t.Fatal(err)
	}
	tree := worktree.Open(p)
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
