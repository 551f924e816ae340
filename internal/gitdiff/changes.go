package gitdiff

import (
	"slices"

	"consider/internal/linemap"
)

// changes marks the lines of two texts that were removed and those that were added. Lines are numbers, equal for equal
// lines. The slices have one element more than there are lines, which is false.
type changes struct{ out, in []bool }

// changesOf compares two texts by the greedy search of Myers (1986) from both ends at once, with git's shortcuts: lines
// without a partner are skipped, and with them common lines among them, and a search that takes long is ended at a path
// that is good enough. kinds is how many numbers there are.
func changesOf(a, b []int32, kinds int) changes {
	marks := make([]bool, len(a)+len(b)+2)
	c := changes{marks[: len(a)+1 : len(a)+1], marks[len(a)+1:]}
	from := 0
	for from < len(a) && from < len(b) && a[from] == b[from] {
		from++
	}
	toA, toB := len(a), len(b)
	for toA > from && toB > from && a[toA-1] == b[toB-1] {
		toA, toB = toA-1, toB-1
	}
	if toA == from || toB == from {
		fill(c.out[from:toA])
		fill(c.in[from:toB])
		return c
	}
	inA, inB := linemap.Tally(a, kinds), linemap.Tally(b, kinds)
	s := newSearch(worthwhile(a, inB, from, toA, c.out), worthwhile(b, inA, from, toB, c.in), a, b)
	s.compare(0, len(s.a), 0, len(s.b), false)
	for i, line := range s.lineA {
		c.out[line] = s.out[i]
	}
	for i, line := range s.lineB {
		c.in[line] = s.in[i]
	}
	return c
}

func fill(marks []bool) {
	for i := range marks {
		marks[i] = true
	}
}

// worthwhile lists the lines from from to to that are searched for a partner, and marks the others as changed: lines
// that the other text does not have, and common ones among them.
func worthwhile(lines, others []int32, from, to int, changed []bool) []int32 {
	common := min(int32(roughRoot(len(lines))), maxEqual)
	state := make([]byte, to-from)
	for i := range state {
		switch n := others[lines[from+i]]; {
		case n >= common:
			state[i] = isCommon
		case n > 0:
			state[i] = isFound
		}
	}
	kept := make([]int32, 0, len(state))
	for i, s := range state {
		if s == isFound || s == isCommon && !lost(state, i) {
			kept = append(kept, int32(from+i))
		} else {
			changed[from+i] = true
		}
	}
	return kept
}

const (
	isAlone = iota // the other text has no such line
	isFound
	isCommon
)

// lost reports whether a common line is among lines without a partner: some on each side, and few other common ones.
func lost(state []byte, i int) bool {
	alone, common := 0, 0
	for _, by := range []int{-1, 1} {
		before := alone
		for k := i + by; k >= 0 && k < len(state) && k >= i-windowAround && k <= i+windowAround && state[k] != isFound; k += by {
			if state[k] == isAlone {
				alone++
			} else {
				common++
			}
		}
		if alone == before {
			return false
		}
	}
	common += 2 // the line itself, seen from both sides
	return common*commonShare < common+alone
}

// roughRoot is about the square root of n, a power of two.
func roughRoot(n int) int {
	root := 1
	for ; n > 0; n >>= 2 {
		root <<= 1
	}
	return root
}

// search compares the lines that are worthwhile. The mirrored lists are for the way back.
type search struct {
	a, b             []int32 // numbers of the lines
	mirrorA, mirrorB []int32
	lineA, lineB     []int32 // line numbers in the texts
	out, in          []bool
	there, back      []int // room for the two fronts
	limit            int
}

func newSearch(lineA, lineB, a, b []int32) *search {
	pick := func(lines, all []int32) (picked, mirrored []int32) {
		picked = make([]int32, len(lines))
		for i, line := range lines {
			picked[i] = all[line]
		}
		mirrored = slices.Clone(picked)
		slices.Reverse(mirrored)
		return picked, mirrored
	}
	s := &search{lineA: lineA, lineB: lineB, out: make([]bool, len(lineA)), in: make([]bool, len(lineB))}
	s.a, s.mirrorA = pick(lineA, a)
	s.b, s.mirrorB = pick(lineB, b)
	diagonals := len(s.a) + len(s.b) + 3
	s.limit = max(roughRoot(diagonals), patience)
	s.there, s.back = make([]int, diagonals), make([]int, diagonals)
	return s
}

// compare marks the differences between two stretches. It cuts them in two at a point of a best path or, with exact
// unset, of a path that is good enough.
func (s *search) compare(a0, a1, b0, b1 int, exact bool) {
	for a0 < a1 && b0 < b1 && s.a[a0] == s.b[b0] {
		a0, b0 = a0+1, b0+1
	}
	for a0 < a1 && b0 < b1 && s.a[a1-1] == s.b[b1-1] {
		a1, b1 = a1-1, b1-1
	}
	if a0 == a1 || b0 == b1 {
		fill(s.out[a0:a1])
		fill(s.in[b0:b1])
		return
	}
	p := s.passing(a0, a1, b0, b1, exact)
	s.compare(a0, a0+p.x, b0, b0+p.y, p.exactBefore)
	s.compare(a0+p.x, a1, b0+p.y, b1, p.exactAfter)
}

// point is where a path passes. Where it was taken unproven, one side of it is known to be cheap and is searched to
// the end.
type point struct {
	x, y                    int
	exactBefore, exactAfter bool
}

// passing finds a point on the path with the fewest changes: where the paths from the start and those from the end
// meet.
func (s *search) passing(a0, a1, b0, b1 int, exact bool) point {
	n, m := a1-a0, b1-b0
	there := newFront(s.a[a0:a1], s.b[b0:b1], s.there, -1)
	back := newFront(s.mirrorA[len(s.a)-a1:len(s.a)-a0], s.mirrorB[len(s.b)-b1:len(s.b)-b0], s.back, 1)
	odd := (n-m)%2 != 0
	for cost := 1; ; cost++ {
		long := there.advance()
		if x, y, ok := there.meets(back, odd); ok {
			return point{x, y, true, true}
		}
		long = back.advance() || long
		if x, y, ok := back.meets(there, !odd); ok {
			return point{n - x, m - y, true, true}
		}
		if exact {
			continue
		}
		if long && cost > patience {
			if x, y, ok := there.promising(cost); ok {
				return point{x, y, true, false}
			}
			if x, y, ok := back.promising(cost); ok {
				return point{n - x, m - y, false, true}
			}
		}
		if cost >= s.limit {
			x, y := there.furthest()
			u, v := back.furthest()
			if u+v < x+y {
				return point{x, y, true, false}
			}
			return point{n - u, m - v, false, true}
		}
	}
}
