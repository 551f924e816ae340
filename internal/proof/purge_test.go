//go:build unix

package proof

import (
	"fmt"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"consider/internal/gittest"
)

// TestAPurgeThatIsKilledLosesNothingAndIsFinished kills purges at any moment.
func TestAPurgeThatIsKilledLosesNothingAndIsFinished(t *testing.T) {
	t.Parallel()
	r := sample(t)
	dir := filepath.Join(gittest.TempDir(t), "side")
	r.Git("worktree", "add", "-q", dir, "-b", "side")
	key := "XDG_CONFIG_HOME=" + t.TempDir()
	main, side := sit(t, r.Dir).with(key).inProcess(), sit(t, dir).with(key).inProcess()
	target := main
	target.program = build(t)
	main.must("config", "memory.backend", "secret", "--as", "human")
	luck := chance(t)
	reach := 300 * time.Millisecond
	killed, through := 0, 0
	for round := range often(12, 4) {
		main.must("config", "memory.backend", "workspace", "--as", "human")
		for i, s := range []seat{side, main} {
			s.must("memory", "create", fmt.Sprintf("/memories/plain-%d-%d.md", round, i), "-m", fmt.Sprintf("PLAIN words %d", round))
			s.add("a.txt:3", "-m", fmt.Sprintf("thread %d", round))
		}
		main.must("config", "memory.backend", "secret", "--as", "human")
		threads, mine := len(main.list("--workflow", "all").Threads), len(side.list("--workflow", "all").Threads)
		total := len(main.list("--all-worktrees", "--workflow", "all").Threads)
		purge := []string{"memory", "purge", "--yes", "--force", "--as", "human"}
		began := time.Now()
		shot := target.shoot(syscall.SIGKILL, time.Duration(luck.Int64N(int64(reach))), purge...)
		if shot.code == 0 {
			reach = time.Since(began)
			through++
		} else {
			reach = reach * 11 / 10
			killed++
		}
		sound(main)
		if round%2 == 0 {
			side.add("a.txt:4", "-m", "meanwhile")
			mine++
			total++
		}
		main.must(purge...)
		sound(main)
		if all := r.Git("--git-dir=.consider", "cat-file", "--batch-all-objects", "--batch"); strings.Contains(all, "PLAIN") || strings.Contains(all, "plain-") {
			t.Fatalf("round %d: plain words are left", round)
		}
		if n, m := len(main.list("--workflow", "all").Threads), len(side.list("--workflow", "all").Threads); n != threads || m != mine {
			t.Fatalf("round %d: %d and %d threads, want %d and %d", round, n, m, threads, mine)
		}
		if all := len(main.list("--all-worktrees", "--workflow", "all").Threads); all != total {
			t.Fatalf("round %d: %d threads of all worktrees, want %d", round, all, total)
		}
	}
	t.Logf("%d purges were killed, %d got through", killed, through)
}

// TestAPurgedStoreStaysOnesOwn: the commit by which an earlier release's store is known is the one that the purge replaces.
func TestAPurgedStoreStaysOnesOwn(t *testing.T) {
	t.Parallel()
	r := sample(t)
	s := sit(t, r.Dir).athome(t.TempDir())
	old := s.with(oldLines + "=1")
	old.must("memory", "create", "/memories/plain.md", "-m", "PLAIN words")
	id := old.add("a.txt:3", "-m", "stays")
	s.must("config", "memory.backend", "secret", "--as", "human")
	if got := s.must("memory", "purge", "--yes", "--force", "--as", "human"); strings.Contains(got.Err, "elsewhere") {
		t.Error(got.Err)
	}
	s.must("reply", id, "-m", "and goes on", "--as", "human")
	if got := s.get(id).Thread[0].Author; got != "human" {
		t.Errorf("it is by %s", got)
	}
}
