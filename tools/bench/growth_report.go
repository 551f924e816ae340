package main

import (
	"fmt"
	"io"
	"io/fs"
	"math"
	"path/filepath"
	"strings"
	"time"
)

// grown is one project with a store of some size, and what the verbs cost in it.
type grown struct {
	size  int
	costs []cost // by verb, in the order of growthVerbs
	disk  int64  // bytes of the store
}

// cost is what one verb takes: the median of its processor time, and the most memory of all runs.
type cost struct {
	cpu  time.Duration
	peak int64 // bytes; 0 if the system does not report it
}

// growthVerbs are the measured commands. The first is the start of the program, which all others include and which is
// subtracted for the exponents.
var growthVerbs = []string{"version", "list", "list -n 10", "list cold", "summary", "hook", "get", "reply"}

// writeGrowth writes the table of one series: processor time and, in brackets, the most memory.
func writeGrowth(out io.Writer, what string, all []grown) error {
	var b strings.Builder
	fmt.Fprintf(&b, "| %s |", what)
	for _, g := range all {
		fmt.Fprintf(&b, " %s |", grouped(g.size))
	}
	b.WriteString(" exponent, last step |\n| --- |" + strings.Repeat(" ---: |", len(all)+1) + "\n")
	for i, verb := range growthVerbs {
		fmt.Fprintf(&b, "| %s |", verb)
		for _, g := range all {
			fmt.Fprintf(&b, " %.1f ms (%d MB) |", float64(g.costs[i].cpu.Microseconds())/1e3, g.costs[i].peak>>20)
		}
		last := "–"
		if len(all) > 1 {
			last = exponent(all[len(all)-2], all[len(all)-1], i)
		}
		b.WriteString(" " + last + " |\n")
	}
	b.WriteString("| the store on disk |")
	for _, g := range all {
		fmt.Fprintf(&b, " %.1f MB |", float64(g.disk)/(1<<20))
	}
	b.WriteString(" |\n\n")
	_, err := io.WriteString(out, b.String())
	return err
}

// bytesBelow is how large the files of a folder are together.
func bytesBelow(dir string) (total int64, err error) {
	err = filepath.WalkDir(dir, func(_ string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		info, err := e.Info()
		if err == nil {
			total += info.Size()
		}
		return err
	})
	return total, err
}

// exponent is by which power of the size a verb grows, its start taken off: 0 for not at all, 1 for in step.
func exponent(a, b grown, verb int) string {
	x, y := a.costs[verb].cpu-a.costs[0].cpu, b.costs[verb].cpu-b.costs[0].cpu
	if verb == 0 || x < time.Millisecond/4 || y < time.Millisecond/4 {
		return "–" // too close to the cost of the start
	}
	return fmt.Sprintf("%.2f", math.Log(float64(y)/float64(x))/math.Log(float64(b.size)/float64(a.size)))
}
