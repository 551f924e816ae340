package anchor

import (
	"bytes"

	"consider/internal/linemap"
)

const (
	// pairCells bounds the pairs compared in one gap.
	pairCells = 60000
	// baseSimilarity is the similarity of two unrelated lines. Only the part above it counts for an alignment.
	baseSimilarity = 430
	// similarEnough is the similarity from which a changed line is matched. A short line needs up to shortExtra more,
	// because two short lines are often alike by chance.
	similarEnough = 450
	shortExtra    = 150
	shortLine     = 14
	// loneWeight is the number of letters from which a line that is alone in its gap, opposite one line, needs no extra.
	loneWeight = 6
	// shapeLetters is the share of its letters that such a line must keep when its words changed.
	shapeLetters = 600
	// extended is the similarity of a line and the same line with something added at one end, in the same gap.
	extended = 620
)

func enough(weight int32) int32 {
	if weight >= shortLine {
		return similarEnough
	}
	return similarEnough + shortExtra*(shortLine-weight)/shortLine
}

// align matches the free lines of one gap in order by similarity.
func (r *resolver) align(as, bs []int32) {
	cells := len(as) * len(bs)
	if cells == 0 || cells > pairCells || cells > r.budget {
		return
	}
	r.budget -= cells
	if cells == 1 {
		r.alignLone(as[0], bs[0])
		return
	}
	w := len(bs)
	sim := make([]int32, len(as)*w)
	for x, a := range as {
		for y, b := range bs {
			sim[x*w+y] = r.gapSimilarity(a, b)
		}
	}
	gain := func(x, y int) int32 {
		s := sim[x*w+y]
		if s < max(r.level, enough(r.weight(as[x]))) {
			return 0
		}
		g := (s - baseSimilarity) * (10 + min(r.weight(as[x]), 40)) / 10
		if x > 0 && y > 0 && sim[(x-1)*w+y-1] > similarEnough {
			g += 30
		}
		return g
	}
	linemap.InOrder(len(as), len(bs), gain, func(x, y int) { r.link(as[x], bs[y], byEdit, sim[x*w+y]) })
}

// alignLone decides about a line that is alone in its gap, opposite one line. Its position is strong evidence, so it may
// be less similar.
func (r *resolver) alignLone(a, b int32) {
	s, least := r.gapSimilarity(a, b), enough(r.weight(a))
	if r.weight(a) >= loneWeight {
		least = similarEnough
	}
	if s < least && r.sameShape(a, b) {
		s = least
	}
	if s >= max(r.level, least) {
		r.link(a, b, byEdit, s)
	}
}

// sameShape reports whether two lines differ in few words, and these words in few letters.
func (r *resolver) sameShape(a, b int32) bool {
	if r.weight(a) < linemap.Trivial || renamed(r.lex.of(0, a).ids, r.lex.of(1, b).ids) == nil {
		return false
	}
	r.cmp.load(r.pair.A.Norm[a])
	return r.cmp.letters(r.cmp.cut(r.pair.B.Norm[b])) >= shapeLetters
}

// gapSimilarity is the similarity of two lines in a gap. Trivial lines must be equal; they count more when their
// indentation agrees.
func (r *resolver) gapSimilarity(a, b int32) int32 {
	x, y := &r.pair.A.Lines[a], &r.pair.B.Lines[b]
	if x.Weight < linemap.Trivial || y.Weight < linemap.Trivial {
		if r.pair.A.Norm[a] != r.pair.B.Norm[b] {
			return 0
		}
		if x.Indent != y.Indent {
			return 700
		}
		return 900
	}
	s := r.cmp.similar(int(a), int(b))
	if s < extended && min(x.Weight, y.Weight) >= loneWeight && extends(r.pair.A.Bytes(int(a)), r.pair.B.Bytes(int(b))) {
		return extended
	}
	return s
}

// compare is gapSimilarity after the passes, when several may ask at once.
func (r *resolver) compare(a, b int32) int32 {
	r.asked.Lock()
	defer r.asked.Unlock()
	return r.gapSimilarity(a, b)
}

// extends reports whether one line begins or ends with all of the other: a
// comment was added, or a call wrapped around it.
func extends(x, y []byte) bool {
	if len(x) > len(y) {
		x, y = y, x
	}
	return bytes.HasPrefix(y, x) || bytes.HasSuffix(y, x)
}
