package linemap

import (
	"cmp"
	"slices"
)

// The penalties of git's indent heuristic (Michael Haggerty, 2016, xdiffi.c),
// found there by fitting to diffs that people had judged.
const (
	betweenCopies   = 2
	startOfFile     = 1
	endOfFile       = 21
	totalBlank      = -30
	postBlank       = 6
	relIndent       = -4
	relIndentBlank  = 10
	relOutdent      = 24
	relOutdentBlank = 17
	relDedent       = 23
	relDedentBlank  = 17
	indentWeight    = 60
	MaxSliding      = 100
	maxBlanks       = 20
	lopsidedBy      = 2 // how much larger than its neighbour a group must be
)

// Slide moves every insertion and deletion to where a reader would say it is: a
// block that could begin one line earlier or later begins where the indentation
// says. With lopsided set, a deletion also slides when a smaller insertion is
// next to it, and the reverse: a caller sets it once it knows that the smaller
// one is not a changed form of the larger.
func (m *Map) Slide(p *Pair, lopsided bool) {
	slider{&p.B, m.From, m.To, lopsided}.all()
	slider{&p.A, m.To, m.From, lopsided}.all()
}

// slider slides the groups of unmatched lines of one side. owner maps this
// side to the other, back the other to this one.
type slider struct {
	*Side
	owner    []int32
	back     []int32
	lopsided bool
}

func (t slider) all() {
	n := int32(len(t.owner))
	for s := int32(0); s < n; s++ {
		if t.owner[s] != None {
			continue
		}
		e := s
		for e < n && t.owner[e] == None {
			e++
		}
		if t.mayslide(s, e) {
			_, e = t.group(s, e)
		}
		s = e
	}
}

// mayslide reports whether nothing is unmatched on the other side of a group,
// or little when the group may be lopsided.
func (t *slider) mayslide(s, e int32) bool {
	before, after := None, int32(len(t.back))
	if s > 0 {
		before = t.owner[s-1]
	}
	if int(e) < len(t.owner) {
		after = t.owner[e]
	}
	across := after - before - 1
	return across == 0 || t.lopsided && across > 0 && e-s >= lopsidedBy*across+2 &&
		!slices.ContainsFunc(t.back[before+1:after], func(x int32) bool { return x != None })
}

// group tries the places a group can slide to and leaves it at the best.
func (t *slider) group(s, e int32) (int32, int32) {
	size := e - s
	up := int32(0)
	for up < MaxSliding && t.canUp(s-up, e-up) {
		up++
	}
	down := int32(0)
	for down < MaxSliding && t.canDown(s+down, e+down) {
		down++
	}
	if up+down == 0 {
		return s, e
	}
	lowest := -up
	if up+down >= size-t.blankEdges(s+down, e+down) {
		// A group that can slide by its own length repeats what is next to
		// it: then it is the copy, the first one is the original. Only the
		// blank line or brace between the two is open.
		lowest = max(lowest, down-min(size-1, betweenCopies))
	}
	if t.lopsided && up+down == 1 { // a longer slide is one between copies
		above, below := t.faces(s-up, e-up), t.faces(s+down, e+down)
		if below && !above {
			return shiftGroup(t.owner, t.back, s, e, down)
		}
		if above && !below && lowest == -up {
			return shiftGroup(t.owner, t.back, s, e, -up)
		}
	}
	best, bestScore := down, ScoreAt(t.indents, s+down, e+down)
	for k := down - 1; k >= lowest; k-- {
		if sc := ScoreAt(t.indents, s+k, e+k); sc.Less(bestScore) {
			best, bestScore = k, sc
		}
	}
	return shiftGroup(t.owner, t.back, s, e, best)
}

// faces reports whether a group at s to e would have unmatched lines across: then it may be their changed form.
func (t *slider) faces(s, e int32) bool {
	if s > 0 && t.owner[s-1] != None {
		if n := t.owner[s-1] + 1; int(n) < len(t.back) && t.back[n] == None {
			return true
		}
	}
	if int(e) < len(t.owner) && t.owner[e] != None {
		if n := t.owner[e] - 1; n >= 0 && t.back[n] == None {
			return true
		}
	}
	return false
}

// blankEdges counts the blank lines at the two ends of a group: they set a
// copy off from its original.
func (t *slider) blankEdges(s, e int32) int32 {
	n := int32(0)
	for ; s < e && t.Lines[s].Blank(); s++ {
		n++
	}
	for ; s < e && t.Lines[e-1].Blank(); e-- {
		n++
	}
	return n
}

func (t *slider) canUp(s, e int32) bool {
	return s > 0 && t.owner[s-1] != None && t.IsSame(s-1, e-1) && t.consecutive(s-1, -1)
}

func (t *slider) canDown(s, e int32) bool {
	return int(e) < len(t.owner) && t.owner[e] != None && t.IsSame(s, e) && t.consecutive(e, 1)
}

// consecutive keeps a slide inside one run of matched lines.
func (t *slider) consecutive(i, step int32) bool {
	if t.back[t.owner[i]] != i { // one of several lines that were joined
		return false
	}
	next := i - step
	if next < 0 || int(next) >= len(t.owner) || t.owner[next] == None {
		return true
	}
	return t.owner[i]-t.owner[next] == step
}

func shiftGroup(owner, back []int32, s, e, by int32) (int32, int32) {
	for ; by < 0; by++ {
		s, e = s-1, e-1
		owner[e], owner[s] = owner[s], None
		back[owner[e]] = e
	}
	for ; by > 0; by-- {
		owner[s], owner[e] = owner[e], None
		back[owner[s]] = s
		s, e = s+1, e+1
	}
	return s, e
}

// SplitScore says how badly a place suits a group of lines that only one text has.
type SplitScore struct{ indent, penalty int32 }

// Less reports whether sc is the better place.
func (sc SplitScore) Less(y SplitScore) bool {
	return indentWeight*int32(cmp.Compare(sc.indent, y.indent))+sc.penalty < y.penalty
}

// ScoreAt scores a group of lines s to e (exclusive) by the indentation of all lines, as [Indents] gives it.
func ScoreAt(indents []int32, s, e int32) SplitScore {
	var sc SplitScore
	sc.add(indents, s)
	sc.add(indents, e)
	return sc
}

// add adds the score of cutting the text before line at.
func (sc *SplitScore) add(indents []int32, at int32) {
	indent := NoIndent
	if int(at) < len(indents) {
		indent = indents[at]
	} else {
		sc.penalty += endOfFile
	}
	preIndent, pre := nearestIndent(indents, at-1, -1)
	postIndent, post := nearestIndent(indents, at+1, 1)
	if preIndent == NoIndent && pre == 0 {
		sc.penalty += startOfFile
	}
	if indent == NoIndent {
		post++
		indent = postIndent
	} else {
		post = 0
	}
	sc.penalty += totalBlank*(pre+post) + postBlank*post
	sc.indent += indent
	sc.penalty += step(indent, preIndent, postIndent, pre+post > 0)
}

// nearestIndent finds the indentation of the nearest line that is not blank.
func nearestIndent(indents []int32, i, by int32) (indent, blanks int32) {
	for ; i >= 0 && int(i) < len(indents); i += by {
		if indents[i] != NoIndent {
			return indents[i], blanks
		}
		if blanks++; blanks == maxBlanks {
			return 0, blanks
		}
	}
	return NoIndent, blanks
}

func step(indent, pre, post int32, blanks bool) int32 {
	pick := func(without, with int32) int32 {
		if blanks {
			return with
		}
		return without
	}
	switch {
	case indent == NoIndent || pre == NoIndent || indent == pre:
		return 0
	case indent > pre:
		return pick(relIndent, relIndentBlank)
	case post != NoIndent && post > indent:
		return pick(relOutdent, relOutdentBlank)
	}
	return pick(relDedent, relDedentBlank)
}
