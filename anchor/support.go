package anchor

import "consider/internal/linemap"

// supportReach is how many neighbours on each side are checked.
const supportReach = 6

// support is the share of the neighbours of a line that went where it went, 0 to full. Nearer neighbours count more;
// deleted ones count less against the line than those that went elsewhere.
func (r *resolver) support(a int32) int32 {
	got, all := int32(0), int32(0)
	r.neighbours(a, supportReach, 80, func(x, _, w int32) {
		switch {
		case r.To[x] == linemap.None:
			w /= 3
		case r.together(a, x):
			got += w
		}
		all += w
	})
	if all == 0 {
		return full
	}
	return got * full / all
}

// together reports whether two lines kept their order and roughly their distance.
func (r *resolver) together(a, x int32) bool {
	before, after := x-a, r.To[x]-r.To[a]
	if before < 0 {
		before, after = -before, -after
	}
	return after > 0 && after <= 2*before+6 || after == 0 && r.how[a] == byReflow
}
