// Command figures prints measures of the code, for `make house`: lines of code and their budget, and of each room its size,
// its tests, exported names that no other package uses, and arrows that run back up inside it.
//
// It fails if a sum exceeds its budget, or if an arrow runs back up; with -check it prints nothing else.
//
// It reads, with types, what is compiled for this system; tests count as lines and as users of exported names.
package main

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"text/tabwriter"
)

func main() {
	rooms, err := readRooms()
	sums, err2 := readSums(".")
	if err = errors.Join(err, err2); err != nil {
		fmt.Fprintln(os.Stderr, "figures:", err)
		os.Exit(1)
	}
	if len(os.Args) < 2 || os.Args[1] != "-check" {
		print(rooms, sums)
	}
	wrong := faults(rooms, sums)
	for _, what := range wrong {
		fmt.Fprintln(os.Stderr, what)
	}
	os.Exit(min(len(wrong), 1))
}

// faults lists the rooms in which a file uses a file that uses it, and the sums that exceed their budget.
func faults(rooms []*room, sums []sum) (all []string) {
	for _, r := range rooms {
		if len(r.back) > 0 {
			all = append(all, fmt.Sprintf("%s: %d arrows between its files run back up; go run ./tools/figures -v names them", r.path, len(r.back)))
		}
	}
	for _, s := range sums {
		if s.lines > s.most {
			all = append(all, fmt.Sprintf("%s: %d lines of code, and tools/figures/budget.txt allows %d", s.name, s.lines, s.most))
		}
	}
	return all
}

func print(rooms []*room, sums []sum) {
	slices.SortFunc(rooms, func(a, b *room) int { return cmp.Or(b.lines-a.lines, strings.Compare(a.path, b.path)) })
	total, tests, long := 0, 0, 0
	for _, r := range rooms {
		total += r.lines
		tests += r.testLines
		long += r.long
	}
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', 0)
	row := func(name, format string, args ...any) { fmt.Fprintf(w, "%s\t%s\n", name, fmt.Sprintf(format, args...)) }
	for _, s := range sums {
		row("lines of code, "+s.name, "%d of %d", s.lines, s.most)
	}
	row("all lines of Go, without tests", "%d", total)
	row("lines of tests", "%d (%.2f of all)", tests, ratio(tests, total))
	row("biggest room", "%s, %.1f %% of all", rooms[0].path, 100*ratio(rooms[0].lines, total))
	row("functions over 60 lines", "%d", long)
	_ = w.Flush()
	fmt.Println()
	fmt.Fprintln(w, "room\tfiles\tlines\ttests\ttests ÷ code\texported\tunused outside\tarrows up")
	for _, r := range rooms {
		fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%.2f\t%d\t%d\t%d\n", r.path, r.files, r.lines, r.testLines,
			ratio(r.testLines, r.lines), r.exported, len(r.unused), len(r.back))
	}
	_ = w.Flush()
	if len(os.Args) > 1 && os.Args[1] == "-v" {
		for _, r := range rooms {
			slices.Sort(r.unused)
			for _, name := range append(r.unused, r.back...) {
				fmt.Println(r.path + ": " + name)
			}
		}
	}
}

func ratio(a, b int) float64 {
	if b == 0 {
		return 0
	}
	return float64(a) / float64(b)
}
