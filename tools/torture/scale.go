//go:build linux && amd64

package main

import (
	"fmt"
	"io"
	"slices"
	"time"
)

// samples is how many times the servers are measured.
const samples = 60

// scale measures the servers.
type scale struct {
	hosts []*host
	out   io.Writer
}

// weigh measures all servers, and prints the result after the text so.
func (c *scale) weigh(so string) {
	fmt.Fprint(c.out, so)
	for _, h := range c.hosts {
		memory, files := h.weighs()
		h.memory, h.files = append(h.memory, memory), append(h.files, files)
		fmt.Fprintf(c.out, "; %s %d KiB, %d files", h.name, memory, files)
	}
	fmt.Fprintln(c.out)
}

// rest measures servers that have nothing more to do, until none has grown or the time is over. On a busy machine one may
// have been at work in each measurement of the last third.
func (c *scale) rest(limit time.Duration) {
	for end := time.Now().Add(limit); len(c.grown(io.Discard)) > 0 && time.Now().Before(end); time.Sleep(100 * time.Millisecond) {
		for _, h := range c.hosts {
			memory, files := h.weighs()
			lower(h.memory, memory)
			lower(h.files, files)
		}
	}
}

// lower replaces the last value by a smaller one.
func lower(all []int, now int) {
	if last := len(all) - 1; last >= 0 {
		all[last] = min(all[last], now)
	}
}

// grown prints the first, last, smallest and largest values, and returns what grew. It compares what an idle server
// keeps: the smallest values of the last third and of the second.
func (c *scale) grown(out io.Writer) (wrong []string) {
	for _, h := range c.hosts {
		for what, all := range map[string][]int{"KiB": h.memory, "files": h.files} {
			third := len(all) / 3
			if third == 0 {
				continue
			}
			before, after := slices.Min(all[third:2*third]), slices.Min(all[2*third:])
			fmt.Fprintf(out, "%-7s %-5s first %d, last %d, most %d; least of each third %d, %d, %d\n", h.name, what,
				all[0], all[len(all)-1], slices.Max(all), slices.Min(all[:third]), before, after)
			if after > before+before/4 {
				wrong = append(wrong, fmt.Sprintf("%s grows: %d %s, then %d", h.name, before, what, after))
			}
		}
	}
	return wrong
}
