package treediff_test

import (
	"bytes"
	"context"
	"crypto/sha1"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"testing"

	"consider/internal/gitrepo"
	"consider/internal/gittest"
	"consider/internal/treediff"
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

func fingerprintOf(ctx context.Context, r *gitrepo.Repo) (string, error) {
	reading, err := treediff.Fingerprint(ctx, r, 0, 0)
	if err != nil {
		return "", err
	}
	return reading.Print, nil
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

// alike returns the share of lines that two texts have in common.
func alike(a, b []byte) float64 {
	count := map[string]int{}
	x, y := bytes.Split(a, []byte("\n")), bytes.Split(b, []byte("\n"))
	for _, line := range x {
		count[string(line)]++
	}
	common := 0
	for _, line := range y {
		if count[string(line)] > 0 {
			count[string(line)]--
			common++
		}
	}
	return 2 * float64(common) / float64(len(x)+len(y))
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

// unreadable reports whether there is a repository whose checked-out commit is unknown.
func unreadable(t testing.TB, tree *gitrepo.Repo) bool {
	return tree.Project.GitDir != "" && tree.Head(t.Context()).Err() != nil
}

func itoa(n int) string { return strconv.Itoa(n) }

// blobID returns git's id of a text.
func blobID(text string) string {
	return fmt.Sprintf("%x", sha1.Sum(fmt.Appendf(nil, "blob %d\x00%s", len(text), text)))
}

func locate(t testing.TB, dir string) worktree.Project {
	t.Helper()
	p, err := worktree.Locate(dir)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func mkdir(t testing.TB, path string) string {
	t.Helper()
	if err := os.MkdirAll(path, 0o755); err != nil {
		t.Fatal(err)
	}
	return path
}

func symlink(t testing.TB, target, path string) {
	t.Helper()
	if err := os.Symlink(target, path); err != nil {
		t.Fatal(err)
	}
}
