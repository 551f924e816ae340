package linemap

import "slices"

// None is the place of a line that has no counterpart.
const None = int32(-1)

// Map is a one-to-one map between the lines of a [Pair]. To[i] is the line of
// B that is line i of A, From[j] the reverse; [None] where there is none.
type Map struct {
	To, From []int32
}

// Clone returns a copy that can be changed.
func (m *Map) Clone() *Map { return &Map{slices.Clone(m.To), slices.Clone(m.From)} }

func nothing(n int) []int32 { return slices.Repeat([]int32{None}, n) }

type mapper struct {
	*Pair
	Map
	head, tail int // lines matched at the start and at the end by trim
}

func (m *mapper) link(a, b int32) { m.To[a], m.From[b] = b, a }

func (m *mapper) unlink(a int32) { m.From[m.To[a]], m.To[a] = None, None }

// BothFree reports whether line a of A and line b of B exist, and neither has a counterpart.
func (m *Map) BothFree(a, b int32) bool {
	return a >= 0 && int(a) < len(m.To) && b >= 0 && int(b) < len(m.From) && m.To[a] == None && m.From[b] == None
}

// equal reports whether two lines may be the same one. A trivial line also
// needs the indentation to agree, so that braces of different depth do not
// meet; shift is by how much the lines around it were indented.
func (m *mapper) equal(a, b, shift int32) bool {
	if m.A.Norm[a] != m.B.Norm[b] {
		return false
	}
	x := &m.A.Lines[a]
	return x.Weight >= Trivial || x.Blank() || m.B.Lines[b].Indent-x.Indent == shift
}

func (m *mapper) shift(a, b int32) int32 { return m.B.Lines[b].Indent - m.A.Lines[a].Indent }

// trim matches the common head and the common tail.
func (m *mapper) trim() {
	n := min(len(m.To), len(m.From))
	for m.head < n && m.equal(int32(m.head), int32(m.head), 0) {
		m.link(int32(m.head), int32(m.head))
		m.head++
	}
	for m.head+m.tail < n {
		a, b := int32(len(m.To)-1-m.tail), int32(len(m.From)-1-m.tail)
		if !m.equal(a, b, 0) {
			break
		}
		m.link(a, b)
		m.tail++
	}
	if m.head < len(m.To) || m.head < len(m.From) {
		m.release()
	}
}

// maxRelease bounds how many lines trim gives back on either side.
const maxRelease = 400

// release gives the repeated lines next to the first and the last difference
// back: they may belong to a twin of the block that they were matched to, and
// the seeds know better.
func (m *mapper) release() {
	for k := 0; k < maxRelease && m.head > 0 && !m.Once(int32(m.head-1)); k++ {
		m.head--
		m.unlink(int32(m.head))
	}
	for k := 0; k < maxRelease && m.tail > 0 && !m.Once(int32(len(m.To)-m.tail)); k++ {
		m.unlink(int32(len(m.To) - m.tail))
		m.tail--
	}
}

// Once reports whether line a of A is in both texts, once, and is not trivial.
func (p *Pair) Once(a int32) bool {
	id := p.A.Norm[a]
	return p.CountA[id] == 1 && p.CountB[id] == 1 && p.A.Lines[a].Weight >= Trivial
}

// grow extends a matched pair over equal free neighbours, up (step -1) or
// down (step 1).
func (m *mapper) grow(a, b, step int32) {
	shift := m.shift(a, b)
	for {
		a, b = a+step, b+step
		if !m.BothFree(a, b) || !m.equal(a, b, shift) {
			return
		}
		m.link(a, b)
		if m.A.Lines[a].Weight >= Trivial {
			shift = m.shift(a, b)
		}
	}
}

// extend grows every matched line over its equal neighbours once more.
func (m *mapper) extend() {
	for a := range int32(len(m.To)) {
		if b := m.To[a]; b != None {
			m.grow(a, b, 1)
		}
	}
	for a := int32(len(m.To)) - 1; a >= 0; a-- {
		if b := m.To[a]; b != None {
			m.grow(a, b, -1)
		}
	}
}
