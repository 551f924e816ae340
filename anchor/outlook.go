package anchor

import "consider/internal/linediff"

// Outlook bounds a [Landing] in a file of which only the numbers of its lines
// are known: neither its Weight nor its Lines can be more.
type Outlook struct{ Weight, Lines int }

// Promising reports whether a place there can be believed.
func (o Outlook) Promising() bool { return o.Lines >= leastRare && o.Weight >= leastEvidence }

// And is a bound that is no wider than either.
func (o Outlook) And(x Outlook) Outlook {
	return Outlook{min(o.Weight, x.Weight), min(o.Lines, x.Lines)}
}

// Beats reports whether a place there is to be looked at before another one.
func (o Outlook) Beats(x Outlook) bool {
	if o.Promising() != x.Promising() {
		return o.Promising()
	}
	return o.Weight > x.Weight
}

// Outlook bounds what can speak for lines start to end in a file; stands says
// how often it has a line, by the number that Prints gives it.
func (r *Removed) Outlook(start, end int, stands func(print uint64) int) (out Outlook) {
	first, last, ok := r.target(start, end)
	if !ok {
		return out
	}
	if r.often == nil {
		r.often = make(map[uint64]int, len(r.marks))
		for _, m := range r.marks {
			r.often[m.print]++
		}
	}
	for x := max(0, first-witnessReach); x <= min(int32(len(r.marks))-1, last+witnessReach); x++ {
		m, away := r.marks[x], max(r.lines[first]-r.lines[x], r.lines[x]-r.lines[last], 0)
		if m.weight < linediff.Trivial || away > 3*witnessReach {
			continue
		}
		there := stands(m.print)
		switch common := r.often[m.print]; {
		case m.long:
			out.Lines++
			out.Weight += says(m.weight, int(away), common)
		case m.weight < printWeight:
			out.Weight += says(m.weight, int(away), common)
		case there > 0:
			if common+there <= rareLines {
				out.Lines++
			}
			out.Weight += says(m.weight, int(away), common+there)
		default:
			out.Weight += says(m.weight, int(away), common) / alikeSays
		}
	}
	return out
}
