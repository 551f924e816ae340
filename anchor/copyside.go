package anchor

import "consider/internal/linemap"

const (
	// copyReach is how many equal lines two copies are walked along, and how many new lines before them are passed.
	// copySkip is how many lines only one of them may have before the next line that both have.
	copyReach = 96
	copySkip  = 6
	// afterCopy is how many lines at its end may decide where a whole copy ends; otherwise the first copy is the
	// original.
	afterCopy = 2
	// lone caps what the present partner of a line counts when it would be given up.
	lone = 40
)

// copyside is the side of two texts that has one copy more. owner maps its lines to the other side, back is the reverse.
type copyside struct {
	*linemap.Side
	r           *resolver
	other       *linemap.Side
	owner, back []int32
	inNew       bool
}

// twins are two equal lines of one side; the second has a partner. speaks is how strongly the lines before them that only
// one copy has speak for giving that partner to the first.
type twins struct{ free, taken, speaks int32 }

// old returns line x, or its partner if that is the old line of the two.
func (t *copyside) old(x int32) int32 {
	if t.inNew {
		return t.owner[x]
	}
	return x
}

// before returns the partner of the line before x. When x is the first line in direction dir, it returns the end of the
// other side and true.
func (t *copyside) before(x, dir int32) (last int32, first bool) {
	switch b := x - dir; {
	case b < 0:
		return -1, true
	case int(b) == len(t.owner):
		return int32(len(t.back)), true
	default:
		return t.owner[b], false
	}
}

// isBound reports whether the run of matched lines that ends with x has a line that is unique in both texts.
func (t *copyside) isBound(x, dir int32) bool {
	for range copyReach {
		if t.isUniqueMatch(x) {
			return true
		}
		next := x + dir
		if next < 0 || int(next) >= len(t.owner) || t.owner[next] == linemap.None || t.owner[next]-t.owner[x] != dir {
			return false
		}
		x = next
	}
	return false
}

// isUniqueMatch reports whether a line is unique in both texts, and matched.
func (t *copyside) isUniqueMatch(x int32) bool {
	p, id := t.r.pair, t.Norm[x]
	return p.CountA[id] == 1 && p.CountB[id] == 1 && t.Lines[x].Weight >= linemap.Trivial && t.equalPair(x)
}

func (t *copyside) isOutside(y int32) bool { return y < 0 || int(y) >= len(t.back) }

// equalPair reports whether a line has a partner that is equal to it.
func (t *copyside) equalPair(i int32) bool {
	p := t.owner[i]
	return p != linemap.None && t.back[p] == i && t.Norm[i] == t.other.Norm[p]
}

// gain is how much of lines lo to hi of this side is in the free lines from to upto of the other side (ends are
// exclusive, in direction dir). When only this copy would lose them, each missing line costs its weight.
func (t *copyside) gain(lo, hi, from, upto, dir int32, alone bool) int32 {
	n, k := int((hi-lo)*dir), int((upto-from)*dir)
	sum := int32(0)
	cost := func(x int) int32 {
		if !alone {
			return 0
		}
		return min(t.Lines[lo+int32(x)*dir].Weight, maxRangeWeight)
	}
	for x := range n {
		sum -= cost(x)
	}
	sim := func(x, y int) int32 {
		i, j := lo+int32(x)*dir, from+int32(y)*dir
		w := 1 + min(t.Lines[i].Weight, maxRangeWeight)
		if t.back[j] != linemap.None && t.back[j] != i {
			return 0
		}
		if t.inNew {
			i, j = j, i
		}
		if s := t.r.gapSimilarity(i, j); s >= similarEnough {
			return s*w/full + cost(x)
		}
		return 0
	}
	linemap.InOrder(n, k, sim, func(x, y int) { sum += sim(x, y) })
	return sum
}
