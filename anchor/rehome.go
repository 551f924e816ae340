package anchor

import "consider/internal/linemap"

const (
	// homeReach is how many lines of text on each side distinguish twins.
	homeReach = 10
	// homeLead is by how much another place must fit better before a run of repeated lines leaves the place that the line
	// map chose. ownerLead is by how much the run must fit better there than the line that owns the place.
	homeLead  = 120
	ownerLead = 60
	// maxHomes is how many places of a repeated line are compared.
	maxHomes = 12
	// maxRehome bounds the runs that are checked.
	maxRehome = 400
)

// rehome checks runs of repeated lines whose neighbours the line map put elsewhere. Copied code makes such runs: lines
// of one twin end up in another one when the first was moved or its neighbours were edited. The text around the lines,
// matched or not, distinguishes the twins.
func (r *resolver) rehome() {
	places := r.repeated()
	n := int32(len(r.To))
	left := maxRehome
	for a := int32(0); a < n && left > 0; a++ {
		if r.To[a] == linemap.None {
			continue
		}
		e := a + 1
		for e < n && r.To[e] == r.To[e-1]+1 {
			e++
		}
		if x := r.heaviestRepeated(a, e); x != linemap.None && !(r.settled(a, -1) && r.settled(e-1, 1)) {
			left--
			r.rehomeRun(a, e, x, places[r.pair.A.Norm[x]])
		}
		a = e - 1
	}
}

// repeated lists the places in B of the lines that are not unique.
func (r *resolver) repeated() map[int32][]int32 {
	places := make(map[int32][]int32)
	for b, id := range r.pair.B.Norm {
		if r.pair.CountB[id] > 1 && r.pair.CountB[id] <= maxHomes && r.pair.CountA[id] > 0 && r.pair.B.Lines[b].Weight >= linemap.Trivial {
			places[id] = append(places[id], int32(b))
		}
	}
	return places
}

// heaviestRepeated returns the heaviest line of a run, or None when a line of the run is unique in both texts and so
// cannot belong to a twin.
func (r *resolver) heaviestRepeated(a, e int32) int32 {
	best := linemap.None
	for x := a; x < e; x++ {
		if w := r.weight(x); w >= linemap.Trivial {
			if r.pair.Once(x) {
				return linemap.None
			}
			if best == linemap.None || w > r.weight(best) {
				best = x
			}
		}
	}
	return best
}

// settled reports whether the next matched line before or after a stayed next to a in B.
func (r *resolver) settled(a, dir int32) bool {
	for x := a + dir; x >= 0 && int(x) < len(r.To) && x-a <= 4 && a-x <= 4; x += dir {
		if r.To[x] != linemap.None {
			d := (r.To[x] - r.To[a]) * dir
			return d > 0 && d <= 8
		}
	}
	return false
}

// rehomeRun moves lines a up to e, of which x is the heaviest, if one of the places suits x clearly better. A line that
// is in both texts once is stronger evidence than the likeness of the others.
func (r *resolver) rehomeRun(a, e, x int32, places []int32) {
	best, at := r.textContext(x, r.To[x])+homeLead, linemap.None
	bound := r.bound(x, r.To[x])
	for _, b := range places {
		if b == r.To[x] {
			continue
		}
		c := r.textContext(x, b)
		if !bound && r.bound(x, b) {
			c += homeLead + ownerLead
		}
		if c >= best {
			best, at = c+1, b
		}
	}
	if at == linemap.None {
		return
	}
	o := r.From[at]
	if o != linemap.None && (r.settled(o, -1) && r.settled(o, 1) || r.textContext(o, at)+ownerLead > best-1) {
		return
	}
	for y := a; y < e; y++ {
		r.unlink(y)
	}
	r.take(x, at)
	for _, dir := range []int32{-1, 1} {
		for y := x + dir; y >= a && y < e && r.equal(y, at+y-x); y += dir {
			r.take(y, at+y-x)
		}
	}
}

// equal reports whether there is a line b of B that differs from line a of A in white space only.
func (r *resolver) equal(a, b int32) bool {
	return b >= 0 && int(b) < len(r.From) && r.pair.A.Norm[a] == r.pair.B.Norm[b]
}

// bound reports whether the next line above or below x that is in both texts, once, is as far from b.
func (r *resolver) bound(x, b int32) bool {
	for _, dir := range []int32{-1, 1} {
		for d := dir; d*dir <= homeReach; d += dir {
			i := x + d
			if i < 0 || int(i) >= len(r.To) {
				break
			}
			if r.pair.Once(i) {
				if r.To[i] == b+d {
					return true
				}
				break
			}
		}
	}
	return false
}

// take links equal lines. The present owner of the place, if any, loses it.
func (r *resolver) take(a, b int32) {
	if o := r.From[b]; o != linemap.None {
		r.unlink(o)
	}
	r.link(a, b, byMap, full)
}

// textContext is how well the text around a agrees with the text around b, 0 to full. It ignores which lines are matched.
func (r *resolver) textContext(a, b int32) int32 {
	weigh := func(x int32) int32 { return 2 + min(r.weight(x), 20) }
	got, all := r.agreement(a, b, homeReach, 88, weigh, func(x, y int32) int32 {
		if r.elsewhere(x, y) {
			return 0
		}
		return r.gapSimilarity(x, y)
	})
	return got * full / (all + 1)
}

// elsewhere reports whether two lines differ and one of them is in both texts, once: then it is not the other one edited.
func (r *resolver) elsewhere(x, y int32) bool {
	i, j := r.pair.A.Norm[x], r.pair.B.Norm[y]
	return i != j && (r.pair.CountA[i] == 1 && r.pair.CountB[i] == 1 || r.pair.CountA[j] == 1 && r.pair.CountB[j] == 1)
}
