package proof

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"consider/internal/gittest"
)

// sandboxed returns a seat in dir from which nothing can be written to the folder main. It is false where no mount can be
// made.
func sandboxed(t *testing.T, main, dir string) (seat, bool) {
	t.Helper()
	unshare := "unshare --mount"
	if os.Geteuid() != 0 {
		unshare = "unshare --map-root-user --mount"
	}
	script := filepath.Join(t.TempDir(), "sandboxed")
	text := "#!/bin/sh\nexec " + unshare + ` sh -c 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && cd "$1" && shift && exec "$@"' '` +
		main + "' '" + dir + "' '" + build(t) + `' "$@"` + "\n"
	if err := os.WriteFile(script, []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
	s := sit(t, dir)
	s.program = script
	if out, err := exec.CommandContext(t.Context(), script, "version").CombinedOutput(); err != nil {
		t.Logf("no sandbox: %v: %s", err, out)
		return s, false
	}
	return s, true
}

// TestWhatSandboxedAgentsWriteIsTakenOverOnce: agents write in their worktrees' outboxes, while commands outside the sandbox
// that take them over are killed.
func TestWhatSandboxedAgentsWriteIsTakenOverOnce(t *testing.T) {
	t.Parallel()
	worktrees, each := often(8, 3), often(125, 5)
	r := sample(t)
	main := sit(t, r.Dir).inProcess()
	target := main
	target.program = build(t)
	id := main.add("a.txt:1", "-m", "all talk here")
	var sides []seat
	for w := range worktrees {
		dir := filepath.Join(gittest.TempDir(t), fmt.Sprintf("w%d", w))
		r.Git("worktree", "add", "-q", dir)
		s, ok := sandboxed(t, r.Dir, dir)
		if !ok {
			return
		}
		sides = append(sides, s)
	}
	random := chance(t)
	seeds := [2]uint64{random.Uint64(), random.Uint64()}
	reach := 2 * target.run("list", "--json").Took // follows what there is to take over, so that kills hit all steps
	stop := make(chan struct{})
	var killing, writing sync.WaitGroup
	var killed, busy atomic.Int64
	killing.Go(func() {
		random := rand.New(rand.NewPCG(seeds[0], seeds[1]))
		for {
			select {
			case <-stop:
				return
			default:
			}
			began := time.Now()
			if target.shoot(syscall.SIGKILL, time.Duration(random.Int64N(int64(reach))), "list", "--json").code == -1 {
				killed.Add(1)
				reach = reach * 3 / 2
			} else {
				reach = 2 * time.Since(began)
			}
		}
	})
	for w, s := range sides {
		writing.Go(func() {
			for i := range each {
				patient(s, &busy, "reply", id, "--json", "--name", fmt.Sprintf("w%d", w), "-m", fmt.Sprintf("%d of w%d", i, w))
			}
		})
	}
	writing.Wait()
	close(stop)
	killing.Wait()
	main.list()
	if got := eachOnceAndInOrder(t, main.get(id)); got != worktrees*each {
		t.Errorf("%d replies of %d", got, worktrees*each)
	}
	sound(main)
	for _, s := range sides {
		if got := s.get(id); len(got.Thread) != worktrees*each {
			t.Errorf("in %s there are %d replies", filepath.Base(s.dir), len(got.Thread))
		}
		sound(s)
	}
	t.Logf("%d sandboxes x %d replies, %d commands killed, %d times busy", worktrees, each, killed.Load(), busy.Load())
}
