package anchor

import "consider/internal/linediff"

const (
	// witnessWeight caps what one line says.
	witnessWeight = 30
	// witnessSlack is how many lines more or fewer may lie between two lines
	// that left together, beside half of those that did.
	witnessSlack = 12
	// alikeSays: what an equal line says is this much more than what a similar
	// one does.
	alikeSays = 4
	// rareLines is how often a line may stand in both texts together and still
	// count as one that tells this code from other code.
	rareLines = 4
	// witnessLikeness is the similarity from which a line says anything.
	witnessLikeness = 700
)

// Arrival maps removed lines to another file, as it was and as it is. What
// stood there before keeps its lines: only what came can be what was removed.
type Arrival struct {
	removed *Removed
	m       *Mapping
	skip    int32  // lines of the file as it was, which come before the removed ones in the map's old text
	stood   []bool // by line of the file now: it is one that stood there before
}

// Landing is a place of removed lines in another file, and what speaks for it.
type Landing struct {
	Placement
	Lines   int  // rare lines that went along unchanged, the target's own too
	Weight  int  // what they say: letters, rare lines and near ones counting more
	Most    int  // what all lines would say that left together
	Against int  // what those say that came to other lines of the file
	Head    bool // only comments at the top of the text speak for it
	Company int  // lines below those comments that came to the file too, wherever they stood
	Fresh   bool // the file is new
}

// witness sums up what the lines say that were removed around a target.
func (v *Arrival) witness(r *resolver, out *Landing, first, last int32) {
	out.Head = true
	lines := v.removed.lines
	for x := max(0, first-witnessReach); x <= min(int32(len(lines))-1, last+witnessReach); x++ {
		a := v.skip + x
		away := max(lines[first]-lines[x], lines[x]-lines[last], 0)
		if r.weight(a) < linediff.Trivial || away > 3*witnessReach {
			continue
		}
		w := v.says(a, int(away))
		out.Most += w
		b := r.To[a]
		if b == linediff.None || r.sim[a] < witnessLikeness || v.stood[b] {
			continue
		}
		if r.sim[a] < full { // lines made after one pattern are alike, wherever they are
			w = w * int(r.sim[a]) / full / alikeSays
		}
		drift := max(int32(out.Start)-1-b, b-int32(out.End)+1, 0) - away
		if max(drift, -drift) > witnessSlack+away/2 {
			out.Against += w
			continue
		}
		out.Weight += w
		if r.sim[a] == full && v.rare(a) {
			out.Lines++
		}
		out.Head = out.Head && int(x) < v.removed.from
	}
}

// rare reports whether a line tells this code from other code.
func (v *Arrival) rare(a int32) bool {
	p := v.m.pair
	id := p.A.Norm[a]
	return p.A.Lines[a].Weight >= printWeight && p.CountA[id]+p.CountB[id] <= rareLines
}

// says is what a line says that stood away lines from the target.
func (v *Arrival) says(a int32, away int) int {
	p := v.m.pair
	return says(p.A.Lines[a].Weight, away, int(p.CountA[p.A.Norm[a]]+p.CountB[p.A.Norm[a]]))
}

// says is what a line says that stood away lines from the target and is there common times.
func says(weight int32, away, common int) int {
	return int(min(weight, witnessWeight)) * 1000 / (10 + away) * 10 / root(50*common)
}

// root is the whole square root of a number of at least 1.
func root(n int) int {
	r := 1
	for (r+1)*(r+1) <= n {
		r++
	}
	return r
}

const (
	// leastEvidence is what has to speak for a place, as the product of what its
	// witnesses say and of their share; leastRare of them are rare lines.
	leastEvidence = 600
	leastRare     = 2
)

// Believable reports whether the lines that came along are evidence enough.
// Comments at the top of a file stand in others too: they need company, or to
// have come to a file that was there.
func (l Landing) Believable() bool {
	if l.State != Anchored || l.Lines < leastRare || l.Weight*l.Weight/l.Most < leastEvidence {
		return false
	}
	return !l.Head || l.Company >= headCompany || !l.Fresh && 10*l.Weight >= headShare*l.Most
}

const (
	headCompany = 5 // lines of code
	headShare   = 6 // of ten
)

// company counts the lines of code that came to the file.
func (v *Arrival) company(r *resolver) int {
	n := 0
	for x := v.removed.from; x < len(v.removed.lines); x++ {
		if a := v.skip + int32(x); r.weight(a) >= printWeight && r.how[a] == byMap {
			n++
		}
	}
	return n
}

// twin is what speaks for the best other place of the file: where the heaviest
// line of the target stands too. A copy that stood there before counts: which
// of two equal ones came cannot be told.
func (v *Arrival) twin(r *resolver, out *Landing, first, last int32) int {
	heaviest := first
	for x := first; x <= last; x++ {
		if r.weight(v.skip+x) > r.weight(v.skip+heaviest) {
			heaviest = x
		}
	}
	best := 0
	for b, norm := range r.pair.B.Norm {
		at := int32(b) - heaviest
		if norm == r.pair.A.Norm[v.skip+heaviest] && (b+1 < out.Start || b+1 > out.End) {
			best = max(best, v.standsAt(r, at, first, last))
		}
	}
	return best
}

// standsAt is what speaks for a place that is at a distance from the removed
// lines.
func (v *Arrival) standsAt(r *resolver, at, first, last int32) int {
	lines, sum := v.removed.lines, 0
	for x := max(0, first-witnessReach); x <= min(int32(len(lines))-1, last+witnessReach); x++ {
		a, b := v.skip+x, x+at
		if b < 0 || int(b) >= len(r.From) || r.weight(a) < linediff.Trivial || r.pair.A.Norm[a] != r.pair.B.Norm[b] {
			continue
		}
		sum += v.says(a, int(max(lines[first]-lines[x], lines[x]-lines[last], 0)))
	}
	return sum
}
