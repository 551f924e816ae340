package proof

import (
	"context"
	"math/rand/v2"
	"os"
	"testing"
	"time"
)

// TestASoakShowsOneHistoryAndItsServersStaySmall: all kinds of clients for ten minutes at night, or for as long as SOAK says, and
// for some seconds in each run. They make about as many calls in each case, so that all of them can be checked.
func TestASoakShowsOneHistoryAndItsServersStaySmall(t *testing.T) {
	t.Parallel()
	long := time.Duration(often(600, 4)) * time.Second
	if s := os.Getenv("SOAK"); s != "" {
		var err error
		if long, err = time.ParseDuration(s); err != nil {
			t.Fatalf("SOAK: %v", err)
		}
	}
	s := sit(t, sample(t).Dir).with("XDG_CONFIG_HOME=" + os.Getenv("XDG_CONFIG_HOME"))
	s.program = build(t)
	ends, stop := context.WithTimeout(t.Context(), long)
	defer stop()
	more := func(int) bool {
		select {
		case <-ends.Done():
			return false
		case <-time.After(rand.N(long / 450)):
			return true
		}
	}
	r := &recording{t: t, began: time.Now(), soak: true}
	r.gather(s, 1, more, more, func(servers []server) {
		for i, of := range servers {
			if of.pid == 0 {
				continue // not an editor's
			}
			peak := peakOf(t, of.pid)
			t.Logf("after %v, server %d has used %d KiB at most", time.Since(r.began).Round(time.Second), i, peak)
			if peak > mostMemory {
				t.Errorf("server %d has used %d KiB, and may use %d", i, peak, mostMemory)
			}
		}
	})
}
