//go:build unix

package proof

import (
	"slices"
	"sync"
	"sync/atomic"
	"testing"
)

// TestAFullUninstallAmongWriters checks that writers report a missing or busy store, and never damage.
func TestAFullUninstallAmongWriters(t *testing.T) {
	t.Parallel()
	s := sit(t, sample(t).Dir)
	var busy atomic.Int64
	for range 3 {
		id := s.add("a.txt:2", "-m", "first")
		over := make(chan struct{})
		var all sync.WaitGroup
		for n := range 8 {
			all.Go(func() {
				for {
					select {
					case <-over:
						return
					default:
					}
					args := []string{"add", "a.txt:2", "-m", "more"}
					if n%2 == 0 {
						args = []string{"reply", id, "-m", "more"}
					}
					// done, not found in a new store, no store, busy
					if got := s.run(args...); !slices.Contains([]int{0, 10, 11, 13}, got.Code) {
						t.Errorf("%v beside it: %v", args, got)
					}
				}
			})
		}
		// On a slow disk, eight others can keep the store from it until it says that it is busy.
		patient(s, &busy, "uninstall", "--mode", "full", "--yes", "--as", "human")
		close(over)
		all.Wait()
		s.must("add", "a.txt:3", "-m", "the next")
		s.must("fsck")
	}
}
