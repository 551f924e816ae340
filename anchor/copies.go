package anchor

import "consider/internal/linemap"

// copies repairs two copies when one got lines that belong to the other. When one of two similar blocks is deleted or
// inserted, the name in its head identifies the other block, but the body is equal to both. A line that was inserted or
// changed in one of them keeps a deletion from sliding over it:
//
//	A: x-1 -> y-1   x -> nothing     B: line y belongs to o, a later line that equals x
//
// Both copies are walked from x and o, over lines that only one of them has, and from behind what was inserted at x-1. The break goes where the lines that only
// one copy has point to, and otherwise to the end of a block.
func (r *resolver) copies() {
	a, b := &r.pair.A, &r.pair.B
	old := copyside{Side: a, r: r, other: b, owner: r.To, back: r.From}
	old.repairAll()
	now := copyside{Side: b, r: r, other: a, owner: r.From, back: r.To, inNew: true}
	now.repairAll()
}

func (t *copyside) repairAll() {
	n := int32(len(t.owner))
	for x := range n {
		if t.owner[x] == linemap.None && (x == 0 || t.owner[x-1] != linemap.None) {
			t.moveBreak(x, 1)
		}
	}
	for x := n - 1; x >= 0; x-- {
		if t.owner[x] == linemap.None && (x == n-1 || t.owner[x+1] != linemap.None) {
			t.moveBreak(x, -1)
		}
	}
}

// moveBreak moves the break between line x, which has no partner, and the line before it in direction dir, which does.
func (t *copyside) moveBreak(x, dir int32) {
	last, first := t.before(x, dir)
	if !first && t.back[last] != x-dir {
		return // several lines were joined
	}
	passed := false
	for y := last + dir; (y-last)*dir <= copyReach && !t.isOutside(y); y += dir {
		o := t.back[y]
		if o == linemap.None {
			continue
		}
		if (o-x)*dir <= 0 || !t.equalPair(o) {
			return
		}
		if !first && t.isStray(x-dir, o, dir) {
			return
		}
		w := walker{copyside: t, dir: dir, x: x, o: o, end: o, first: last, last: last, passed: passed, bound: !first && t.isBound(x-dir, -dir)}
		w.walk()
		best := w.best(x, o)
		for k, p := range w.way {
			if k < best {
				t.swapPartner(p)
			}
			t.doubt(p, w.headDecides())
		}
		if len(w.way) > 0 || passed || o+dir < 0 || int(o+dir) >= len(t.owner) || t.owner[o+dir] == y+dir {
			return
		}
		passed = true
	}
}

// isStray reports whether line x is one of a few isolated lines among lines that went where o went.
func (t *copyside) isStray(x, o, dir int32) bool {
	for range copySkip {
		p := t.owner[x] - dir
		if t.isOutside(p) || t.back[p] == linemap.None {
			return false
		}
		if q := t.back[p]; q != x-dir {
			return (o-q)*dir > 0 && (o-q)*dir <= copySkip
		}
		x -= dir
	}
	return false
}

// doubt notes that a line could as well belong to the other copy, because only the shape of the text decided.
func (t *copyside) doubt(w twins, told bool) {
	for _, x := range [2]int32{w.free, w.taken} {
		if a := t.old(x); a != linemap.None {
			t.r.either[a] = !told
		}
	}
}

// swapPartner gives the partner of the taken line to the free one.
func (t *copyside) swapPartner(w twins) {
	a, b := w.free, t.owner[w.taken]
	if t.inNew {
		a, b = b, a
	}
	if q := t.old(w.free); q != linemap.None {
		t.r.unlink(q)
	}
	t.r.unlink(t.old(w.taken))
	t.r.link(a, b, byMap, full)
}
