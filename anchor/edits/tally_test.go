package edits

import (
	"fmt"
	"hash/fnv"
	"math/rand"
	"slices"
	"strings"
	"testing"

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
	n, gone      int
	by           [outcomes]int
	answers, bad [len(bounds)]int // by confidence
}

// bounds are the lower ends of the rows of the table of confidence.
var bounds = [...]float64{0.99, 0.95, 0.9, 0.8, 0.7, 0.6, 0}

// question is where lines of an old text are in a document, and the answer.
type question struct {
	d          *doc
	old        []string
	start, end int
	place      anchor.Placement
}

// asker asks questions of one kind.
type asker interface {
	ask(rng *rand.Rand, files [][]string) (question, bool)
}

// askers returns all kinds by name, in their order.
func askers() (names []string, all map[string]asker) {
	all = map[string]asker{}
	for _, c := range classes {
		names, all[c.name] = append(names, c.name), c
	}
	for _, m := range moves {
		names, all[m.name] = append(names, m.name), m
	}
	return names, all
}

// run asks n questions of a kind. Their chance depends on the seed and the kind alone.
func (t *tally) run(name string, files [][]string, seed int64, n int) {
	_, all := askers()
	h := fnv.New64a()
	h.Write([]byte(name))
	rng := rand.New(rand.NewSource(seed ^ int64(h.Sum64())))
	for tries, end := 0, t.n+n; t.n < end && tries < 50*n; tries++ {
		if q, ok := all[name].ask(rng, files); ok {
			t.judge(q, name)
		}
	}
}

func (t *tally) judge(q question, name string) {
	d, p := q.d, q.place
	lo, hi, kept := d.truth(q.old, q.start, q.end)
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
	case overlap(p.Start, p.End, lo+1, hi+1) >= 50 && (q.end > q.start || hi > lo):
		out = near
	default:
		out = wrong
	}
	t.by[out]++
	if p.State == anchor.Anchored {
		k := slices.IndexFunc(bounds[:], func(b float64) bool { return p.Score >= b })
		t.answers[k]++
		if out == wrong || out == missed {
			t.bad[k]++
		}
	}
	if *dump && out != exact {
		fmt.Printf("%s: lines %d to %d, truth %d to %d, got %+v\n\t%s\n", name, q.start+1, q.end+1, lo+1, hi+1, p, q.old[q.start])
	}
}

// add adds what another tally counted.
func (t *tally) add(o tally) {
	t.n, t.gone = t.n+o.n, t.gone+o.gone
	for i := range o.by {
		t.by[i] += o.by[i]
	}
	for i := range o.answers {
		t.answers[i], t.bad[i] = t.answers[i]+o.answers[i], t.bad[i]+o.bad[i]
	}
}

// report reports the shares of outcomes as metrics.
func (t *tally) report(b *testing.B) {
	for unit, share := range map[string]float64{
		"exact-%": percent(t.by[exact], t.n), "near-%": percent(t.by[near], t.n), "bad-%": percent(t.by[wrong]+t.by[missed], t.n),
		"wrong-%": percent(t.by[wrong], t.n-t.gone), "false-stale-%": percent(t.by[falseStale], t.n-t.gone), "missed-stale-%": percent(t.by[missed], t.gone),
	} {
		b.ReportMetric(share, unit)
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

func percent(a, b int) float64 {
	if b == 0 {
		return 0
	}
	return 100 * float64(a) / float64(b)
}
