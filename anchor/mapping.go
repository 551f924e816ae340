package anchor

import (
	"bytes"

	"consider/internal/linediff"
)

// Mapping knows where the lines of an old text are in a new one. It serves
// any number of calls, from any number of goroutines.
type Mapping struct {
	pair   *linediff.Pair
	to     []int32
	same   bool
	reason string
}

// Map compares two texts.
func Map(old, new []byte) *Mapping {
	m := &Mapping{same: bytes.Equal(old, new)}
	m.pair = linediff.NewPair(old, new)
	switch {
	case m.same:
	case IsBinary(old) || IsBinary(new):
		m.reason = reasonBinary
	case len(m.pair.B.Lines) == 0:
		m.reason = reasonEmpty
	default:
		m.to = linediff.NewMap(m.pair).To
	}
	return m
}

// Place finds lines start to end (1-based, inclusive) of the old text in the
// new text. An end beyond the text is cut; a start beyond it is stale.
func (m *Mapping) Place(start, end int) Placement {
	n := len(m.pair.A.Lines)
	if start < 1 || end < start || start > n {
		return stale(reasonNoLines)
	}
	end = min(end, n)
	if m.same {
		return Placement{State: Anchored, Start: start, End: end, Method: Unchanged, Score: 1}
	}
	if m.reason != "" {
		return stale(m.reason)
	}
	lo, hi, hits := 0, 0, 0
	for i := start - 1; i < end; i++ {
		if j := int(m.to[i]) + 1; j > 0 {
			if lo == 0 || j < lo {
				lo = j
			}
			hi = max(hi, j)
			hits++
		}
	}
	if hits == 0 || hi-lo > 2*(end-start)+12 {
		return stale(reasonGone)
	}
	p := Placement{State: Anchored, Start: lo, End: hi, Method: Diff, Score: 0.9, Edited: hits != end-start+1 || hi-lo != end-start}
	if lo == start && hi == end {
		p.Method = Unchanged
	}
	return p
}
