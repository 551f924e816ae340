package anchor

import (
	"bytes"
	"slices"
	"sync"

	"consider/internal/linemap"
)

// Mapping knows where the lines of an old text are in a new one. It is safe for concurrent use.
type Mapping struct {
	same   bool   // the texts are equal
	reason string // why nothing can be placed; "" when it can
	count  int    // lines of the old text

	// Where neither of these is so:
	pair  *linemap.Pair
	lines *linemap.Map

	onSpine func() []bool    // lines of A that the line map kept in order
	resolve func() *resolver // the places of the changed lines
}

// maxText is the length in bytes of the longest text that is compared: offsets are 32 bits.
const maxText = 1 << 30

// Map compares two texts. Lines that are equal in both are matched here; changed lines are resolved at the first call of
// Place that needs them.
func Map(old, new []byte) *Mapping {
	if bytes.Equal(old, new) {
		return &Mapping{same: true, count: Lines(old)}
	}
	return mapLines(old, new)
}

func mapLines(old, new []byte) *Mapping {
	m := &Mapping{count: Lines(old)}
	switch {
	case len(old) > maxText || len(new) > maxText:
		m.reason = reasonLong
	case IsBinary(old) || IsBinary(new):
		m.reason = reasonBinary
	case Lines(new) == 0:
		m.reason = reasonEmpty
	default:
		m.pair = linemap.NewPair(old, new)
		m.lines = linemap.NewMap(m.pair)
		m.onSpine = sync.OnceValue(m.lines.Spine)
		m.resolve = sync.OnceValue(func() *resolver { return resolve(m.pair, m.lines.Clone()) })
	}
	return m
}

// Place finds lines start to end (1-based, inclusive) of the old text in the new text. An end beyond the text is cut; a
// start beyond it is stale.
func (m *Mapping) Place(start, end int) Placement {
	if start < 1 || end < start || start > m.count {
		return stale(reasonNoLines)
	}
	end = min(end, m.count)
	if m.same {
		return Placement{State: Anchored, Start: start, End: end, Method: Unchanged, Score: 1}
	}
	if m.reason != "" {
		return stale(m.reason)
	}
	a0, a1 := int32(start-1), int32(end-1)
	if m.certain(a0, a1) {
		return m.anchored(span{lo: m.lines.To[a0], hi: m.lines.To[a1]}, a0, a1, certainScore)
	}
	return m.placeChanged(a0, a1)
}

// certain reports whether a range begins and ends with lines that are unique in both texts, and lies in one piece between
// them. No later step can change the place of such lines (see the package comment), so the rest need not be resolved.
func (m *Mapping) certain(a0, a1 int32) bool {
	to := m.lines.To
	if !m.pair.Once(a0) || !m.pair.Once(a1) {
		return false
	}
	for a := a0; a <= a1; a++ {
		if to[a] == linemap.None || to[a]-to[a0] != a-a0 {
			return false
		}
	}
	return true
}

// placeChanged places a range that is not certain.
func (m *Mapping) placeChanged(a0, a1 int32) Placement {
	r := m.resolve()
	s := r.rangeOf(a0, a1)
	reason := reasonGone
	switch score := r.confidence(&s); {
	case len(s.lines) == 0 || !s.block && s.survived < survives*int64(s.total):
	case !s.block && !s.hasBody && slices.ContainsFunc(m.pair.A.Lines[a0:a1+1], func(l linemap.Line) bool { return l.Weight >= linemap.Trivial }):
	case score < leastScore:
		reason = reasonUnsure
	default:
		return m.anchored(s, a0, a1, score)
	}
	if slices.Contains(r.tied[a0:a1+1], true) {
		reason = reasonTie
	}
	p := stale(reason)
	p.GuessStart, p.GuessEnd = r.guess(&s, a0, a1)
	return p
}

// anchored describes a place that was found.
func (m *Mapping) anchored(s span, a0, a1, score int32) Placement {
	return Placement{
		State: Anchored, Start: int(s.lo) + 1, End: int(s.hi) + 1,
		Method: m.method(&s, a0, a1),
		Score:  float64(score) / full,
		Edited: !m.equalText(a0, a1, s.lo, s.hi),
	}
}

// method names the step that decided: the weakest step that a line needed.
func (m *Mapping) method(s *span, a0, a1 int32) Method {
	moved, edited := false, false
	if s.lines == nil {
		moved = !m.onSpine()[a0]
	} else {
		r := m.resolve()
		for _, a := range s.lines {
			switch r.how[a] {
			case byReflow:
				if !r.extended(a) {
					return Reflowed
				}
				edited = true
			case byFar:
				moved = true
			case byEdit:
				edited = true
			}
			moved = moved || !r.onSpine[a]
		}
	}
	switch {
	case moved:
		return Moved
	case edited:
		return Edited
	case s.lo == a0 && s.hi == a1 && m.equalText(a0, a1, s.lo, s.hi):
		return Unchanged
	}
	return Diff
}

// equalText reports whether lines of A and B are equal byte for byte, except for their line ends.
func (m *Mapping) equalText(a0, a1, b0, b1 int32) bool {
	if a1-a0 != b1-b0 {
		return false
	}
	for k := range a1 - a0 + 1 {
		if !bytes.Equal(m.pair.A.Whole(int(a0+k)), m.pair.B.Whole(int(b0+k))) {
			return false
		}
	}
	return true
}
