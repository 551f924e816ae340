package main

import (
	"fmt"
	"hash/fnv"
	"io"
	"math/rand"
	"strings"

	"consider/anchor"
)

// outcome of one case.
type outcome int

const (
	exact outcome = iota
	near
	wrong
	falseStale
	missed // gone, yet a place was given
	outcomes
)

type tally struct {
	name         string
	n, gone      int
	by           [outcomes]int
	answers, bad [len(bounds)]int // by confidence
}

// bounds are the lower ends of the rows of the table of confidence.
var bounds = [...]float64{0.99, 0.95, 0.9, 0.8, 0.7, 0.6, 0}

type report struct{ rows []tally }

// run makes n cases of a class and asks for them.
func (r *report) run(c class, files [][]string, seed int64, n int, dump bool) {
	h := fnv.New64a()
	h.Write([]byte(c.name))
	rng := rand.New(rand.NewSource(seed ^ int64(h.Sum64())))
	t := tally{name: c.name}
	for tries := 0; t.n < n && tries < 50*n; tries++ {
		k := rng.Intn(len(files))
		donor := files[(k+1+rng.Intn(len(files)-1))%len(files)]
		d := newDoc(rng, files[k], donor)
		if start, end, ok := c.make(d); ok {
			t.judge(d, d.old, start, end, anchor.Map(join(d.old), join(d.texts())).Place(start+1, end+1), dump)
		}
	}
	r.rows = append(r.rows, t)
}

func (t *tally) judge(d *doc, old []string, start, end int, p anchor.Placement, dump bool) {
	lo, hi, kept := d.truth(old, start, end)
	t.n++
	out := exact
	switch anchored := p.State == anchor.Anchored; {
	case lo < 0:
		t.gone++
		if anchored {
			out = missed
		}
	case !anchored:
		if kept > 50 {
			out = falseStale
		}
	case d.trimmed(p.Start-1, p.End-1) == d.trimmed(lo, hi):
	case overlap(p.Start, p.End, lo+1, hi+1) >= 50 && (end > start || hi > lo):
		out = near
	default:
		out = wrong
	}
	t.by[out]++
	if p.State == anchor.Anchored {
		for k, b := range bounds {
			if p.Score >= b {
				t.answers[k]++
				if out == wrong || out == missed {
					t.bad[k]++
				}
				break
			}
		}
	}
	if dump && out != exact {
		fmt.Printf("%s: lines %d to %d, truth %d to %d, got %+v\n\t%s\n", t.name, start+1, end+1, lo+1, hi+1, p, old[start])
	}
}

// truth is where lines start to end went, -1 when they are gone, and how much
// of their letters is still there, in per cent.
func (d *doc) truth(old []string, start, end int) (lo, hi, kept int) {
	lo = -1
	was, is := 0, 0
	found := map[int]bool{}
	for j, l := range d.lines {
		for _, i := range l.from {
			if i >= start && i <= end {
				if lo < 0 {
					lo = j
				}
				hi = j
				found[i] = true
			}
		}
	}
	for i := start; i <= end; i++ {
		was += letters(old[i]) + 1
		if found[i] {
			is += letters(old[i]) + 1
		}
	}
	return lo, hi, 100 * is / was
}

// trimmed is a range without the braces and blanks at its ends: whether the
// last ")" of a call that was split belongs to it is a matter of taste. A
// range of nothing else stays whole.
func (d *doc) trimmed(lo, hi int) [2]int {
	a, b := lo, hi
	for a < b && letters(d.lines[a].text) == 0 {
		a++
	}
	for b > a && letters(d.lines[b].text) == 0 {
		b--
	}
	if letters(d.lines[a].text) == 0 {
		return [2]int{lo, hi}
	}
	return [2]int{a, b}
}

// overlap is the common part of two ranges in per cent of both together.
func overlap(a, b, c, d int) int {
	common := min(b, d) - max(a, c) + 1
	if common <= 0 {
		return 0
	}
	return 100 * common / (max(b, d) - min(a, c) + 1)
}

func join(lines []string) []byte { return []byte(strings.Join(lines, "\n") + "\n") }

func (r *report) print(w io.Writer) {
	all := tally{name: "**all**"}
	fmt.Fprintln(w, "| class | n | exact % | near % | wrong % | false stale % | missed stale % | bad % |")
	fmt.Fprintln(w, "|---|---|---|---|---|---|---|---|")
	for _, t := range r.rows {
		t.print(w)
		all.n += t.n
		all.gone += t.gone
		for i := range t.by {
			all.by[i] += t.by[i]
		}
		for i := range t.answers {
			all.answers[i] += t.answers[i]
			all.bad[i] += t.bad[i]
		}
	}
	all.print(w)
	fmt.Fprintln(w, "\n| confidence | answers | bad % |\n|---|---|---|")
	for k, b := range bounds {
		if all.answers[k] > 0 {
			fmt.Fprintf(w, "| %.2f and above | %d | %.2f |\n", b, all.answers[k], percent(all.bad[k], all.answers[k]))
		}
	}
}

func (t *tally) print(w io.Writer) {
	anchored := t.n - t.gone
	fmt.Fprintf(w, "| %s | %d | %.2f | %.2f | %.2f | %.2f | %.2f | %.2f |\n", t.name, t.n,
		percent(t.by[exact], t.n), percent(t.by[near], t.n), percent(t.by[wrong], anchored),
		percent(t.by[falseStale], anchored), percent(t.by[missed], t.gone), percent(t.by[wrong]+t.by[missed], t.n))
}

func percent(a, b int) float64 {
	if b == 0 {
		return 0
	}
	return 100 * float64(a) / float64(b)
}
