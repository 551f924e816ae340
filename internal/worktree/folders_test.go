package worktree

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// TestFoldersThatHoldNoOthersAreLeftOut: every folder that contains an unlisted folder stays, even if a listed one is
// gone or listed twice.
func TestFoldersThatHoldNoOthersAreLeftOut(t *testing.T) {
	root := t.TempDir()
	for _, dir := range []string{".git", "plain", "full/listed", "other/listed", "other/hidden", "gone/hidden", "twice/listed", "twice/hidden", "deep/er/hidden", "private/.consider"} {
		if err := os.MkdirAll(filepath.Join(root, filepath.FromSlash(dir)), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(root, "plain", "file"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	s := folderSearch{t: Open(Project{Root: root}), skipped: map[string]bool{"twice/listed": true}}
	listed := []string{"", "plain", "full", "full/listed", "other", "other/listed", "gone", "gone/listed", "twice", "twice/listed", "twice/listed", "deep", "deep/er", "private"}
	unsure, err := s.unsure(listed)
	if err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{"", "other", "gone", "twice", "deep/er", "private"} {
		if !slices.Contains(unsure, dir) {
			t.Errorf("%q is left out, and it holds a folder", dir)
		}
	}
	at, err := openAt(root)
	if err != nil {
		t.Fatal(err)
	}
	defer at.close()
	if n, _, _ := at.links("full"); n == 3 { // the disk counts folders
		for _, dir := range []string{"plain", "full", "full/listed", "deep"} {
			if slices.Contains(unsure, dir) {
				t.Errorf("%q is to be read", dir)
			}
		}
	}
}
