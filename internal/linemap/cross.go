package linemap

// uncross mends twins that exchanged their tails. When two blocks that look
// alike changed places, their first lines may be known apart while the rest
// is equal, and was matched where it stood:
//
//	A: x-1 -> y-1    x -> z        B: line y belongs to o, and
//	   o-1 -> z-1    o -> y           line x equals line o
//
// The two breaks may then lie anywhere that x and o agree. Like an insertion
// that can slide, they are put where the indentation says that blocks end.
func (m *mapper) uncross() {
	for x := int32(1); int(x) < len(m.To); x++ {
		if o, ok := m.crossed(x); ok {
			m.moveBreak(x, o)
		}
	}
}

// crossed returns the line that exchanged its place with x at a break between
// x-1 and x.
func (m *mapper) crossed(x int32) (int32, bool) {
	before, z := m.To[x-1], m.To[x]
	y := before + 1
	if before == None || z <= 0 || z == y || int(y) >= len(m.From) {
		return 0, false
	}
	o := m.From[y]
	return o, o > 0 && o != x && m.To[o-1] == z-1
}

// moveBreak moves the break before x, and with it that before o, to the best
// place within reach.
func (m *mapper) moveBreak(x, o int32) {
	apart := max(x-o, o-x)
	down := m.agree(x, o, 1, apart)
	up := m.agree(x-1, o-1, -1, apart)
	best, cost := int32(0), m.breakCost(x)
	for k := int32(1); k <= max(down, up); k++ {
		if c := m.breakCost(x + k); k <= down && c < cost {
			best, cost = k, c
		}
		if c := m.breakCost(x - k); k <= up && c < cost {
			best, cost = -k, c
		}
	}
	for ; best > 0; best-- {
		m.exchange(x+best-1, o+best-1)
	}
	for ; best < 0; best++ {
		m.exchange(x+best, o+best)
	}
}

// agree counts the lines from x and o on that are equal and lie in one piece,
// at most as many as they are apart.
func (m *mapper) agree(x, o, by, apart int32) int32 {
	z, y := m.To[x], m.To[o]
	n := int32(0)
	for ; n < min(apart, MaxSliding); n++ {
		i, j := x+n*by, o+n*by
		if i < 0 || j < 0 || int(max(i, j)) >= len(m.To) || m.To[i] != z+n*by || m.To[j] != y+n*by || m.A.Norm[i] != m.A.Norm[j] {
			break
		}
	}
	return n
}

// breakCost says how badly a place suits the end of a block: by the indentation
// of the line that follows, a little less next to a blank line.
func (m *mapper) breakCost(at int32) int32 {
	lines := m.A.Lines
	if at <= 0 || int(at) >= len(lines) {
		return -1
	}
	cost := int32(0)
	for i := at; int(i) < len(lines); i++ {
		if !lines[i].Blank() {
			cost = 2*lines[i].Indent + 1
			if lines[i].Weight < Trivial {
				cost++ // a closing brace belongs to what is before it
			}
			break
		}
	}
	if lines[at].Blank() || lines[at-1].Blank() {
		cost -= 2
	}
	return cost
}

func (m *mapper) exchange(i, j int32) {
	a, b := m.To[i], m.To[j]
	m.link(i, b)
	m.link(j, a)
}
