package anchor

import "consider/internal/linemap"

// walker walks along two copies of one side in direction dir, from line x, which has no partner, and line o, which has
// one.
type walker struct {
	*copyside
	dir, x, o, end int32
	first, last    int32 // the lines of the other side at which the walk began, and that it passed last
	speaks         int32
	bound          bool    // a line that is unique in both texts shows which copy the lines before the walk belong to
	skipped        bool    // lines that only one copy has were passed over
	passed         bool    // the walk began behind a line whose match counts as chance
	way            []twins // lines that both copies have and whose partners could be exchanged
}

func (w *walker) walk() {
	for len(w.way) < copyReach && w.within(w.x, w.o) {
		switch {
		case w.owner[w.x] == linemap.None && w.IsSame(w.x, w.o) && w.owner[w.o] == linemap.None:
		case w.crossable(w.x, w.o):
			if w.owner[w.x] != linemap.None {
				w.speaks += lone - min(w.Lines[w.x].Weight, lone)
			}
			w.way = append(w.way, twins{w.x, w.o, w.speaks})
			w.last = w.owner[w.o]
		default:
			if !w.skip() {
				return
			}
			continue
		}
		w.x, w.o = w.x+w.dir, w.o+w.dir
	}
}

func (w *walker) within(x, o int32) bool {
	return (w.end-x)*w.dir > 0 && o >= 0 && int(o) < len(w.owner) && x >= 0
}

// free reports whether a line has no partner, or one that the walk has passed: among copies such a match is chance.
func (w *walker) free(x int32) bool {
	p := w.owner[x]
	return p == linemap.None || (p-w.first)*w.dir > 0 && (w.last-p)*w.dir >= 0 && w.back[p] == x
}

// crossable reports whether line x, which is free, could have the partner of line o.
func (w *walker) crossable(x, o int32) bool {
	return w.free(x) && w.IsSame(x, o) && w.equalPair(o) && (w.owner[o]-w.last)*w.dir > 0
}

// skip goes to the next lines that both copies have, over as few lines of a single copy as possible.
func (w *walker) skip() bool {
	for d := int32(1); d <= copySkip; d++ {
		for k := int32(0); k <= d; k++ {
			i, j := w.x+k*w.dir, w.o+(d-k)*w.dir
			if !w.within(i, j) || !w.isUnmatched(w.x, i) || !w.isUnmatched(w.o, j) {
				continue
			}
			if w.crossable(i, j) && w.hasEvidence(i, j) {
				w.pass(i, j)
				w.skipped = true
				return true
			}
		}
	}
	return false
}

// pass goes on to lines i and j. The lines before them that only one copy has decide which copy the lines between them
// on the other side belong to.
func (w *walker) pass(i, j int32) {
	from, upto := w.last+w.dir, w.owner[j]
	for (upto-from)*w.dir > copySkip {
		upto -= w.dir
	}
	if from == upto && w.bound {
		w.x, w.o = i, j
		return
	}
	o, alone := w.o, true
	if len(w.way) == 0 && o == j { // the lines of the other copy are before its first line that has a partner
		alone = false
		for k := int32(0); k < (i-w.x)*w.dir && o-w.dir != w.x && w.owner[o-w.dir] == linemap.None; k++ {
			o -= w.dir
		}
	}
	if !w.bound {
		for y := w.x; y != i; y += w.dir {
			w.speaks -= min(w.Lines[y].Weight, maxRangeWeight)
		}
	}
	w.speaks += w.gain(w.x, i, from, upto, w.dir, true) - w.gain(o, j, from, upto, w.dir, alone)
	w.x, w.o = i, j
}

// hasEvidence reports whether the equal lines from i and j on include one that is not trivial.
func (w *walker) hasEvidence(i, j int32) bool {
	for range copySkip {
		if !w.within(i, j) || !w.IsSame(i, j) {
			return false
		}
		if w.Lines[i].Weight >= linemap.Trivial {
			return true
		}
		i, j = i+w.dir, j+w.dir
	}
	return false
}

// isUnmatched reports whether no line from i up to j has a partner that equals it.
func (w *walker) isUnmatched(i, j int32) bool {
	for ; i != j; i += w.dir {
		if w.owner[i] != linemap.None && w.equalPair(i) {
			return false
		}
	}
	return true
}

// best returns how many of the exchangeable lines should change partners, by the evidence of the lines that only one copy
// has. Between places with equal evidence it chooses the one that fits the end of a block best.
func (w *walker) best(x, o int32) int {
	n := len(w.way)
	if n == 0 || w.reachedHead() {
		return 0
	}
	lowest, highest := 0, n
	if w.isWholeCopy(w.way[n-1].free + w.dir) {
		if w.dir > 0 {
			lowest = max(n-afterCopy, 0)
		} else {
			highest = min(afterCopy, n)
		}
	}
	weight := int32(0)
	for _, p := range w.way {
		weight += min(w.Lines[p.free].Weight, lone)
	}
	if weight < w.minWeight() {
		return 0
	}
	best, speaks, score := -1, int32(0), linemap.SplitScore{}
	for k := lowest; k <= highest; k++ {
		s, sp := w.score(x, o), int32(0)
		if k > 0 {
			p := w.way[k-1]
			s, sp = w.score(p.free+w.dir, p.taken+w.dir), p.speaks
		}
		if best < 0 || sp > speaks || sp == speaks && s.Less(score) {
			best, speaks, score = k, sp, s
		}
	}
	return best
}

// reachedHead reports whether an upward walk reached the head of the copy that has the lines, while the head of the
// other copy is gone.
func (w *walker) reachedHead() bool {
	return w.dir < 0 && w.within(w.x, w.o) && w.isUniqueMatch(w.o) && w.owner[w.x] == linemap.None
}

// headDecides reports whether the head of one of the two copies shows which copy the lines belong to.
func (w *walker) headDecides() bool {
	n := len(w.way)
	if n == 0 || w.isWholeCopy(w.way[n-1].free+w.dir) {
		return false
	}
	return w.reachedHead() || w.dir > 0 && w.bound
}

// isWholeCopy reports whether only blank lines are between line x and the other copy: then the lines that only this
// side has are a whole copy.
func (w *walker) isWholeCopy(x int32) bool {
	for x != w.end && w.Lines[x].Blank() {
		x += w.dir
	}
	return x == w.end
}

// score is how well the break fits when only this side has the lines from x up to o.
func (w *walker) score(x, o int32) linemap.SplitScore {
	if w.dir < 0 {
		x, o = o+1, x+1
	}
	return linemap.ScoreAt(w.Indents(), x, o)
}

// minWeight is the weight that the lines of both copies need when the walk passed more than equal lines. It is higher
// when the walk began behind a line whose match counts as chance.
func (w *walker) minWeight() int32 {
	switch {
	case w.passed && !w.bound:
		return 4 * lone
	case w.passed || w.skipped:
		return lone
	}
	return 0
}
