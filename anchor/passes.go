package anchor

import (
	"slices"

	"consider/internal/linemap"
)

// levels are the similarities required in turn. The surest pairs are made first, so that a weak likeness cannot take a
// line that belongs to another one.
var levels = [...]int32{750, 600, similarEnough}

func resolve(p *linemap.Pair, lines *linemap.Map) *resolver {
	n := len(lines.To)
	r := &resolver{
		Map: lines, pair: p, lex: newLexicon(p),
		last: slices.Clone(lines.To), how: make([]matchStep, n), sim: make([]int32, n), tied: make([]bool, n), either: make([]bool, n),
		budget: maxCompared,
	}
	free := 0
	for a, b := range lines.To {
		if b != linemap.None {
			r.how[a], r.sim[a] = byMap, full
		} else {
			free++
		}
	}
	r.cmp = newComparer(p, r.lex, free)
	r.rehome()
	r.copies()
	for _, level := range levels {
		r.level = level
		r.pass()
		r.renames()
	}
	r.onSpine = r.Spine()
	return r
}

// pass matches the lines that are similar enough for the present level.
func (r *resolver) pass() {
	r.Gaps(func(a0, a1, b0, b1 int32) {
		as, bs := linemap.Free(r.To, a0, a1), linemap.Free(r.From, b0, b1)
		r.align(as, bs)
		r.reflow(as, bs)
	})
	if r.level > similarEnough {
		r.slide()
	}
	r.beside()
	r.far()
	r.beside()
	r.copies()
}
