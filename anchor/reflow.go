package anchor

import "consider/internal/linemap"

const (
	// minReflow is how many letters a line needs to be found by its letters alone.
	minReflow = 8
	// maxReflow bounds the letters of a gap.
	maxReflow = 1 << 16
	// reflowSimilarity is the similarity of a line whose letters were all found.
	reflowSimilarity = 900
	// sureEnough is the similarity from which a line keeps its partner. It may only get more lines next to it.
	sureEnough = 800
	// lostLetters is how many letters outside its partner a line may have ("<p>") without getting another line.
	lostLetters = 2
)

// reflow finds lines that were split or joined: all their letters and digits are still there, in other lines.
func (r *resolver) reflow(as, bs []int32) {
	if len(as) == 0 || len(bs) == 0 {
		return
	}
	all, mine := &r.all, &r.mine
	all.clear()
	for _, b := range bs {
		all.add(b, r.pair.B.Bytes(int(b)))
		if len(all.text) > maxReflow {
			return
		}
	}
	for _, a := range as {
		if r.weight(a) < minReflow || r.sim[a] == full {
			continue
		}
		mine.clear()
		mine.add(0, r.pair.A.Bytes(int(a)))
		lo, hi, ok := all.find(mine.text)
		if !ok || r.sim[a] >= sureEnough && (r.To[a] < lo || r.To[a] > hi) {
			continue
		}
		if r.To[a] != linemap.None && all.outside(lo, hi, r.To[a], len(mine.text)) <= lostLetters {
			continue
		}
		if r.To[a] != linemap.None && r.From[r.To[a]] == a {
			r.From[r.To[a]] = linemap.None
		}
		r.To[a], r.last[a], r.how[a], r.sim[a] = lo, hi, byReflow, reflowSimilarity
		for b := lo; b <= hi; b++ {
			if r.From[b] == linemap.None {
				r.From[b] = a
			}
		}
	}
}

// extended reports whether a reflowed line only got more text: it is one line as before, and no other line joined it.
func (r *resolver) extended(a int32) bool {
	b := r.To[a]
	joins := func(other int32) bool { return other >= 0 && int(other) < len(r.To) && r.To[other] == b }
	return r.last[a] == b && r.From[b] == a && !joins(a-1) && !joins(a+1)
}
