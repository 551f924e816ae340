package gitdiff

import "slices"

// front is how far paths have come through two lists of lines, from their start on. A diagonal is named by how many
// more lines of a than of b were passed on it.
type front struct {
	a, b   []int32
	far    []int // of each diagonal the lines of a that were passed; it begins at -len(b)-1
	lo, hi int   // the diagonals that were reached last; every second one of them
	order  int   // 1 to go through them upwards, -1 downwards: of equally good ones the first is taken
}

const unreached = -1

func newFront(a, b []int32, room []int, order int) *front {
	f := &front{a: a, b: b, far: room, order: order}
	f.far[len(b)+1] = 0
	return f
}

// advance makes every path longer by one change and the equal lines after it. It reports whether one passed many equal
// lines.
func (f *front) advance() (long bool) {
	a, b, zero := f.a, f.b, len(f.b)+1
	if f.lo > -len(b) {
		f.lo--
		f.far[f.lo-1+zero] = unreached
	} else {
		f.lo++
	}
	if f.hi < len(a) {
		f.hi++
		f.far[f.hi+1+zero] = unreached
	} else {
		f.hi--
	}
	for d := f.lo; d <= f.hi; d += 2 {
		x := max(f.far[d-1+zero]+1, f.far[d+1+zero])
		end, y := x, x-d
		for end < len(a) && y < len(b) && a[end] == b[y] {
			end, y = end+1, y+1
		}
		long = long || end-x > longRun
		f.far[d+zero] = end
	}
	return long
}

// at returns how far the paths on a diagonal came, in lines of a.
func (f *front) at(d int) int { return f.far[d+len(f.b)+1] }

// meets finds where the front meets the one from the other end. turn says whether they can: their diagonals are the
// same ones only in every second round.
func (f *front) meets(other *front, turn bool) (x, y int, ok bool) {
	if !turn {
		return 0, 0, false
	}
	n, across := len(f.a), len(f.a)-len(f.b)
	from, to := max(f.lo, across-other.hi), min(f.hi, across-other.lo)
	from += (from - f.lo) & 1
	to -= (f.hi - to) & 1
	if f.order < 0 {
		from, to = to, from
	}
	for d := from; (to-d)*f.order >= 0; d += 2 * f.order {
		if far := f.at(d); far >= n-other.at(across-d) {
			return far, far - d, true
		}
	}
	return 0, 0, false
}

// diagonals calls visit with the diagonals in the front's order.
func (f *front) diagonals(visit func(d, x int)) {
	d, end := f.lo, f.hi
	if f.order < 0 {
		d, end = end, d
	}
	for ; (end-d)*f.order >= 0; d += 2 * f.order {
		visit(d, f.at(d))
	}
}

// promising finds the path that has passed far more lines than it made changes, and many equal ones just now.
func (f *front) promising(cost int) (x, y int, ok bool) {
	best := 0
	f.diagonals(func(d, far int) {
		other := far - d
		gain := far + other - max(d, -d)
		if gain > worthTaking*cost && gain > best && longRun <= far && far < len(f.a) && longRun <= other && other < len(f.b) && slices.Equal(f.a[far-longRun:far], f.b[other-longRun:other]) {
			best, x, y = gain, far, other
		}
	})
	return x, y, best > 0
}

// furthest finds the path that has passed the most lines.
func (f *front) furthest() (x, y int) {
	best := -1
	f.diagonals(func(d, far int) {
		u := min(far, len(f.a))
		v := u - d
		if v > len(f.b) {
			u, v = len(f.b)+d, len(f.b)
		}
		if u+v > best {
			best, x, y = u+v, u, v
		}
	})
	return x, y
}

// Constants of git's comparison. Another value shows other lines than git does.
const (
	longRun      = 20   // equal lines that make a path worth taking when the search is long
	patience     = 256  // rounds before such a path is taken, and the least before the search is given up
	maxEqual     = 1024 // how often a line has to be there, at most, to be common
	windowAround = 100  // lines around a common one that decide whether it counts
	commonShare  = 4    // a common line is skipped if fewer than one in this many lines around it is common
	worthTaking  = 4    // lines passed for each change, on a path worth taking
)
