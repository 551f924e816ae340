//go:build linux && amd64

package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"
)

// tally counts what was done, and lists what was wrong.
type tally struct {
	mu    sync.Mutex
	done  map[string]int
	acked map[string]int // ended with 0 despite the fault
	wrong []string
	told  map[string]int // how often each damage had each result
}

// count counts what was done, and the results of a damage.
func (t *tally) count(kind string, o outcome, wrong []string, results ...string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.done[kind]++
	if o.code == 0 {
		t.acked[kind]++
	}
	t.wrong = append(t.wrong, wrong...)
	for _, result := range results {
		t.told[result]++
	}
}

func (t *tally) fault(err error) {
	if err != nil {
		t.count("error", outcome{code: 1}, []string{err.Error()})
	}
}

func (t *tally) report(out io.Writer, kinds []string) int {
	for _, kind := range append(kinds, "error") {
		if t.done[kind] > 0 {
			fmt.Fprintf(out, "%-9s %6d, of which %d were acknowledged\n", kind, t.done[kind], t.acked[kind])
		}
	}
	for _, result := range slices.Sorted(maps.Keys(t.told)) {
		fmt.Fprintf(out, "%6d %s\n", t.told[result], result)
	}
	slices.Sort(t.wrong)
	return broken(out, t.wrong)
}

// broken prints what was wrong, and returns the exit code.
func broken(out io.Writer, wrong []string) int {
	for _, w := range wrong[:min(len(wrong), 60)] {
		fmt.Fprintf(out, "- %.600s\n", strings.ReplaceAll(w, "\n", " "))
	}
	fmt.Fprintf(out, "%d broken promises\n", len(wrong))
	return min(len(wrong), 1)
}
