package linemap

import (
	"cmp"
	"slices"
)

const (
	// heavy caps what one line may weigh: a very long line is not more
	// certain than one of forty letters.
	heavy = 40
	// movedLine and movedRun are the letters that a run of unique lines needs
	// to be believed although its neighbours went elsewhere.
	movedLine = 10
	movedRun  = 7
)

func capped(w int32) int32 { return min(w, heavy) }

// run is n consecutive lines of A that are n consecutive lines of B.
type run struct {
	a, b, n int32
	weight  int32
}

// seed matches the lines that occur once in either text. The heaviest chain
// of runs in order is taken, and the runs out of order that are heavy enough
// to be moves; all grow over equal neighbours, the heaviest first, so that
// repeated lines follow the block that they live in.
func (m *mapper) seed() {
	runs := m.uniqueRuns()
	inChain := chain(runs)
	taken := runs[:0]
	for k, r := range runs {
		if inChain[k] || r.weight >= movedLine || r.n > 1 && r.weight >= movedRun {
			taken = append(taken, r)
		}
	}
	for _, r := range taken {
		for k := range r.n {
			m.link(r.a+k, r.b+k)
		}
	}
	for _, k := range byWeight(taken) {
		r := taken[k]
		m.grow(r.a, r.b, -1)
		m.grow(r.a+r.n-1, r.b+r.n-1, 1)
	}
}

// byWeight gives the places of runs, which are in the order of A and then of
// B, the heaviest first. Whole numbers are sorted in half the time that runs take.
func byWeight(runs []run) []uint64 {
	keys := make([]uint64, len(runs))
	for k, r := range runs {
		keys[k] = uint64(^uint32(r.weight))<<32 | uint64(k)
	}
	slices.Sort(keys)
	for i := range keys {
		keys[i] &= 1<<32 - 1
	}
	return keys
}

func (m *mapper) uniqueRuns() []run {
	where := make([]int32, m.Norms)
	for j := m.head; j < len(m.From)-m.tail; j++ {
		where[m.B.Norm[j]] = int32(j)
	}
	runs := make([]run, 0, (len(m.To)-m.head-m.tail)/4) // repeated lines part them
	for i := m.head; i < len(m.To)-m.tail; i++ {
		id := m.A.Norm[i]
		if m.CountA[id] != 1 || m.CountB[id] != 1 {
			continue
		}
		w := capped(m.A.Lines[i].Weight)
		a, b := int32(i), where[id]
		if w < Trivial || m.To[a] != None {
			continue
		}
		if k := len(runs) - 1; k >= 0 && runs[k].a+runs[k].n == a && runs[k].b+runs[k].n == b {
			runs[k].n++
			runs[k].weight += w
			continue
		}
		runs = append(runs, run{a, b, 1, w})
	}
	return runs
}

// inOrder reports whether all runs, sorted by a, are in order in B, as they are
// where nothing moved.
func inOrder(runs []run) bool {
	for k := 1; k < len(runs); k++ {
		if runs[k].b <= runs[k-1].b {
			return false
		}
	}
	return true
}

// chain returns which of the runs, sorted by a, make the heaviest sequence
// that is in order on both sides. Of equally heavy ones the first found wins.
func chain(runs []run) []bool {
	if inOrder(runs) {
		return slices.Repeat([]bool{true}, len(runs))
	}
	in := make([]bool, len(runs))
	order := make([]int32, len(runs)) // rank of each run by b
	for k := range order {
		order[k] = int32(k)
	}
	slices.SortFunc(order, func(x, y int32) int { return cmp.Compare(runs[x].b, runs[y].b) })
	rank := make([]int32, len(runs))
	for r, k := range order {
		rank[k] = int32(r)
	}
	// best[r] is, Fenwick style, the heaviest chain among ranks below r.
	best := nothing(len(runs) + 1)
	total := make([]int64, len(runs))
	prev := make([]int32, len(runs))
	last := None
	for k := range runs {
		from := None
		for r := rank[k]; r > 0; r -= r & -r {
			if c := best[r]; c != None && (from == None || total[c] > total[from]) {
				from = c
			}
		}
		prev[k], total[k] = from, int64(runs[k].weight)
		if from != None {
			total[k] += total[from]
		}
		for r := rank[k] + 1; int(r) < len(best); r += r & -r {
			if best[r] == None || total[k] > total[best[r]] {
				best[r] = int32(k)
			}
		}
		if last == None || total[k] > total[last] {
			last = int32(k)
		}
	}
	for ; last != None; last = prev[last] {
		in[last] = true
	}
	return in
}
