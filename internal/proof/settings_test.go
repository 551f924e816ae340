//go:build unix

package proof

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"consider/internal/gittest"
)

// TestSettingsOfAMainStoreThatCannotBeWrittenOrRead: an agent in a sandbox may write in its linked worktree only. While it
// can read the main store, what the person chose there holds; when it cannot, the memory is refused and never plain.
func TestSettingsOfAMainStoreThatCannotBeWrittenOrRead(t *testing.T) {
	t.Parallel()
	r := sample(t)
	main := sit(t, r.Dir)
	main.must("config", "resolve", "human", "--as", "human")
	main.must("config", "memory.backend", "branch", "--as", "human")
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
	id := into[one](side, side.must("add", "a.txt:3", "-m", "one", "--json")).Thread.ID
	if got := side.must("resolve", id); !strings.Contains(got.Out, "proposes") {
		t.Errorf("the main store can be read: %s", got.Out)
	}
	if got := side.must("config", "--json"); !strings.Contains(got.Out, `"memory.backend":"main worktree"`) {
		t.Errorf("config: %s", got.Out)
	}
	side.must("memory", "create", "/memories/a.md", "-m", "readable")

	if err := os.Chmod(store, 0); err != nil {
		t.Fatal(err)
	}
	got := side.refused([]int{16}, "memory", "create", "/memories/b.md", "-m", "PLAIN", "--json")
	if a, err := got.answer(); err != nil || a.Error.Kind != "denied" || len(a.Error.Hints) < 2 || !strings.Contains(a.Error.Hints[0], store) {
		t.Errorf("create: %s", got.Out)
	}
	if got := side.must("config", "memory"); !strings.Contains(got.Out, "memory=off  (the main worktree's settings cannot be read)") {
		t.Errorf("config: %s", got.Out)
	}
	side.must("list", "--json")
	side.must("summary", "--json")
}
