//go:build unix

package proof

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"consider/internal/gittest"
)

// TestSettingsOfAMainStoreThatCannotBeWrittenOrRead: an agent in a sandbox may write in its linked worktree only. The
// person's choices in the main store hold there, also when that can no longer be read.
func TestSettingsOfAMainStoreThatCannotBeWrittenOrRead(t *testing.T) {
	t.Parallel()
	r := sample(t)
	main := sit(t, r.Dir)
	main.must("config", "resolve", "human", "--as", "human")
	main.must("config", "memory", "off", "--as", "human")
	dir := filepath.Join(gittest.TempDir(t), "side")
	r.Git("worktree", "add", "-q", dir, "-b", "side")
	side := sit(t, dir)
	side.program = build(t)
	if os.Geteuid() == 0 {
		side.user = nobody
		open(t, r.Dir)
		open(t, dir)
		if err := os.Chown(dir, int(nobody.Uid), int(nobody.Gid)); err != nil {
			t.Fatal(err)
		}
	}
	store := filepath.Join(r.Dir, ".consider")
	protect(t, store)
	if reason := side.cannotStart(); reason != "" {
		t.Skipf("another user cannot get at the test's folder: %s", reason)
	}
	side = side.with("CLAUDECODE=1")
	for _, when := range []string{"readable", "unreadable"} {
		id := into[one](side, side.must("add", "a.txt:3", "-m", when, "--json")).Thread.ID
		if got := side.must("resolve", id); !strings.Contains(got.Out, "proposes") {
			t.Errorf("the main store is %s: %s", when, got.Out)
		}
		side.refused([]int{16}, "memory", "create", "/memories/a.md", "-m", when)
		if err := os.Chmod(store, 0); err != nil {
			t.Fatal(err)
		}
	}
	side.must("list", "--json")
	side.must("summary", "--json")
}
