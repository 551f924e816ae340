package gittest

import (
	"fmt"
	"math/rand"
	"slices"
	"strings"
)

// Edited returns a text of n lines with many repeats, and the same text after random edits. from gives for each line of
// changed the index of the same line in old, or -1 if the line is new, a copy or changed.
func Edited(rng *rand.Rand, n int) (old, changed []string, from []int) {
	pool := []string{"", "}", "\t}", "\treturn err", "\tif err != nil {", "func f() {", "\tx := 1"}
	line := func() string {
		if rng.Intn(2) == 0 {
			return pool[rng.Intn(len(pool))]
		}
		return fmt.Sprintf("\tcall%d(argument%d, other)", rng.Intn(n), rng.Intn(9))
	}
	for range n {
		old = append(old, line())
	}
	for i := 0; i < len(old); i++ {
		switch rng.Intn(12) {
		case 0:
		case 1:
			changed, from = append(changed, line(), old[i]), append(from, -1, i)
		case 2:
			changed, from = append(changed, strings.Replace(old[i], "other", "another", 1)), append(from, -1)
			if changed[len(changed)-1] == old[i] {
				from[len(from)-1] = i
			}
		case 3:
			k := rng.Intn(len(old))
			copied := old[k:min(k+3, len(old))]
			changed, from = append(changed, copied...), append(from, slices.Repeat([]int{-1}, len(copied))...)
		default:
			changed, from = append(changed, old[i]), append(from, i)
		}
	}
	return old, changed, from
}
