package anchor

import (
	"bytes"
	"sync"

	"consider/internal/linediff"
)

// Mapping knows where the lines of an old text are in a new one. It serves
// any number of calls, from any number of goroutines.
type Mapping struct {
	pair   *linediff.Pair
	lines  *linediff.Map
	same   bool
	reason string // why nothing can be placed; "" when it can

	once     sync.Once
	resolved *resolver
}

// Map compares two texts. Lines that are equal in both are matched here; what
// changed is resolved at the first call of Place that asks for such a line.
func Map(old, new []byte) *Mapping {
	m := &Mapping{same: bytes.Equal(old, new), pair: linediff.NewPair(old, new)}
	switch {
	case m.same:
	case IsBinary(old) || IsBinary(new):
		m.reason = reasonBinary
	case len(m.pair.B.Lines) == 0:
		m.reason = reasonEmpty
	default:
		m.lines = linediff.NewMap(m.pair)
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
	m.once.Do(func() { m.resolved = resolve(m.pair, m.lines) })
	return m.resolved.place(int32(start-1), int32(end-1))
}

func (r *resolver) place(a0, a1 int32) Placement {
	s := r.spanOf(a0, a1)
	if len(s.lines) == 0 || s.kept*full < survives*s.total {
		return stale(reasonGone)
	}
	p := Placement{State: Anchored, Start: int(s.lo) + 1, End: int(s.hi) + 1, Method: Diff, Score: 0.9}
	for _, a := range s.lines {
		switch r.how[a] {
		case byEdit:
			p.Method = Edited
		case byReflow:
			p.Method = Reflowed
		case byFar:
			p.Method = Moved
		}
	}
	return p
}
