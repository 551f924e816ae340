package mcpserver

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

// The protocol wants progress to rise, and work in several parts counts each from the beginning.
func TestProgressIsToldSeldomAndOnlyRises(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var told []int
		tell := throttle(time.Second, func(done, _ int) { told = append(told, done) })
		for _, part := range []int{100, 300} {
			for i := range part {
				time.Sleep(30 * time.Millisecond) // of the bubble's clock
				tell(i+1, part)
			}
		}
		if diff := cmp.Diff([]int{34, 68, 69, 103, 137, 171, 205, 239, 273}, told); diff != "" {
			t.Error(diff)
		}
	})
}
