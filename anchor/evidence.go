package anchor

import (
	"math"

	"consider/internal/linemap"
)

const (
	// maxLineEvidence caps the evidence of one line.
	maxLineEvidence = 30
	// maxDrift is how many more or fewer lines may lie between two lines that left together, in addition to half of
	// their distance.
	maxDrift = 12
	// similarDivisor is how many times more an equal line counts than a similar one.
	similarDivisor = 4
	// rareLines is how often a line may occur in both texts together and still distinguish this code from other code.
	rareLines = 4
	// minEvidenceSimilarity is the similarity from which a line is evidence.
	minEvidenceSimilarity = 700
)

// Arrival maps removed lines to another file, in its earlier and its present text. Lines that the file already had keep
// their matches: only lines that are new there can be the removed ones.
type Arrival struct {
	removed *Removed
	target  *TargetFile
	m       *Mapping
	skip    int32 // lines of the earlier file; they come before the removed ones in the map's old text
}

// Landing is a place of removed lines in another file, with the evidence for it.
type Landing struct {
	Placement
	Lines   int  // rare lines that moved along unchanged, including the target's own
	Weight  int  // their evidence: letters, rare lines and near ones count more
	Most    int  // the evidence if all lines that left together had moved along
	Against int  // the evidence of those that came to other lines of the file
	Head    bool // only comments at the top of the text are evidence
	Company int  // lines below those comments that came to the file too, at any place
	Fresh   bool // the file is new
}

// addEvidence adds up the evidence of the lines that were removed around a target.
func (v *Arrival) addEvidence(r *resolver, out *Landing, first, last int32) {
	out.Head = true
	lines := v.removed.lines
	for x := max(0, first-witnessReach); x <= min(int32(len(lines))-1, last+witnessReach); x++ {
		a := v.skip + x
		away := max(lines[first]-lines[x], lines[x]-lines[last], 0)
		if r.weight(a) < linemap.Trivial || away > 3*witnessReach {
			continue
		}
		w := v.evidenceOf(a, int(away))
		out.Most += w
		b := r.To[a]
		if b == linemap.None || r.sim[a] < minEvidenceSimilarity || v.target.wasThere[b] {
			continue
		}
		if r.sim[a] < full { // lines written after one pattern are alike wherever they are
			w = w * int(r.sim[a]) / full / similarDivisor
		}
		drift := max(int32(out.Start)-1-b, b-int32(out.End)+1, 0) - away
		if max(drift, -drift) > maxDrift+away/2 {
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

// rare reports whether a line distinguishes this code from other code.
func (v *Arrival) rare(a int32) bool {
	p := v.m.pair
	id := p.A.Norm[a]
	return p.A.Lines[a].Weight >= printWeight && p.CountA[id]+p.CountB[id] <= rareLines
}

// evidenceOf returns the evidence of a line that was away lines from the target.
func (v *Arrival) evidenceOf(a int32, away int) int {
	p := v.m.pair
	return lineEvidence(p.A.Lines[a].Weight, away, int(p.CountA[p.A.Norm[a]]+p.CountB[p.A.Norm[a]]))
}

// lineEvidence returns the evidence of a line that was away lines from the target and occurs common times.
func lineEvidence(weight int32, away, common int) int {
	return int(min(weight, maxLineEvidence)) * 1000 / (10 + away) * 10 / int(math.Sqrt(float64(50*common)))
}

const (
	// leastEvidence is the least evidence for a place: the weight of its witnesses times their share of what was
	// possible. At least leastRare of them are rare lines.
	leastEvidence = 600
	leastRare     = 2
)

// Believable reports whether the lines that moved along are enough evidence. Comments at the top of a file occur in other
// files too: they need company, or most of them must have come to a file that already existed.
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

// company counts the lines of code that came to the file unchanged.
func (v *Arrival) company(r *resolver) int {
	n := 0
	for x := v.removed.from; x < len(v.removed.lines); x++ {
		if a := v.skip + int32(x); r.weight(a) >= printWeight && r.how[a] == byMap {
			n++
		}
	}
	return n
}

// twin is the evidence for the best other place in the file that has the heaviest line of the target. A copy that was
// there before counts, because nothing shows which of two equal copies is new.
func (v *Arrival) twin(r *resolver, out *Landing, first, last int32) int {
	heaviest := r.heaviest(v.skip+first, v.skip+last)
	best := 0
	for b, norm := range r.pair.B.Norm {
		at := int32(b) + v.skip - heaviest
		if norm == r.pair.A.Norm[heaviest] && (b+1 < out.Start || b+1 > out.End) {
			best = max(best, v.standsAt(r, at, first, last))
		}
	}
	return best
}

// standsAt is the evidence for a place at a given distance from the removed lines.
func (v *Arrival) standsAt(r *resolver, at, first, last int32) int {
	lines, sum := v.removed.lines, 0
	for x := max(0, first-witnessReach); x <= min(int32(len(lines))-1, last+witnessReach); x++ {
		if a := v.skip + x; r.weight(a) >= linemap.Trivial && r.equal(a, x+at) {
			sum += v.evidenceOf(a, int(max(lines[first]-lines[x], lines[x]-lines[last], 0)))
		}
	}
	return sum
}
