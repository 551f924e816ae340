package anchor

import (
	"bytes"

	"consider/internal/linemap"
)

const (
	// headReach is how many new lines may precede the matched lines of a block whose head was rewritten.
	headReach = 8
	// edgeLikeness is the similarity from which a rewritten edge of a range is recognized next to a line that was not
	// rewritten.
	edgeLikeness = 200
)

// rangeOf finds where lines a0 to a1 of A are now, with their first and last line.
func (r *resolver) rangeOf(a0, a1 int32) span {
	s := r.spanOf(a0, a1)
	if !r.block(&s, a0, a1) {
		r.widen(&s, a0, a1)
	}
	return s
}

// block lets a place end where the block ends that its first line opens, if the range did so in the old text. Head and
// foot together are evidence enough for a block of which little else is left. A range of two lines never grows.
func (r *resolver) block(s *span, a0, a1 int32) bool {
	old, now := &r.pair.A, &r.pair.B
	head := codeFrom(old, a0)
	if a1-a0 < 2 || head >= a1 || blockEnd(old, head, a1) != a1 {
		return false
	}
	b, guess := r.To[head], r.To[head] == linemap.None
	if guess {
		b = r.newHead(s, head)
	}
	if b == linemap.None {
		return false
	}
	if old.Bytes(int(head))[0] != ')' {
		b = r.opener(b)
	}
	end := blockEnd(now, b, int32(len(now.Lines)))
	if end == b || !sameFoot(old, now, head, a1, b, end) {
		return false
	}
	in := span{lo: b, hi: end, total: s.total, block: true, guess: guess}
	for a := a1; a >= a0; a-- {
		if to := r.To[a]; to != linemap.None && (to >= b || a < head && to >= s.lo) && to <= end {
			in.lo = min(in.lo, to)
			in.lines = append(in.lines, a)
			in.survived += int64(min(r.weight(a), maxRangeWeight)+1) * int64(r.sim[a])
			in.hasBody = in.hasBody || r.weight(a) >= linemap.Trivial
		}
	}
	if (guess || r.To[a1] != end) && in.survived <= s.survived/2 {
		return false
	}
	*s = in
	return true
}

// newHead finds the rewritten head of a block: a new line before the first of its lines that was matched.
func (r *resolver) newHead(s *span, head int32) int32 {
	if len(s.lines) == 0 || s.lines[len(s.lines)-1] <= head {
		return linemap.None
	}
	old, now := r.pair.A.Indents(), r.pair.B.Indents()
	x := s.lines[len(s.lines)-1]
	for b := s.lo - 1; b >= 0 && r.From[b] == linemap.None && s.lo-b <= x-head+headReach; b-- {
		if now[b] != linemap.NoIndent && now[b] < now[s.lo] && now[s.lo]-now[b] == old[x]-old[head] {
			return b
		}
	}
	return linemap.None
}

// opener returns the line that opens the parenthesis that line b closes first, if all lines from there to b are new: the
// head of a block that was split over several lines may be most like its last one. Otherwise it returns b.
func (r *resolver) opener(b int32) int32 {
	indents := r.pair.B.Indents()
	for y := b - 1; r.pair.B.Bytes(int(b))[0] == ')' && y >= 0 && r.From[y] == linemap.None && indents[y] >= indents[b]; y-- {
		if indents[y] == indents[b] {
			return y
		}
	}
	return b
}

// widen adds the rewritten edges of a range: new lines next to its matched ones that are similar to its next lines.
func (r *resolver) widen(s *span, a0, a1 int32) {
	if len(s.lines) == 0 {
		return
	}
	for x := s.lines[len(s.lines)-1] - 1; x >= a0 && r.edge(x, s.lo-1, -1); x-- {
		s.guess, s.lo = s.guess || !r.equal(x, s.lo-1), s.lo-1
	}
	x := s.lines[0]
	for _, a := range s.lines {
		if r.last[a] == s.hi {
			x = max(x, a)
		}
	}
	for x++; x <= a1 && r.edge(x, s.hi+1, 1); x++ {
		s.guess, s.hi = s.guess || !r.equal(x, s.hi+1), s.hi+1
	}
}

// edge reports whether line x of A, which has no partner, may be line b of B. If they are hardly similar, the next
// matched lines in direction dir have to be as far away in both texts. A bracket that closes belongs to the lines above
// it, and one that opens to those below, also if it was matched: which of many equal brackets was says little.
func (r *resolver) edge(x, b, dir int32) bool {
	own := [...]string{"{([", "", "})]"}[dir+1]
	if r.equal(x, b) && bytes.IndexAny(r.pair.A.Bytes(int(x)), own) == 0 && r.pair.A.Lines[x].Indent == r.pair.B.Lines[b].Indent {
		return true
	}
	if !r.BothFree(x, b) {
		return false
	}
	s := r.compare(x, b)
	if s >= similarEnough || s < edgeLikeness {
		return s >= similarEnough
	}
	for r.BothFree(x, b) {
		x, b = x+dir, b+dir
	}
	return x >= 0 && int(x) < len(r.To) && r.To[x] == b
}

// blockEnd returns the last line of the block, bracket or statement that line x opens, by indentation, with the branches
// that belong to it ("else", "catch"). It is x if the line opens nothing. The search ends beyond line last.
func blockEnd(s *linemap.Side, x, last int32) int32 {
	end, closed, indents := x, false, s.Indents()
	for y := x + 1; int(y) < len(indents) && end <= last; y++ {
		line := s.Bytes(int(y))
		switch {
		case indents[y] == linemap.NoIndent:
		case indents[y] > indents[x] && !closed:
			end = y
		case indents[y] == indents[x] && (branches(line) || !closed && isBracket(line)):
			end, closed = y, closes(line)
		case !comment(line):
			return end
		}
	}
	return end
}

// sameFoot reports whether two blocks end alike: with the same bracket, or both with none.
func sameFoot(old, now *linemap.Side, head, a1, b, end int32) bool {
	x, y := old.Bytes(int(a1)), now.Bytes(int(end))
	if (old.Indents()[head] == old.Indents()[a1]) != (now.Indents()[b] == now.Indents()[end]) {
		return false
	}
	if isBracket(x) || isBracket(y) {
		return x[0] == y[0]
	}
	return branches(x) == branches(y)
}

// isBracket reports whether a line begins with a bracket.
func isBracket(line []byte) bool {
	return len(line) > 0 && bytes.IndexByte([]byte("{}()[]"), line[0]) >= 0
}

// closes reports whether nothing but another branch can follow a line that belongs to a block: it does not open more
// brackets after those that it closes.
func closes(line []byte) bool {
	depth, lowest := 0, 0
	for _, c := range line {
		switch c {
		case '{', '(', '[':
			depth++
		case '}', ')', ']':
			depth--
			lowest = min(lowest, depth)
		}
	}
	return depth == lowest && line[len(line)-1] != ':' && (isBracket(line) || !branches(line))
}

// branches reports whether a line continues or ends a block that an earlier line began.
func branches(line []byte) bool {
	n := 0
	for n < len(line) && isLetter(line[n]) {
		n++
	}
	switch string(line[:n]) {
	case "else", "elif", "elsif", "except", "catch", "finally", "rescue", "ensure", "end", "done", "fi", "esac":
		return true
	}
	return bytes.HasPrefix(line, []byte("</"))
}
