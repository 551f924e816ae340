package anchor

import "consider/internal/linemap"

// Outlook bounds a [Landing] in a file when only the numbers of its lines are known: neither its Weight nor its Lines can
// be more.
type Outlook struct{ Weight, Lines int }

// Promising reports whether a place there can be believable.
func (o Outlook) Promising() bool { return o.Lines >= leastRare && o.Weight >= leastEvidence }

// And returns the tighter bound of the two in each field.
func (o Outlook) And(x Outlook) Outlook {
	return Outlook{min(o.Weight, x.Weight), min(o.Lines, x.Lines)}
}

// Beats reports whether a place there is worth a look before another one.
func (o Outlook) Beats(x Outlook) bool {
	if o.Promising() != x.Promising() {
		return o.Promising()
	}
	return o.Weight > x.Weight
}

// Outlook bounds the evidence that a file can give for lines start to end. stands returns how often the file has a line,
// by the number that Prints gives it.
func (r *Removed) Outlook(start, end int, stands func(print uint64) int) (out Outlook) {
	first, last, ok := r.target(start, end)
	if !ok {
		return out
	}
	if r.often == nil {
		r.often = make(map[uint64]int, len(r.marks))
		for _, m := range r.marks {
			r.often[m.Hash()]++
		}
	}
	for x := max(0, first-witnessReach); x <= min(int32(len(r.marks))-1, last+witnessReach); x++ {
		m, away := r.marks[x], max(r.lines[first]-r.lines[x], r.lines[x]-r.lines[last], 0)
		if m.Weight < linemap.Trivial || away > 3*witnessReach {
			continue
		}
		there, common := stands(m.Hash()), r.often[m.Hash()]
		w := lineEvidence(m.Weight, int(away), common)
		switch {
		case m.End-m.Start >= maxLetters: // only a part of it is compared, so that another line may count as equal
			out.Lines++
		case m.Weight < printWeight:
		case there > 0:
			if common+there <= rareLines {
				out.Lines++
			}
			w = lineEvidence(m.Weight, int(away), common+there)
		default:
			w /= similarDivisor
		}
		out.Weight += w
	}
	return out
}

// Outlook bounds the evidence that this file can give for lines start to end of the text that they were removed from. It
// is tighter than a bound that ignores the earlier text of the file.
func (g *TargetFile) Outlook(r *Removed, start, end int) Outlook {
	return r.Outlook(start, end, func(print uint64) int { return g.fresh[print] })
}
