package main

import (
	"math/rand/v2"
	"strings"
	"time"

	"consider/anchor"
)

// anchorCost is what placing threads in one changed file costs, in this process.
type anchorCost struct {
	lines, edited int // lines of the file; of a hundred, how many were edited
	mapping       time.Duration
	place         time.Duration // of one thread more, once the map is there
	find          time.Duration // of one thread of which only its description is kept
}

// anchorCosts measures files of several lengths, lightly and heavily edited.
func anchorCosts(p plan) []anchorCost {
	var out []anchorCost
	for _, lines := range p.anchorLines {
		for _, edited := range []int{1, 30} {
			out = append(out, costOf(lines, edited, rand.New(rand.NewPCG(p.seed, uint64(lines+edited)))))
		}
	}
	return out
}

func costOf(lines, edited int, r *rand.Rand) anchorCost {
	old := source(r, "long", lines)
	before, now := []byte(old), []byte(edit(r, old, edited))
	c := anchorCost{lines: lines, edited: edited}
	d := anchor.Describe(before, lines/2, lines/2+2)
	times := min(25, 400_000/lines)
	c.mapping = repeat(times, func() { anchor.Map(before, now).Place(lines/2, lines/2+2) })
	m := anchor.Map(before, now)
	m.Place(1, 2)
	c.place = repeat(times, func() {
		for i := range 100 {
			m.Place(1+i*lines/100, 2+i*lines/100)
		}
	}) / 100
	c.find = repeat(times, func() { anchor.Find(d, now) })
	return c
}

// repeat returns the median time of f.
func repeat(times int, f func()) time.Duration {
	all := make([]time.Duration, times)
	for i := range all {
		began := time.Now()
		f()
		all[i] = time.Since(began)
	}
	return middle(all)
}

// edit changes about of100 of every hundred lines: half of them are rewritten, the others deleted or inserted.
func edit(r *rand.Rand, text string, of100 int) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		switch n := r.IntN(400); {
		case n >= of100*4:
			b.WriteString(line)
		case n%4 == 0:
			// deleted
		case n%4 == 1:
			b.WriteString(line + "\t// " + sentence(r) + "\n")
		default:
			b.WriteString(strings.Replace(strings.TrimRight(line, "\n"), "e", pick(r, nouns), 1) + " //\n")
		}
	}
	return b.String()
}
