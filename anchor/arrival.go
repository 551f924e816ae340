package anchor

import (
	"bytes"

	"consider/internal/linemap"
)

// In compares removed lines with a file.
func (r *Removed) In(g *TargetFile) *Arrival {
	old := make([]byte, 0, len(g.then)+len(r.text)+1)
	old = append(old, g.then...)
	if len(old) > 0 && !bytes.HasSuffix(old, []byte{'\n'}) {
		old = append(old, '\n')
	}
	return &Arrival{removed: r, target: g, skip: int32(linemap.Count(old)), m: mapLines(append(old, r.text...), g.now)}
}

// came reports whether any line of the place, trivial ones aside, is new in the file.
func (v *Arrival) came(r *resolver, out *Landing) bool {
	for b := out.Start - 1; b < out.End; b++ {
		if !v.target.wasThere[b] && r.pair.B.Lines[b].Weight >= linemap.Trivial {
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
			out.Placement = v.whole(out.Placement, start, end)
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
	// bridged is the score of lines that were recognized by their neighbours alone.
	bridged = 0.7
	// twinMargin: another place is a tie when it has more than four fifths of the evidence.
	twinMargin = 5
	// bridgeReach is how far away these neighbours may be.
	bridgeReach = 6
)

// whole adds the lines of a range that were not removed, because equal or similar ones are still in the old file: code
// that moved is not shorter for that.
func (v *Arrival) whole(found Placement, start, end int) Placement {
	all := v.removed.with(start, end)
	if all == v.removed {
		return found
	}
	first, last, _ := all.target(start, end)
	w := all.In(v.target)
	out := w.m.Place(int(w.skip+first)+1, int(w.skip+last)+1)
	if out.State == Anchored && out.Start <= found.Start && out.End >= found.End {
		out.Score = min(out.Score, found.Score)
		return out
	}
	found.Edited = true
	return found
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
		if r.From[lo+k] != linemap.None || r.compare(v.skip+first+k, lo+k) < edgeLikeness {
			return 0, 0, false
		}
	}
	return lo, hi, true
}
