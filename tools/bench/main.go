// Command bench measures the speed budget: how long consider takes as a new process, next to git doing work of its
// own kind on the same machine at the same time. [cases] says what is timed and what the budget is. The
// benchmarks of the packages measure single functions.
//
// It builds the program, makes projects and stores of a fixed seed in a temporary folder, and runs every case once a
// round, in random order, so that a machine that is busy for a while slows all of them down. A number in milliseconds
// depends on the machine; compare ratios.
//
// Outside the temporary folder it reads only the source and the programs go, git and node.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"time"
)

func main() {
	var p plan
	flag.IntVar(&p.rounds, "rounds", 25, "rounds")
	p.sizes = []int{30, 1000, 10000}
	flag.Func("sizes", "numbers of threads of the large project's stores (default 30,1000,10000)", func(list string) error {
		err := json.Unmarshal([]byte("["+list+"]"), &p.sizes)
		if slices.ContainsFunc(p.sizes, func(n int) bool { return n < 1 }) {
			return fmt.Errorf("%q has a number below 1", list)
		}
		return err
	})
	flag.StringVar(&p.only, "only", "", "time only the cases whose name contains this")
	flag.StringVar(&p.old, "old", "", "another consider, which is measured in turns with this one")
	flag.StringVar(&p.samples, "samples", "", "write every measurement to this file, for benchstat")
	flag.BoolVar(&p.keep, "keep", false, "leave the temporary folder, to profile a command in it")
	flag.Parse()
	if p.rounds < 1 {
		fmt.Fprintf(os.Stderr, "bench: -rounds: %d is less than 1\n", p.rounds)
		os.Exit(2)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, p, os.Stdout, os.Stderr)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// run makes the stage, measures and reports. It writes to progress which step it is at.
func run(ctx context.Context, p plan, out, progress io.Writer) (err error) {
	cases, budget, err := parse(casesText, p)
	if err != nil {
		return err
	}
	if len(cases) == 0 {
		return fmt.Errorf("no case has a name that contains %q", p.only)
	}
	if p.old != "" { // commands run in other folders
		if p.old, err = exec.LookPath(p.old); err == nil {
			p.old, err = filepath.Abs(p.old)
		}
		if err != nil {
			return err
		}
	}
	st, err := newStage(ctx, progress)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, st.remove(p.keep)) }()
	if err := st.prepare(p); err != nil {
		return err
	}
	results, err := st.measure(cases, p)
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "%s, %d rounds\n\n", st.machine(), p.rounds)
	writeTables(out, results, budget)
	if p.only == "" {
		crowd, err := st.crowd(16, 50)
		if err != nil {
			return err
		}
		fmt.Fprintln(out, crowd)
	}
	if p.samples == "" {
		return nil
	}
	return os.WriteFile(filepath.Clean(p.samples), []byte(samplesOf(results)), 0o644)
}

// prepare builds the program and makes the projects with their stores.
func (st *stage) prepare(p plan) error {
	st.err = st.build()
	for _, step := range []func(plan){st.makeSmall, st.makeBig, st.makeRound, st.makeGone, st.makeScratch} {
		step(p)
	}
	// Careful programs, such as git and consider, read a file again if it is younger than two seconds. Most
	// runs are later than that, so wait until the files are older, then let both store what they know.
	time.Sleep(3 * time.Second)
	return st.err
}
