package gitdir_test

import (
	"os"
	"path/filepath"
	"testing"

	"consider/internal/gitdir"
	"consider/internal/worktree"
)

// A clone that shares the objects of a large repository has no packs of its own, and is as slow to read here.
func TestThePacksOfAlternatesCount(t *testing.T) {
	large, shared := t.TempDir(), t.TempDir()
	for _, dir := range []string{large, shared} {
		if err := os.MkdirAll(filepath.Join(dir, "objects", "pack"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	index := filepath.Join(large, "objects", "pack", "pack-1.idx")
	if err := os.WriteFile(index, make([]byte, 5<<20), 0o644); err != nil {
		t.Fatal(err)
	}
	if project := (worktree.Project{CommonDir: shared}); gitdir.SlowPacks(project) {
		t.Error("slow without packs")
	}
	if err := os.MkdirAll(filepath.Join(shared, "objects", "info"), 0o755); err != nil {
		t.Fatal(err)
	}
	alternates := filepath.Join(shared, "objects", "info", "alternates")
	if err := os.WriteFile(alternates, []byte(filepath.Join(large, "objects")+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if project := (worktree.Project{CommonDir: shared}); !gitdir.SlowPacks(project) {
		t.Error("not slow with a large index of an alternate")
	}
}
