// Command bench measures the speed budget: how long consider takes as a cold process, next to git doing work
// of its own kind on the same machine at the same time.
//
// It builds the program, makes projects and stores of a fixed seed in a temporary folder, and runs every
// command once a round, each round in another order, so that a machine that is busy for a while slows all of
// them down. It prints medians and checks the ratios of the budget. A number in milliseconds says
// something about this machine; a ratio says something about the program.
//
// Outside the temporary folder it reads only the source and the programs go, git and node.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"time"
)

func main() {
	quick := flag.Bool("quick", false, "few rounds and no store of 10,000 threads: does it run, and roughly how fast")
	rounds := flag.Int("rounds", 0, "rounds of the interleaved part (default 25, with -quick 5)")
	only := flag.String("only", "", "time only the cases whose name contains this")
	seed := flag.Uint64("seed", 1, "seed of the generated texts")
	growth := flag.Int("growth", 0, "only the tables of how each verb grows, up to this size: 100000 takes some ten minutes")
	leave := flag.Bool("keep", false, "leave the temporary folder and say where it is, to profile a command in it")
	markdown := flag.String("md", "", "put the tables into this file, between its markers")
	keepFigures := flag.String("land", "", "keep the figures of this run in this file, for the next ones to be compared with: tools/bench/landed.json")
	old := flag.String("old", "", "another consider, which is measured in turns with this one: a table says what became of each case")
	if len(os.Args) > 1 && os.Args[1] == aloneWord {
		os.Exit(runAlone(os.Args[2:]))
	}
	flag.Parse()
	p := plan{rounds: 25, threads: 10_000, writers: 16, replies: 50, crowds: 3, anchorLines: []int{1_000, 10_000, 100_000}, seed: *seed}
	if *quick {
		p = plan{rounds: 5, writers: 16, replies: 5, crowds: 1, anchorLines: []int{1_000, 10_000}, seed: *seed}
	}
	p.keep, p.old = *leave, *old
	if *rounds > 0 {
		p.rounds = *rounds
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if *growth > 0 {
		if err := runGrowth(ctx, p, *growth, os.Stdout, os.Stderr); err != nil {
			fmt.Fprintln(os.Stderr, "bench:", err)
			os.Exit(1)
		}
		return
	}
	if err := run(ctx, p, *only, into{*markdown, *keepFigures}, os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// runGrowth makes a stage for projects that grow.
func runGrowth(ctx context.Context, p plan, most int, out, progress io.Writer) (err error) {
	st, err := newStage(ctx, progress)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, st.remove(p.keep)) }()
	if err := os.MkdirAll(filepath.Join(st.dir, "home"), 0o755); err != nil {
		return err
	}
	if err := st.build(); err != nil {
		return err
	}
	return st.growth(p, most, out)
}

// into are the files that a run is kept in, "" for none.
type into struct{ markdown, figures string }

// run makes the stage, measures and reports. It writes to progress which step it is at.
func run(ctx context.Context, p plan, only string, to into, out, progress io.Writer) (err error) {
	began := time.Now()
	st, err := newStage(ctx, progress)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, st.remove(p.keep)) }()
	if err := st.prepare(p); err != nil {
		return err
	}
	r := report{plan: p, facts: st.facts()}
	all := st.cases(p)
	if only != "" {
		all = keep(all, only)
	}
	if r.results, err = st.measure(all, p); err != nil {
		return err
	}
	if only == "" {
		if r.crowd, err = st.crowds(p); err != nil {
			return err
		}
		r.anchor = anchorCosts(p)
	}
	if only == "" || strings.Contains(answersName, only) {
		r.answers = st.answersCost()
	}
	r.took = time.Since(began)
	var text strings.Builder
	r.write(&text)
	if err := r.writeLanded(&text, landed); err != nil {
		return err
	}
	if _, err := io.WriteString(out, text.String()); err != nil {
		return err
	}
	if to.figures != "" {
		if err := r.land(to.figures); err != nil {
			return err
		}
	}
	if r.compared() {
		r.writeCompared(out)
	}
	if to.markdown == "" {
		return nil
	}
	return insert(filepath.Clean(to.markdown), text.String())
}

// Markers around the tables in the document.
const (
	markBegin = "<!-- bench: begin -->"
	markEnd   = "<!-- bench: end -->"
)

// insert replaces the text between the markers of a document.
func insert(file, text string) error {
	old, err := os.ReadFile(file)
	if err != nil {
		return fmt.Errorf("read the document: %w", err)
	}
	before, rest, ok := strings.Cut(string(old), markBegin)
	_, after, ok2 := strings.Cut(rest, markEnd)
	if !ok || !ok2 {
		return fmt.Errorf("%q lacks the lines %s and %s", file, markBegin, markEnd)
	}
	return os.WriteFile(file, []byte(before+markBegin+"\n\n"+text+"\n"+markEnd+after), 0o644)
}

// cases lists everything that is timed.
func (st *stage) cases(p plan) []tested {
	all := st.otherPrograms()
	all = append(all, st.storeCases(st.small, smallThreads, "30 files")...)
	all = append(all, st.editCase())
	all = append(all, st.lostCases()...)
	all = append(all, st.storeCases(st.big, manyThreads, "10,000 files")...)
	all = append(all, st.inBigProject())
	all = append(all, st.roundCases()...)
	all = append(all, st.editorCases()...)
	all = append(all, st.answersCase())
	if p.threads > 0 {
		all = append(all, st.storeCases(st.big, p.threads, "10,000 files")...)
	}
	return all
}

// prepare builds the program and makes the projects with their stores.
func (st *stage) prepare(p plan) error {
	if err := os.MkdirAll(filepath.Join(st.dir, "home"), 0o755); err != nil {
		return err
	}
	if err := st.build(); err != nil {
		return err
	}
	st.say("projects and stores")
	steps := []func(plan) error{st.makeSmall, st.makeEdited, st.makeBig, st.makeRound, st.makeLost, st.makeScratch, st.makeTranscript}
	for _, step := range steps {
		if err := step(p); err != nil {
			return err
		}
	}
	// Careful programs, such as git and consider, read a file again if it is younger than two seconds. Most
	// runs are later than that, so wait until the files are older, then let both store what they know.
	time.Sleep(3 * time.Second)
	return nil
}
