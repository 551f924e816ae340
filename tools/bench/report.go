package main

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"time"
)

// writeTables writes the budget and all cases as Markdown.
func writeTables(out io.Writer, results []result, budget []limit) {
	named := map[string]result{}
	for _, r := range results {
		named[r.name] = r
	}
	w := tabwriter.NewWriter(out, 0, 0, 1, ' ', 0)
	row := func(cells ...string) { fmt.Fprintln(w, "| "+strings.Join(cells, "\t| ")+"\t|") }
	row("budget", "limit", "measured", "")
	row("---", "---", "---", "---")
	for _, l := range budget {
		what, ok := named[l.what]
		against, ok2 := named[l.against]
		if !ok || !ok2 {
			continue // not timed in this run
		}
		measured, verdict := ratio(what.cpu(), against.cpu()), "met"
		if l.wall {
			measured = ratio(what.wall(), against.wall())
		}
		if measured > l.most {
			verdict = fmt.Sprintf("NOT met, %.1f times too much", measured/l.most)
		}
		row(l.what, fmt.Sprintf("%g × %s", l.most, l.against), fmt.Sprintf("%.2f", measured), verdict)
	}
	fmt.Fprintln(w)
	_ = w.Flush()

	row("medians in ms", "wall", "cpu", "cpu ÷ git status", "cpu ÷ the other program")
	row("---", "--:", "--:", "--:", "--:")
	for _, r := range results {
		toStatus, toOld := "", ""
		project, _, _ := strings.Cut(r.project, "-")
		if git, ok := named["git status, "+project]; ok && r.args[0] == "consider" {
			toStatus = fmt.Sprintf("%.2f", ratio(r.cpu(), git.cpu()))
		}
		if len(r.old) > 0 {
			// The ratios are taken round by round: a round is short, so that what slows one of the two slows the other.
			at := func(below float64) float64 {
				i := -1
				return part(r.old, below, func(old sample) float64 { i++; return ratio(r.samples[i].cpu, old.cpu) })
			}
			toOld = fmt.Sprintf("%.2f (half: %.2f to %.2f)", at(0.5), at(0.25), at(0.75))
		}
		row(r.name, ms(r.wall()), ms(r.cpu()), toStatus, toOld)
	}
	fmt.Fprintln(w)
	_ = w.Flush()
}

// samplesOf writes every measurement in the format of Go's benchmarks, which benchstat reads.
func samplesOf(results []result) string {
	var b strings.Builder
	line := func(r result, program string, s sample) {
		name := strings.ReplaceAll(strings.ReplaceAll(r.name, ", ", "/"), " ", "_")
		fmt.Fprintf(&b, "Benchmark%s/program=%s 1 %d ns/op %d cpu-ns/op\n", name, program, s.wall, s.cpu)
	}
	for _, r := range results {
		for _, s := range r.samples {
			line(r, "this", s)
		}
		for _, s := range r.old {
			line(r, "old", s)
		}
	}
	return b.String()
}

func ratio(a, b time.Duration) float64 {
	if b == 0 {
		return 0
	}
	return float64(a) / float64(b)
}
