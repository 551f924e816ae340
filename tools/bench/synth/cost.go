package main

import (
	"fmt"
	"io"
	"math/rand"
	"slices"
	"strings"
	"time"

	"consider/anchor"
)

// printCost measures the line map of texts of 1,000, 10,000 and 100,000 lines
// with one line in twenty edited, and further anchors on the same pair.
func printCost(w io.Writer, files [][]string) {
	fmt.Fprintln(w, "\n| lines | line map ms (best of 9) | then first changed line ms (best of 9) | further anchor, median us | p99 us |")
	fmt.Fprintln(w, "|---|---|---|---|---|")
	for _, n := range []int{1000, 10_000, 100_000} {
		old := longText(files, n)
		d := newDoc(rand.New(rand.NewSource(int64(n))), old, files[0])
		for i := range d.lines {
			if d.rng.Intn(20) == 0 {
				d.change(i)
			}
		}
		a, b := join(old), join(d.texts())
		var maps, firsts, further []time.Duration
		for range 9 {
			began := time.Now()
			m := anchor.Map(a, b)
			maps = append(maps, time.Since(began))
			began = time.Now()
			for i := 1; i < 200; i++ {
				m.Place(i, i)
			}
			firsts = append(firsts, time.Since(began))
			for range 2000 {
				at := 1 + d.rng.Intn(n)
				began = time.Now()
				m.Place(at, at+d.rng.Intn(5))
				further = append(further, time.Since(began))
			}
		}
		ms := func(t time.Duration) float64 { return float64(t.Microseconds()) / 1000 }
		us := func(t time.Duration) float64 { return float64(t.Nanoseconds()) / 1000 }
		fmt.Fprintf(w, "| %d | %.2f | %.2f | %.2f | %.2f |\n", n, ms(slices.Min(maps)), ms(slices.Min(firsts)), us(quantile(further, 50)), us(quantile(further, 99)))
	}
}

func quantile(v []time.Duration, per int) time.Duration {
	slices.Sort(v)
	return v[(len(v)-1)*per/100]
}

// longText strings the texts of the project together until there are n lines.
// From the second time round, lines that say something carry the round's
// number, so that they stay as unique as the lines of a long program.
func longText(files [][]string, n int) []string {
	out := make([]string, 0, n)
	for round := 0; ; round++ {
		for _, f := range files {
			for _, l := range f {
				if len(out) == n {
					return out
				}
				if round > 0 && letters(l) >= 6 {
					l = strings.TrimRight(l, " ") + fmt.Sprintf(" // %d", round)
				}
				out = append(out, l)
			}
		}
	}
}
