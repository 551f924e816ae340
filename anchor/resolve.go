package anchor

import (
	"slices"

	"consider/internal/linediff"
)

// how says which step matched a line.
type how uint8

const (
	byNothing how = iota
	byMap         // equal text, by the line map
	byEdit        // similar text in the same gap
	byReflow      // its letters, in other lines
	byFar         // similar text elsewhere
)

// resolver matches what the line map left over. It works on all lines at
// once, so that a new line goes to the old line that fits it best and every
// later question about the same texts is a look-up.
type resolver struct {
	*linediff.Map
	pair  *linediff.Pair
	lex   *lexicon
	cmp   *comparer
	last  []int32 // last line of B of each line of A: more than To when it was split
	how   []how
	sim   []int32
	level int32
}

func resolve(p *linediff.Pair, lines *linediff.Map) *resolver {
	r := &resolver{Map: lines, pair: p, last: make([]int32, len(lines.To)), how: make([]how, len(lines.To)), sim: make([]int32, len(lines.To))}
	for a, b := range lines.To {
		r.last[a] = b
		if b != linediff.None {
			r.how[a], r.sim[a] = byMap, full
		}
	}
	r.lex = newLexicon(p)
	r.cmp = newComparer(p, r.lex)
	r.rehome()
	for _, level := range []int32{750, 600, similarEnough} {
		r.level = level
		r.Gaps(func(a0, a1, b0, b1 int32) {
			as, bs := free(r.To, a0, a1), free(r.From, b0, b1)
			r.align(as, bs)
			r.reflow(as, bs)
		})
		if level > similarEnough {
			r.slide()
		}
		r.beside()
		r.far()
		r.beside()
	}
	return r
}

func (r *resolver) link(a, b int32, by how, sim int32) {
	r.To[a], r.last[a], r.From[b] = b, b, a
	r.how[a], r.sim[a] = by, sim
}

func free(owner []int32, lo, hi int32) []int32 {
	var out []int32
	for i := lo; i < hi; i++ {
		if owner[i] == linediff.None {
			out = append(out, i)
		}
	}
	return out
}

func (r *resolver) weight(a int32) int32 { return r.pair.A.Lines[a].Weight }

// slide slides deletions and insertions again, now that changed lines are
// known: a deletion next to a changed line could not move before.
func (r *resolver) slide() {
	before := slices.Clone(r.To)
	r.Slide(r.pair, true)
	for a, b := range r.To {
		if b == before[a] {
			continue
		}
		r.last[a], r.how[a], r.sim[a] = b, byNothing, 0
		if b == linediff.None {
			continue
		}
		r.how[a] = byMap
		if r.sim[a] = r.cmp.similar(a, int(b)); r.sim[a] < full {
			r.how[a] = byEdit
		}
	}
}
