package main

import (
	"cmp"
	"fmt"
	"io"
	"slices"
)

// compared reports whether another program was measured.
func (r *report) compared() bool {
	return slices.ContainsFunc(r.results, func(r result) bool { return len(r.old) > 0 })
}

// writeCompared says what became of each case: processor time before and after, and the ratio of the two in a round, of which
// half are between the last two numbers. A round lasts moments, so that what slows one of the two slows the other.
func (r *report) writeCompared(w io.Writer) {
	rows := [][]string{{"case, cpu in ms", "before", "after", "after ÷ before", "half of the rounds"}}
	for _, c := range r.results {
		if len(c.old) == 0 || len(c.old) != len(c.samples) {
			continue
		}
		before := result{samples: c.old}
		ratios := make([]float64, len(c.old))
		for i := range ratios {
			ratios[i] = ratio(c.samples[i].cpu, c.old[i].cpu)
		}
		low, mid, high := quartiles(ratios)
		rows = append(rows, []string{c.name, ms(before.cpu()), ms(c.cpu()), fmt.Sprintf("%.2f", mid), fmt.Sprintf("%.2f to %.2f", low, high)})
	}
	_, _ = fmt.Fprintln(w)
	table(w, rows, 1, 2, 3)
}

// quartiles are the numbers that a quarter, half and three quarters of all are below.
func quartiles[T cmp.Ordered](all []T) (low, mid, high T) {
	slices.Sort(all)
	at := func(part int) T { return all[min(len(all)-1, len(all)*part/4)] }
	return at(1), at(2), at(3)
}
