package linemap

import "slices"

// fill diffs the remaining lines in every gap between matched lines in order.
func (m *mapper) fill() {
	f := &filler{mapper: m, countA: make([]int32, m.Norms), countB: make([]int32, m.Norms), at: make([]int32, m.Norms)}
	m.Gaps(func(a0, a1, b0, b1 int32) {
		f.between(Free(m.To, a0, a1), Free(m.From, b0, b1), 0)
	})
}

// Gaps calls do for every stretch between consecutive pairs of the heaviest
// matched lines in order: lines a0 to a1 of A and b0 to b1 of B (exclusive).
func (m *Map) Gaps(do func(a0, a1, b0, b1 int32)) {
	a0, b0 := int32(0), int32(0)
	for i, in := range m.Spine() {
		if !in {
			continue
		}
		a := int32(i)
		b := m.To[a]
		if a > a0 && b > b0 {
			do(a0, a, b0, b)
		}
		a0, b0 = a+1, b+1
	}
	if n, k := int32(len(m.To)), int32(len(m.From)); n > a0 && k > b0 {
		do(a0, n, b0, k)
	}
}

// Spine reports for each line of A whether it is matched and in order on both sides with the others, as many as
// possible; lines that moved are not.
func (m *Map) Spine() []bool {
	var runs []run
	for a := range int32(len(m.To)) {
		b := m.To[a]
		if b == None {
			continue
		}
		if k := len(runs) - 1; k >= 0 && runs[k].a+runs[k].n == a && runs[k].b+runs[k].n == b {
			runs[k].n++
			runs[k].weight++
			continue
		}
		runs = append(runs, run{a, b, 1, 1})
	}
	spine := make([]bool, len(m.To))
	for k, in := range chain(runs) {
		if r := runs[k]; in {
			copy(spine[r.a:], slices.Repeat([]bool{true}, int(r.n)))
		}
	}
	return spine
}

// Free lists the lines from lo up to hi that have no owner.
func Free(owner []int32, lo, hi int32) []int32 {
	out := make([]int32, 0, hi-lo)
	for i := lo; i < hi; i++ {
		if owner[i] == None {
			out = append(out, i)
		}
	}
	return out
}

// between matches lines of one gap: first those unique inside it, then, in
// what these leave, by a table when it is small and by Myers' diff when not.
func (f *filler) between(as, bs []int32, depth int) {
	if len(as) == 0 || len(bs) == 0 {
		return
	}
	if len(as)*len(bs) <= maxCells {
		f.table(as, bs)
		return
	}
	var cuts []run // positions in as and bs
	if depth < maxDepth {
		cuts = f.unique(as, bs)
	}
	if len(cuts) == 0 {
		f.myers(as, bs)
		return
	}
	x, y := int32(0), int32(0)
	for k, in := range chain(cuts) {
		if !in {
			continue
		}
		c := cuts[k]
		f.link(as[c.a], bs[c.b])
		f.between(as[x:c.a], bs[y:c.b], depth+1)
		x, y = c.a+1, c.b+1
	}
	f.between(as[x:], bs[y:], depth+1)
}

func (f *filler) unique(as, bs []int32) []run {
	for _, a := range as {
		f.countA[f.A.Norm[a]]++
	}
	for y, b := range bs {
		f.countB[f.B.Norm[b]]++
		f.at[f.B.Norm[b]] = int32(y)
	}
	var out []run
	for x, a := range as {
		id, w := f.A.Norm[a], f.A.Lines[a].Weight
		if w >= Trivial && f.countA[id] == 1 && f.countB[id] == 1 {
			out = append(out, run{int32(x), f.at[id], 1, capped(w)})
		}
	}
	for _, a := range as {
		f.countA[f.A.Norm[a]] = 0
	}
	for _, b := range bs {
		f.countB[f.B.Norm[b]] = 0
	}
	return out
}

// table finds the heaviest common subsequence. A pair that continues another
// counts a little more, so that matches keep together.
func (f *filler) table(as, bs []int32) {
	gain := func(x, y int) int32 {
		a, b := as[x], bs[y]
		if !f.equal(a, b, 0) {
			return 0
		}
		g := 2*capped(f.A.Lines[a].Weight) + 2
		if x > 0 && y > 0 && f.equal(as[x-1], bs[y-1], 0) {
			g++
		}
		return g
	}
	InOrder(len(as), len(bs), gain, func(x, y int) { f.link(as[x], bs[y]) })
}
