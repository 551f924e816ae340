package worktree_test

import (
	"os"
	"path/filepath"
	"testing"

	"consider/internal/gittest"
	"consider/internal/worktree"
)

// TestDisksSpellingWins: on a disk that ignores letter case one file has one stored path; on other disks two files stay
// two.
func TestDisksSpellingWins(t *testing.T) {
	dir := gittest.TempDir(t)
	write(t, filepath.Join(dir, "ReadMe.txt"), "1")
	if got := worktree.Listed(dir, "README.TXT"); got != "ReadMe.txt" {
		t.Errorf("Listed = %q", got)
	}
	write(t, filepath.Join(dir, "a.txt"), "1")
	write(t, filepath.Join(dir, "A.TXT"), "2")
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if got, err := open(t, dir).Rel(dir, e.Name()); got != e.Name() || err != nil {
			t.Errorf("Rel(%q) = %q, %v", e.Name(), got, err)
		}
	}
}
