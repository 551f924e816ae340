package anchor

import (
	"bytes"

	"consider/internal/linemap"
)

// TargetFile is a file that lines may have moved to, with its earlier and its present text.
type TargetFile struct {
	then, now []byte
	wasThere  []bool         // by line of the present file: whether the line was there before
	fresh     map[uint64]int // how often each new line occurs, by its number
}

// NewTargetFile compares the two texts of a file. then is nil for a new file.
func NewTargetFile(then, now []byte) *TargetFile {
	g := &TargetFile{then: linemap.Plain(then), now: now, fresh: map[uint64]int{}}
	if IsBinary(now) || len(now) > maxText {
		return g
	}
	p := linemap.NewPair(g.then, linemap.Plain(now))
	g.wasThere = make([]bool, len(p.B.Lines))
	for b, a := range linemap.NewMap(p).From {
		if g.wasThere[b] = a != linemap.None; !g.wasThere[b] {
			g.fresh[p.B.Lines[b].Hash()]++
		}
	}
	return g
}

// Outlook bounds the evidence that this file can give for lines start to end of the text that they were removed from. It
// is tighter than a bound that ignores the earlier text of the file.
func (g *TargetFile) Outlook(r *Removed, start, end int) Outlook {
	return r.Outlook(start, end, func(print uint64) int { return g.fresh[print] })
}

// In compares removed lines with a file.
func (r *Removed) In(g *TargetFile) *Arrival {
	old := make([]byte, 0, len(g.then)+len(r.text)+1)
	old = append(old, g.then...)
	if len(old) > 0 && !bytes.HasSuffix(old, []byte{'\n'}) {
		old = append(old, '\n')
	}
	return &Arrival{removed: r, skip: int32(linemap.Count(old)), m: mapLines(append(old, r.text...), g.now), wasThere: g.wasThere}
}

// came reports whether any line of the place, trivial ones aside, is new in the file.
func (v *Arrival) came(r *resolver, out *Landing) bool {
	for b := out.Start - 1; b < out.End; b++ {
		if !v.wasThere[b] && r.pair.B.Lines[b].Weight >= linemap.Trivial {
			return true
		}
	}
	return false
}

// Place finds lines start to end (1-based, inclusive) of the text that they were removed from.
func (v *Arrival) Place(start, end int) Landing {
	first, last, ok := v.removed.target(start, end)
	if !ok || v.m.pair == nil {
		return Landing{Placement: stale(reasonGone)}
	}
	r := v.m.resolve()
	out := Landing{Placement: v.m.Place(int(v.skip+first)+1, int(v.skip+last)+1)}
	if out.State == Anchored {
		v.widen(r, &out, first, last)
		if !v.came(r, &out) {
			return Landing{Placement: stale(reasonGone)}
		}
		v.addEvidence(r, &out, first, last)
		out.Company, out.Fresh = v.company(r), v.skip == 0
		if v.twin(r, &out, first, last)*twinMargin > out.Weight*(twinMargin-1) {
			out.Placement = Placement{State: Stale, Reason: reasonTie, GuessStart: out.Start, GuessEnd: out.End}
			return out
		}
		if out.Against <= 2*out.Weight {
			out.Method = Moved
			return out
		}
	}
	out = Landing{Placement: stale(reasonGone)}
	if lo, hi, ok := v.bridge(r, first, last); ok {
		out.Placement = Placement{State: Anchored, Start: int(lo) + 1, End: int(hi) + 1, Method: Moved, Score: bridged, Edited: true}
		v.addEvidence(r, &out, first, last)
	}
	return out
}

const (
	// edgeLikeness is the similarity from which a rewritten edge of a range is recognized next to a line that was not
	// rewritten.
	edgeLikeness = 200
	// bridged is the score of lines that were recognized by their neighbours alone.
	bridged = 0.7
	// twinMargin: another place is a tie when it has more than four fifths of the evidence.
	twinMargin = 5
	// bridgeReach is how far away these neighbours may be.
	bridgeReach = 6
)

// widen adds the rewritten edges of a range: similar lines directly before the first and after the last placed line.
func (v *Arrival) widen(r *resolver, out *Landing, first, last int32) {
	lo, hi := int32(out.Start)-1, int32(out.End)-1
	x := first
	for x <= last && r.To[v.skip+x] != lo {
		x++
	}
	for x > first && lo > 0 && x <= last && v.edge(r, x-1, lo-1) {
		x, lo = x-1, lo-1
	}
	x = last
	for x >= first && r.last[v.skip+x] != hi {
		x--
	}
	for x < last && x >= first && int(hi)+1 < len(r.From) && v.edge(r, x+1, hi+1) {
		x, hi = x+1, hi+1
	}
	if int(lo)+1 != out.Start || int(hi)+1 != out.End {
		out.Start, out.End, out.Edited = int(lo)+1, int(hi)+1, true
	}
}

// edge reports whether removed line x may be line b of the file.
func (v *Arrival) edge(r *resolver, x, b int32) bool {
	a := v.skip + x
	return r.pair.A.Norm[a] == r.pair.B.Norm[b] || r.From[b] == linemap.None && r.gapSimilarity(a, b) >= edgeLikeness
}

// bridge finds lines that were rewritten between two neighbours that were not. Their number must be unchanged.
func (v *Arrival) bridge(r *resolver, first, last int32) (int32, int32, bool) {
	u, d := first-1, last+1
	for u >= 0 && r.To[v.skip+u] == linemap.None {
		u--
	}
	for int(d) < len(v.removed.lines) && r.To[v.skip+d] == linemap.None {
		d++
	}
	if u < 0 || int(d) >= len(v.removed.lines) || first-u > bridgeReach || d-last > bridgeReach {
		return 0, 0, false
	}
	lo, hi := r.last[v.skip+u]+first-u, r.To[v.skip+d]-(d-last)
	if hi-lo != last-first {
		return 0, 0, false
	}
	for k := range last - first + 1 {
		if r.From[lo+k] != linemap.None || r.gapSimilarity(v.skip+first+k, lo+k) < edgeLikeness {
			return 0, 0, false
		}
	}
	return lo, hi, true
}
