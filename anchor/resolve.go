package anchor

import (
	"slices"
	"sync"

	"consider/internal/linemap"
)

// matchStep is the step that matched a line.
type matchStep uint8

const (
	byNothing matchStep = iota
	byMap               // equal text, by the line map
	byEdit              // similar text in the same gap
	byReflow            // its letters, in other lines
	byFar               // similar text elsewhere
)

// maxCompared bounds the line comparisons for one pair of texts, so that two long texts with little in common cost about
// a second at worst.
const maxCompared = 1 << 20

// resolver matches the lines that the line map left over. It works on all lines at once: a new line goes to the old line
// that fits best, and every later question about the same texts is a look-up.
type resolver struct {
	*linemap.Map
	pair *linemap.Pair
	lex  *lexicon
	cmp  *comparer

	// Of each line of A:
	last    []int32 // last line of B; it differs from To when the line was split
	how     []matchStep
	sim     []int32
	tied    []bool // two locations match equally well
	either  []bool // the line belongs to one of two copies, and only the shape of the text shows to which
	onSpine []bool // kept its order

	post   [][]int32 // by token: the lines of B that have it, for the last far search
	posted []int32   // the tokens that have an entry in post
	shared []int32   // memory for candidates, by line of B
	order  []uint64

	all, mine letters // memory for reflow

	asked sync.Mutex // held by compare

	level  int32 // similarity that the present pass requires
	budget int   // comparisons still allowed
}

func (r *resolver) link(a, b int32, by matchStep, sim int32) {
	r.To[a], r.last[a], r.From[b] = b, b, a
	r.how[a], r.sim[a] = by, sim
}

func (r *resolver) unlink(a int32) {
	if b := r.To[a]; b != linemap.None {
		r.From[b] = linemap.None
		r.To[a], r.last[a], r.how[a], r.sim[a] = linemap.None, linemap.None, byNothing, 0
	}
}

// slide slides deletions and insertions again, now that changed lines are known: a deletion next to a changed line could
// not move before.
func (r *resolver) slide() {
	before := slices.Clone(r.To)
	r.Slide(r.pair, true)
	for a, b := range r.To {
		if b == before[a] {
			continue
		}
		r.last[a], r.how[a], r.sim[a] = b, byNothing, 0
		if b == linemap.None {
			continue
		}
		r.how[a] = byMap
		if r.sim[a] = r.cmp.similar(a, int(b)); r.sim[a] < full {
			r.how[a] = byEdit
		}
	}
}

func (r *resolver) weight(a int32) int32 { return r.pair.A.Lines[a].Weight }

// heaviest returns the first of the heaviest lines of a range.
func (r *resolver) heaviest(a0, a1 int32) int32 {
	x := a0
	for a := a0; a <= a1; a++ {
		if r.weight(a) > r.weight(x) {
			x = a
		}
	}
	return x
}
