package main

import (
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"
)

// facts describes what the numbers depend on.
func (st *stage) facts() []string {
	git, err := st.output(command{dir: st.dir, args: []string{"git", "--version"}})
	if err != nil {
		git = "no git"
	}
	facts := []string{
		fmt.Sprintf("%s/%s, %d processors, %s, %s", runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), runtime.Version(), strings.TrimSpace(git)),
		fmt.Sprintf("one fsync of 4 KB takes %s", ms(st.fsync())+" ms"),
	}
	if info, err := os.Stat(st.binary); err == nil {
		facts = append(facts, fmt.Sprintf("the binary has %.1f MB; building it took %s", float64(info.Size())/1e6, st.buildTime.Round(100*time.Millisecond)))
	}
	for _, n := range []int{manyThreads, 10_000} {
		if took, ok := st.importTime[n]; ok {
			facts = append(facts, fmt.Sprintf("importing %s threads took %s", grouped(n), took.Round(10*time.Millisecond)))
		}
	}
	if st.node == "" {
		facts = append(facts, "no node here: nothing is compared with it")
	}
	return facts
}

// fsync is how long the disk takes to make a small file durable, which is what a write mostly waits for.
func (st *stage) fsync() time.Duration {
	f, err := os.Create(filepath.Join(st.dir, "sync"))
	if err != nil {
		return 0
	}
	defer f.Close()
	page := make([]byte, 4096)
	return repeat(25, func() {
		_, _ = f.WriteAt(page, 0)
		_ = f.Sync()
	})
}

// write prints the report as Markdown that is also readable as it is.
func (r *report) write(w io.Writer) {
	for _, fact := range r.facts {
		fmt.Fprintf(w, "- %s\n", fact)
	}
	fmt.Fprintf(w, "- %d rounds, seed %d, %s in all\n\n", r.plan.rounds, r.plan.seed, r.took.Round(time.Second))
	rows := [][]string{{"target", "limit", "measured", "verdict"}}
	for _, v := range r.judge() {
		rows = append(rows, []string{v.what, v.limit, v.measured, v.String()})
	}
	table(w, rows)
	rows = [][]string{{"cold process, medians in ms", "wall", "cpu", "cpu ÷ git status of its project", ""}}
	for _, one := range r.results {
		rows = append(rows, []string{one.name, ms(one.wall()), ms(one.cpu()), r.toStatus(one), one.note})
	}
	table(w, rows, 1, 2, 3)
	if r.crowd.writers > 0 {
		c := r.crowd
		fmt.Fprintf(w, "%d processes at a time, %d replies each: %d lost, %.0f a second (one writer alone: %.0f), one reply takes %s ms, of a hundred the slowest %s ms, the worst %s ms (the middle one of %d runs).\n\n",
			c.writers, c.replies, c.lost, c.together, c.alone, ms(c.median), ms(c.p99), ms(c.worst), r.plan.crowds)
	}
	r.writeAnchor(w)
}

func (r *report) writeAnchor(w io.Writer) {
	if len(r.anchor) == 0 {
		return
	}
	rows := [][]string{{"placing in a changed file, ms", "edited", "line map and first thread", "each thread more", "one thread by its description"}}
	for _, c := range r.anchor {
		rows = append(rows, []string{
			grouped(c.lines) + " lines", fmt.Sprintf("%d %%", c.edited), ms(c.mapping),
			strconv.FormatFloat(float64(c.place)/1e6, 'f', 4, 64), ms(c.find),
		})
	}
	table(w, rows, 1, 2, 3, 4)
}

// toStatus compares a verb with git status of the same project.
func (r *report) toStatus(one result) string {
	status := "git status, 10,000 files"
	if strings.HasSuffix(one.name, on(smallThreads, "")) || one.name == lostName {
		status = "git status, 30 files"
	}
	git, ok := r.find(status)
	if !ok || !strings.Contains(one.name, "thread") {
		return ""
	}
	return fmt.Sprintf("%.2f", ratio(one.cpu(), git.cpu()))
}

// table writes rows of which the first is the head; right are the columns of numbers.
func table(w io.Writer, rows [][]string, right ...int) {
	width := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			width[i] = max(width[i], len([]rune(cell)))
		}
	}
	for n, row := range rows {
		for i, cell := range row {
			pad := strings.Repeat(" ", width[i]-len([]rune(cell)))
			if slices.Contains(right, i) {
				fmt.Fprintf(w, "| %s%s ", pad, cell)
			} else {
				fmt.Fprintf(w, "| %s%s ", cell, pad)
			}
		}
		fmt.Fprintln(w, "|")
		if n > 0 {
			continue
		}
		for i := range row {
			line := strings.Repeat("-", width[i])
			if slices.Contains(right, i) && width[i] > 1 {
				line = line[1:] + ":"
			}
			fmt.Fprintf(w, "| %s ", line)
		}
		fmt.Fprintln(w, "|")
	}
	fmt.Fprintln(w)
}

// ms is a time in milliseconds with three digits that mean something.
func ms(d time.Duration) string {
	v := float64(d) / 1e6
	digits := 2
	if v >= 1 {
		digits = max(0, 2-int(math.Log10(v)))
	}
	return strconv.FormatFloat(v, 'f', digits, 64)
}
