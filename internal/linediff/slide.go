package linediff

// The penalties of git's indent heuristic (Michael Haggerty, 2016, xdiffi.c),
// found there by fitting to diffs that people had judged.
const (
	startOfFile           = 1
	endOfFile             = 21
	totalBlank            = -30
	postBlank             = 6
	relIndent             = -4
	relIndentBlank        = 10
	relOutdent            = 24
	relOutdentBlank       = 17
	relDedent             = 23
	relDedentBlank        = 17
	indentWeight          = 60
	maxSliding            = 100
	maxBlanks             = 20
	noIndent        int32 = -1
)

// slide moves every pure insertion and deletion to where a reader would say
// it is: a block that could begin one line earlier or later begins where the
// indentation says.
func (m *mapper) slide() {
	slideSide(m.B.Lines, m.From, m.To, func(x, y int32) bool { return m.same(&m.B, x, y) })
	slideSide(m.A.Lines, m.To, m.From, func(x, y int32) bool { return m.same(&m.A, x, y) })
}

// same reports whether two lines of one text are equal.
func (m *mapper) same(s *Side, x, y int32) bool {
	if s.Norm[x] != s.Norm[y] {
		return false
	}
	l := &s.Lines[x]
	return l.Weight >= Trivial || l.Indent == s.Lines[y].Indent
}

// slideSide slides the groups of unmatched lines of one side. owner maps this
// side to the other, back the other to this one.
func slideSide(lines []Line, owner, back []int32, same func(x, y int32) bool) {
	n := int32(len(owner))
	for s := int32(0); s < n; s++ {
		if owner[s] != None {
			continue
		}
		e := s
		for e < n && owner[e] == None {
			e++
		}
		if pure(owner, back, s, e) {
			s, e = slideGroup(lines, owner, back, same, s, e)
		}
		s = e
	}
}

// pure reports whether nothing is unmatched on the other side of a group.
func pure(owner, back []int32, s, e int32) bool {
	before, after := None, int32(len(back))
	if s > 0 {
		before = owner[s-1]
	}
	if int(e) < len(owner) {
		after = owner[e]
	}
	return before+1 == after
}

// slideGroup tries the places a group can slide to and leaves it at the best.
func slideGroup(lines []Line, owner, back []int32, same func(x, y int32) bool, s, e int32) (int32, int32) {
	size := e - s
	up := int32(0)
	for up < maxSliding && canUp(owner, same, s-up, e-up) {
		up++
	}
	down := int32(0)
	for down < maxSliding && canDown(owner, same, s+down, e+down) {
		down++
	}
	if up+down == 0 {
		return s, e
	}
	// A group that can slide by its own length repeats what is next to it:
	// then it is the copy, the first one is the original, and the group may
	// not slide up over it.
	lowest := max(-up, down-size+1)
	best, bestScore := down, scoreAt(lines, s+down, e+down)
	for k := down - 1; k >= lowest; k-- {
		if sc := scoreAt(lines, s+k, e+k); sc.less(bestScore) {
			best, bestScore = k, sc
		}
	}
	return shiftGroup(owner, back, s, e, best)
}

func canUp(owner []int32, same func(x, y int32) bool, s, e int32) bool {
	return s > 0 && owner[s-1] != None && same(s-1, e-1) && consecutive(owner, s-1, -1)
}

func canDown(owner []int32, same func(x, y int32) bool, s, e int32) bool {
	return int(e) < len(owner) && owner[e] != None && same(s, e) && consecutive(owner, e, 1)
}

// consecutive keeps a slide inside one run of matched lines.
func consecutive(owner []int32, i, step int32) bool {
	next := i - step
	if next < 0 || int(next) >= len(owner) || owner[next] == None {
		return true
	}
	return owner[i]-owner[next] == step
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

type splitScore struct{ indent, penalty int32 }

func (x splitScore) less(y splitScore) bool {
	d := int32(0)
	if x.indent > y.indent {
		d = 1
	} else if x.indent < y.indent {
		d = -1
	}
	return indentWeight*d+x.penalty-y.penalty < 0
}

func scoreAt(lines []Line, s, e int32) splitScore {
	var sc splitScore
	sc.add(lines, s)
	sc.add(lines, e)
	return sc
}

func indentOf(lines []Line, i int32) int32 {
	if lines[i].Blank() {
		return noIndent
	}
	return lines[i].Indent
}

// add adds the score of cutting the text before line at.
func (sc *splitScore) add(lines []Line, at int32) {
	indent := noIndent
	if int(at) < len(lines) {
		indent = indentOf(lines, at)
	} else {
		sc.penalty += endOfFile
	}
	preIndent, pre := look(lines, at-1, -1)
	postIndent, post := look(lines, at+1, 1)
	if preIndent == noIndent && pre == 0 {
		sc.penalty += startOfFile
	}
	if indent == noIndent {
		post++
		indent = postIndent
	} else {
		post = 0
	}
	sc.penalty += totalBlank*(pre+post) + postBlank*post
	sc.indent += indent
	sc.penalty += step(indent, preIndent, postIndent, pre+post > 0)
}

// look finds the indentation of the nearest line that is not blank.
func look(lines []Line, i, by int32) (indent, blanks int32) {
	for ; i >= 0 && int(i) < len(lines); i += by {
		if indent = indentOf(lines, i); indent != noIndent {
			return indent, blanks
		}
		if blanks++; blanks == maxBlanks {
			return 0, blanks
		}
	}
	return noIndent, blanks
}

func step(indent, pre, post int32, blanks bool) int32 {
	pick := func(without, with int32) int32 {
		if blanks {
			return with
		}
		return without
	}
	switch {
	case indent == noIndent || pre == noIndent || indent == pre:
		return 0
	case indent > pre:
		return pick(relIndent, relIndentBlank)
	case post != noIndent && post > indent:
		return pick(relOutdent, relOutdentBlank)
	}
	return pick(relDedent, relDedentBlank)
}
