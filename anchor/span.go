package anchor

import (
	"slices"

	"consider/internal/linemap"
)

const (
	// maxRangeWeight caps what one line of a range weighs.
	maxRangeWeight = 60
	// survives is the share of a range's text that must be left.
	survives = 380
	// lookback bounds how many lines back a chain may jump.
	lookback = 128
	// maxInside bounds how far two neighbours of a range may drift apart.
	maxInside = 200
)

// span is the hull of the heaviest consistent chain of a range's lines.
type span struct {
	lo, hi   int32 // lines of B
	lines    []int32
	survived int64 // weight times similarity of what survived
	total    int32
	hasBody  bool // more than trivial lines survived
	block    bool // the head of the range's block, and where the block ends
	guess    bool // an end was found by its place alone
}

// spanOf collects where lines a0 to a1 (inclusive) of A went. When lines went different ways, the heavier part wins.
func (r *resolver) spanOf(a0, a1 int32) span {
	var s span
	var at, prev []int32
	var sum []int64
	best := -1
	for a := a0; a <= a1; a++ {
		w := min(r.weight(a), maxRangeWeight) + 1
		s.total += w
		if r.To[a] == linemap.None {
			continue
		}
		k := len(at)
		at, prev, sum = append(at, a), append(prev, -1), append(sum, 0)
		mine := int64(w) * int64(r.sim[a])
		for j := k - 1; j >= 0 && k-j <= lookback; j-- {
			if r.follows(at[j], a) && sum[j] > sum[k] {
				sum[k], prev[k] = sum[j], int32(j)
			}
		}
		sum[k] += mine
		if best < 0 || sum[k] > sum[best] {
			best = k
		}
	}
	s.hi = -1
	for k := int32(best); k >= 0; k = prev[k] {
		a := at[k]
		s.lines = append(s.lines, a)
		s.lo = r.To[a]
		s.hi = max(s.hi, r.last[a])
		s.hasBody = s.hasBody || r.weight(a) >= linemap.Trivial
	}
	if best >= 0 {
		s.survived = sum[best]
	}
	return s
}

// follows reports whether line y of A still comes after line x in B, and not much further away than before. A larger
// distance is fine when everything between them is new: lines inserted into a range belong to it.
func (r *resolver) follows(x, y int32) bool {
	d := r.To[y] - r.To[x]
	if d == 0 {
		return r.how[x] == byReflow || r.how[y] == byReflow
	}
	if d < 0 || d > maxInside {
		return false
	}
	near := 2*(y-x) + 12
	if min(r.weight(x), r.weight(y)) < linemap.Trivial {
		near = y - x + 1
	}
	return d <= near || r.areOnlyNewBetween(x, y)
}

// areOnlyNewBetween reports whether no line from outside x to y lies between their places.
func (r *resolver) areOnlyNewBetween(x, y int32) bool {
	return !slices.ContainsFunc(r.From[r.To[x]+1:r.To[y]], func(a int32) bool { return a != linemap.None && (a < x || a > y) })
}
