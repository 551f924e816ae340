package linemap

// myers matches two lists of lines by the greedy O(ND) algorithm of Myers
// (1986). After maxCost edits it takes the path that came furthest and starts
// anew from its end, so that time and memory stay linear.
func (f *filler) myers(as, bs []int32) {
	for len(as) > 0 && len(bs) > 0 {
		x, y := f.walk(as, bs)
		as, bs = as[x:], bs[y:]
	}
}

// walk matches a prefix of both lists and returns how much of each it used.
func (f *filler) walk(as, bs []int32) (int, int) {
	const off = maxCost + 1
	var v [2*maxCost + 3]int
	trace := make([][]int, 0, maxCost+1)
	far, farD, farK := -1, 0, 0
	for d := 0; d <= maxCost; d++ {
		for k := -d; k <= d; k += 2 {
			x, _ := start(v[:], off, d, k)
			y := x - k
			if y < 0 || x > len(as) || y > len(bs) {
				v[off+k] = x
				continue
			}
			for x < len(as) && y < len(bs) && f.equal(as[x], bs[y], 0) {
				x++
				y++
			}
			v[off+k] = x
			if x+y > far {
				far, farD, farK = x+y, d, k
			}
		}
		trace = append(trace, append([]int(nil), v[off-d:off+d+1]...))
		if far == len(as)+len(bs) {
			break
		}
	}
	x := trace[farD][farK+farD]
	usedX, usedY := x, x-farK
	f.back(as, bs, trace, farD, farK)
	if usedX == 0 && usedY == 0 {
		return len(as), len(bs)
	}
	return usedX, usedY
}

// start is where diagonal k begins at cost d, and from which diagonal: one step
// right from k-1 or one step down from k+1. v has how far each diagonal came
// before, from off on.
func start(v []int, off, d, k int) (x, from int) {
	switch {
	case d == 0:
		return 0, k
	case k == -d || k != d && v[off+k-1] < v[off+k+1]:
		return v[off+k+1], k + 1
	}
	return v[off+k-1] + 1, k - 1
}

// back links the diagonal steps of the path that ended on diagonal k.
func (f *filler) back(as, bs []int32, trace [][]int, d, k int) {
	x := trace[d][k+d]
	for ; d >= 0; d-- {
		begin, from := 0, k
		if d > 0 {
			begin, from = start(trace[d-1], d-1, d, k)
		}
		for ; x > begin; x-- {
			f.link(as[x-1], bs[x-1-k])
		}
		if d > 0 {
			x, k = trace[d-1][from+d-1], from
		}
	}
}

const (
	// maxCells bounds the table of one small gap.
	maxCells = 1 << 14
	// maxDepth bounds how often a gap is cut at lines unique inside it.
	maxDepth = 12
	// maxCost bounds how far the plain diff of a gap looks before it takes
	// what it has: cost per line stays constant however different texts are.
	maxCost = 128
)

type filler struct {
	*mapper
	countA, countB, at []int32 // by Norm; zero between uses
}
