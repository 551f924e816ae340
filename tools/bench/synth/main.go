// Command synth measures anchoring on synthetic edits with known truth.
//
//	go run ./tools/bench/synth [-seed 1] [-n 60] [-only class] [-cost=false] [dir]
//
// It takes the texts of a project (git ls-files, or every file below a folder
// that is not a repository), edits them at random from a seed, records where
// every line came from, asks package anchor where lines went, and prints how
// often each class of edits was followed correctly, what the confidence is
// worth, and what it costs. It needs only the project, and no network.
package main

import (
	"flag"
	"fmt"
	"os"
)

func main() {
	seed := flag.Int64("seed", 1, "seed of the edits")
	n := flag.Int("n", 60, "cases of each class")
	only := flag.String("only", "", "only the class of this name")
	cost := flag.Bool("cost", true, "also measure the cost (the rest of the output is the same at every run)")
	dump := flag.Bool("dump", false, "print the cases that went wrong")
	flag.Parse()
	dir := "."
	if flag.NArg() > 0 {
		dir = flag.Arg(0)
	}
	files, err := readProject(dir)
	if err == nil && len(files) < 2 {
		err = fmt.Errorf("%s has fewer than two texts of %d lines or more", dir, minLines)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "synth:", err)
		os.Exit(1)
	}
	fmt.Printf("%d texts, seed %d, %d cases of each class\n\n", len(files), *seed, *n)
	var all report
	for _, c := range classes {
		if *only != "" && c.name != *only {
			continue
		}
		all.run(c, files, *seed, *n, *dump)
	}
	for _, m := range moves {
		if *only == "" || m.name == *only {
			all.runMoves(m, files, *seed, *n, *dump)
		}
	}
	all.print(os.Stdout)
	if *cost {
		printCost(os.Stdout, files)
	}
}
