package linemap

const (
	// weakRun is the letters below which a matched run between two real edits
	// is taken for chance.
	weakRun = 9
	// movedBlock is the letters of a repeated block that is believed to have
	// moved, and movedUnique of one that holds a line unique in both texts.
	movedBlock  = 20
	movedUnique = 10
	// maxPlaces is how many places of a repeated line are tried for a move.
	maxPlaces = 8
)

// dropWeak unmatches short runs between two edits that both took lines away
// and brought new ones: there, an equal "}" or "return nil" is chance.
func (m *mapper) dropWeak() {
	n := int32(len(m.To))
	for a := int32(0); a < n; a++ {
		b := m.To[a]
		if b == None {
			continue
		}
		end, weight := a, int32(0)
		for end < n && m.To[end] == b+end-a {
			weight += capped(m.A.Lines[end].Weight)
			end++
		}
		x, y := m.BothFree(a-1, b-1), m.BothFree(end, b+end-a) // whether an edit is above, and below
		if weight < Trivial && (x || y) && m.freeAt(m.To, a-1) && m.freeAt(m.To, end) {
			x, y = true, true
		}
		if weight < weakRun && x && y {
			for i := a; i < end; i++ {
				m.unlink(i)
			}
		}
		a = end - 1
	}
}

func (m *mapper) freeAt(owner []int32, i int32) bool {
	return i >= 0 && int(i) < len(owner) && owner[i] == None
}

// moves matches equal blocks among the lines that have no partner on either
// side, the heaviest first.
func (m *mapper) moves() {
	places := m.freePlaces()
	var runs []run
	for a := range int32(len(m.To)) {
		if m.To[a] != None || m.A.Lines[a].Weight < Trivial {
			continue
		}
		for _, b := range places[m.A.Norm[a]] {
			if !m.BothFree(a-1, b-1) || !m.heavyPair(a-1, b-1) {
				runs = append(runs, m.block(a, b))
			}
		}
	}
	for _, at := range byWeight(runs) {
		if r := runs[at]; m.believable(r) {
			for k := range r.n {
				m.link(r.a+k, r.b+k)
			}
			m.grow(r.a, r.b, -1)
			m.grow(r.a+r.n-1, r.b+r.n-1, 1)
		}
	}
}

// freePlaces lists the free lines of B by their number; it omits lines that are
// repeated too often.
func (m *mapper) freePlaces() map[int32][]int32 {
	wanted := make(map[int32][]int32)
	for a, b := range m.To {
		if b == None && m.A.Lines[a].Weight >= Trivial {
			wanted[m.A.Norm[a]] = nil
		}
	}
	for b, a := range m.From {
		id := m.B.Norm[b]
		if a != None {
			continue
		}
		if list, ok := wanted[id]; ok && len(list) < maxPlaces {
			wanted[id] = append(list, int32(b))
		}
	}
	return wanted
}

func (m *mapper) heavyPair(a, b int32) bool {
	return m.A.Norm[a] == m.B.Norm[b] && m.A.Lines[a].Weight >= Trivial
}

// block measures the equal free lines that begin at a pair.
func (m *mapper) block(a, b int32) run {
	r := run{a: a, b: b}
	shift := m.shift(a, b)
	for m.BothFree(a+r.n, b+r.n) && m.equal(a+r.n, b+r.n, shift) {
		r.weight += capped(m.A.Lines[a+r.n].Weight)
		r.n++
	}
	return r
}

func (m *mapper) believable(r run) bool {
	unique := false
	for k := range r.n {
		if !m.BothFree(r.a+k, r.b+k) {
			return false
		}
		id := m.A.Norm[r.a+k]
		unique = unique || m.CountA[id] == 1 && m.CountB[id] == 1
	}
	return r.weight >= movedBlock || unique && r.weight >= movedUnique
}
