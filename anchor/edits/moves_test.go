package edits

import (
	"math/rand"
	"slices"

	"consider/anchor"
)

// move is a way in which a block leaves its file.
type move struct {
	name   string
	edited int  // per cent of its lines that are changed on the way
	fresh  bool // into a new file; otherwise among other lines
	split  bool // its second half goes to a third file
	gone   bool // it goes nowhere
	twin   bool // a copy of it stood in the other file before
}

var moves = []move{
	{name: "to-new", fresh: true},
	{name: "to-new-edited-10", fresh: true, edited: 10},
	{name: "to-new-edited-40", fresh: true, edited: 40},
	{name: "to-existing"},
	{name: "to-existing-edited-10", edited: 10},
	{name: "to-existing-edited-40", edited: 40},
	{name: "to-existing-beside-twin", twin: true},
	{name: "to-two-files", split: true},
	{name: "to-nowhere", gone: true},
	{name: "to-nowhere-beside-twin", gone: true, twin: true},
}

// ask moves a block and asks where a part of it is.
func (m move) ask(rng *rand.Rand, files [][]string) (question, bool) {
	k := rng.Intn(len(files))
	from := newDoc(rng, files[k], files[(k+1)%len(files)])
	lo, hi, ok := from.block()
	if !ok {
		return question{}, false
	}
	before, to := m.arrive(from, lo, hi)
	start := lo + rng.Intn(hi-lo)
	if letters(from.old[start]) < 6 {
		return question{}, false
	}
	end := min(start+rng.Intn(4), hi-1)
	from.remove(lo, hi)
	gone := anchor.Map(join(from.old), join(from.texts())).Removed()
	place := gone.In(anchor.NewTargetFile(join(before), join(to.texts()))).Place(start+1, end+1)
	if !place.Believable() {
		place.Placement = anchor.Placement{State: anchor.Stale}
	}
	return question{to, from.old, start, end, place.Placement}, true
}

// arrive makes the other file of a move: as it was, and as it is with what came of lines lo to hi (exclusive).
func (m move) arrive(from *doc, lo, hi int) (before []string, to *doc) {
	rng := from.rng
	to = newDoc(rng, nil, from.donor)
	if !m.fresh {
		to.lines = from.fresh(60)
	}
	if m.twin {
		to.insert(len(to.lines)/2, bare(from.lines[lo:hi])...)
	}
	before = to.texts()
	at := rng.Intn(len(to.lines) + 1)
	switch {
	case m.gone:
		to.insert(at, from.fresh(5)...)
	case m.split:
		to.insert(at, slices.Clone(from.lines[lo:(lo+hi)/2])...)
	default:
		to.insert(at, slices.Clone(from.lines[lo:hi])...)
		for i := at; i < at+hi-lo; i++ {
			if rng.Intn(100) < m.edited {
				to.change(i)
			}
		}
	}
	return before, to
}

// bare is lines that came from nowhere.
func bare(lines []line) []line {
	out := make([]line, len(lines))
	for i, l := range lines {
		out[i].text = l.text
	}
	return out
}
