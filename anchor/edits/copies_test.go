package edits

import "slices"

// fate is what becomes of two blocks that are alike.
type fate int

const (
	firstDeleted fate = iota
	secondDeleted
	bothKept
	exchanged
	thirdInserted
)

// flaw is the one change by which a copy is no longer exact in the current text.
type flaw int

const (
	inserted  flaw = iota // a line that only it has
	edited                // a line of it is changed
	byChance              // a line that also occurs elsewhere in the block
	cutOut                // a line of it is gone
	flawCount             // how many there are
)

// copies makes two blocks of one, the second under another name and, unless they are to be alike, with a line or two
// changed. It lets one of them have a flaw, and does to them what fate says. It asks for a line of either.
func copies(f fate, alike bool) func(d *doc) (int, int, bool) {
	return func(d *doc) (int, int, bool) {
		lo, hi, size, ok := d.twin()
		if !ok || size < 6 {
			return 0, 0, false
		}
		if !alike {
			d.tellApart(hi+1, size)
		}
		first, second := span{lo, hi}, span{hi + 1, hi + 1 + size}
		s := first.lo + d.rng.Intn(size)
		if d.rng.Intn(2) == 0 {
			s += second.lo - first.lo
		}
		if letters(d.lines[s].text) < 6 || d.repeatsNeighbour(s) {
			return 0, 0, false
		}
		flawed := first // of two that stay, either may have it
		if f == firstDeleted || f != secondDeleted && d.rng.Intn(2) == 0 {
			flawed = second
		}
		d.spoil(flawed, flaw(d.rng.Intn(int(flawCount))), s)
		d.meet(f, first, second)
		return s, s, true
	}
}

// span is lines lo to hi (exclusive) of the old text.
type span struct{ lo, hi int }

// tellApart changes one or two lines of the second block in the old text.
func (d *doc) tellApart(lo, size int) {
	for range 1 + d.rng.Intn(2) {
		d.change(lo + 1 + d.rng.Intn(size-2))
	}
	*d = *newDoc(d.rng, d.texts(), d.donor)
}

// spoil gives a block its flaw, not in line s, which is asked for.
func (d *doc) spoil(b span, f flaw, s int) {
	at := d.at(b.lo + 2 + d.rng.Intn(b.hi-b.lo-3))
	switch f {
	case inserted:
		d.insert(at, d.fresh(1)...)
	case edited:
		d.change(at)
	case byChance:
		d.insert(at, line{text: d.old[b.lo+1+d.rng.Intn(b.hi-b.lo-2)]})
	case cutOut:
		if !slices.Contains(d.lines[at].from, s) {
			d.remove(at, at+1)
		}
	}
}

// meet does to the two blocks what fate says.
func (d *doc) meet(f fate, first, second span) {
	lo, mid, end := d.at(first.lo), d.at(second.lo), d.at(second.hi-1)+1
	switch f {
	case firstDeleted:
		d.remove(lo, mid)
	case secondDeleted:
		d.remove(mid-1, end)
	case exchanged:
		gap := d.lines[mid-1]
		d.remove(mid-1, mid)
		d.move(mid-1, end-1, lo)
		d.insert(lo+end-mid, gap)
	case thirdInserted:
		name := longestWord(d.old[first.lo])
		third := []line{}
		for _, text := range d.old[first.lo:first.hi] {
			third = append(third, line{text: replaceWord(text, name, "third"+name)})
		}
		at := [3]int{lo, mid, end}[d.rng.Intn(3)]
		if at == end {
			third = append([]line{{text: ""}}, third...)
		} else {
			third = append(third, line{text: ""})
		}
		d.insert(at, third...)
	}
}
