package anchor

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestNothingSpeaksForMoreThanItsOutlook moves blocks of generated texts into other files, edited or not, and deletes some.
func TestNothingSpeaksForMoreThanItsOutlook(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 20))
	believed, hopeless := 0, 0
	for range 300 {
		from, _ := generated(120)
		then, _ := generated(90 + r.IntN(60))
		lines := strings.SplitAfter(string(from), "\n")
		lo := r.IntN(80)
		block := append([]string{}, lines[lo:lo+20]...)
		for i := range block {
			if r.IntN(5) == 0 {
				block[i] = fmt.Sprintf("\tedited := %d // %s", r.IntN(100), block[i])
			}
		}
		now := string(then)
		if r.IntN(3) > 0 {
			at := strings.Index(now, "\n\n") + 1
			now = now[:at] + strings.Join(block, "") + now[at:]
		}
		ground := NewTargetFile(then, []byte(now))
		gone := RemovedAll(from)
		for start := lo + 1; start < lo+18; start += 4 {
			at := gone.In(ground).Place(start, start+2)
			checkOutlook(t, gone, ground, start, start+2, at)
			if at.Believable() {
				believed++
			}
			if !ground.Outlook(gone, start, start+2).Promising() {
				hopeless++
			}
		}
	}
	if believed < 100 || hopeless < 100 {
		t.Fatalf("%d were believed and %d could not be: the cases say nothing", believed, hopeless)
	}
}
