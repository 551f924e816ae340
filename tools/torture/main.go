//go:build linux && amd64

package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"consider/commands"
	"consider/internal/agents"
)

// options say how much to do.
type options struct {
	points int    // per change and kind of fault, at most
	only   string // run only what has this in its name
	kinds  string // kinds of faults, comma-separated
	limit  time.Duration
	seed   uint64
	soak   time.Duration // instead of all the above
	began  time.Time
}

// most is the number of faults of a kind for each change; 0 means all.
func (o options) most(kind string) int {
	if kind == "kill" || kind == "torn" || o.points == 0 {
		return o.points
	}
	return (o.points + 5) / 6
}

// late reports whether the time is up.
func (o options) late() bool { return o.limit > 0 && time.Since(o.began) > o.limit }

func main() {
	if os.Getenv(asProgram) != "" {
		env := commands.Surroundings()
		env.Above = func(yield func(agents.Process) bool) { // an editor, so that its back end may do everything
			yield(agents.Process{ID: os.Getppid(), Args: []string{"node", "/x/out/bootstrap-fork", "--type=extensionHost"}})
		}
		os.Exit(commands.Run(commands.Interruptible(), env))
	}
	var o options
	flag.IntVar(&o.points, "points", 60, "kills and torn writes that a change meets, at most, and a sixth as many of the other faults; 0 for every point")
	flag.StringVar(&o.only, "only", "", "only what has this in its name")
	flag.StringVar(&o.kinds, "kinds", strings.Join(append(slices.Clone(kinds), damage...), ","), "of faults")
	flag.DurationVar(&o.limit, "for", 0, "stop after this time; 0 for never")
	flag.Uint64Var(&o.seed, "seed", uint64(time.Now().UnixNano()), "of chance")
	flag.DurationVar(&o.soak, "soak", 0, "instead: for this time writers, readers, collections and servers at once, with kills")
	flag.Parse()
	os.Exit(start(o, os.Stdout))
}

// start makes the sandbox, and runs the torture in it.
func start(o options, out io.Writer) int {
	if folder := os.Getenv(inside); folder != "" {
		size := "768m"
		if o.soak > 0 {
			size = "4g"
		}
		if err := seal(folder, size); err != nil {
			fmt.Fprintln(out, "torture:", err)
			return noSandbox
		}
		if o.soak > 0 {
			return soaked(o.soak, o.seed, folder, out)
		}
		return torture(o, folder, out)
	}
	folder, err := os.MkdirTemp("", "consider-torture-")
	if err != nil {
		fmt.Fprintln(out, "torture:", err)
		return 1
	}
	defer func() {
		if root, err := os.OpenRoot(filepath.Dir(folder)); err == nil {
			_, _ = root.RemoveAll(filepath.Base(folder)), root.Close()
		}
	}()
	code, err := enclose(folder)
	if errors.Is(err, errNoSandbox) && o.soak == 0 {
		fmt.Fprintln(out, "torture: no sandbox may be made here; kills, failing calls and damage, in a temporary folder only")
		return torture(o, folder, out)
	}
	if err != nil {
		fmt.Fprintln(out, "torture:", err)
	}
	return code
}

func torture(o options, folder string, out io.Writer) int {
	o.began = time.Now()
	first, err := newBench(folder, "0", o.seed)
	if err == nil {
		err = first.build()
	}
	if err != nil {
		fmt.Fprintln(out, "torture:", err)
		return 1
	}
	t := &tally{done: map[string]int{}, acked: map[string]int{}, told: map[string]int{}}
	jobs := make(chan func(*bench))
	var all sync.WaitGroup
	for n := range runtime.NumCPU() {
		b, err := newBench(folder, fmt.Sprint(n), o.seed+uint64(n))
		if err != nil {
			fmt.Fprintln(out, "torture:", err)
			return 1
		}
		b.ids = first.ids
		all.Go(func() {
			for job := range jobs {
				job(b)
			}
		})
	}
	planned, err := t.plan(o, first)
	t.fault(err)
	for _, job := range planned {
		if !o.late() {
			jobs <- job
		}
	}
	close(jobs)
	all.Wait()
	fmt.Fprintf(out, "seed %d, %v\n", o.seed, time.Since(o.began).Round(time.Second))
	return t.report(out, slices.Concat([]string{"none"}, kinds, damage))
}

// plan returns all jobs, in any order.
func (t *tally) plan(o options, first *bench) (jobs []func(*bench), err error) {
	for _, c := range changes() {
		if strings.Contains(c.name, o.only) {
			jobs = append(jobs, func(b *bench) { t.each(b, c, o) })
		}
	}
	damages, err := first.damages()
	for _, d := range damages {
		if strings.Contains(o.kinds, d.how) && strings.Contains(d.name, o.only) {
			jobs = append(jobs, func(b *bench) { t.damage(b, d) })
		}
	}
	first.chance.Shuffle(len(jobs), func(i, j int) { jobs[i], jobs[j] = jobs[j], jobs[i] })
	return jobs, err
}

// each makes a change without a fault, and then with every kind of fault, at all or some of its points.
func (t *tally) each(b *bench, c change, o options) {
	whole, wrong, err := b.suffer(c, fault{kind: "none"})
	t.fault(err)
	t.count("none", whole, wrong)
	if whole.code != 0 || strings.Contains(whole.out, `"error":{`) {
		t.fault(fmt.Errorf("%s without a fault: exit %d: %.300s%.300s", c.name, whole.code, whole.out, whole.err))
	}
	for _, kind := range kinds {
		if !strings.Contains(o.kinds, kind) {
			continue
		}
		at := b.chance.Perm(whole.points[kind])
		if most := o.most(kind); most > 0 {
			at = at[:min(len(at), most)]
		}
		if kind == "power" {
			at = append(at, whole.points[kind]) // after it has answered
		}
		for _, n := range at {
			if o.late() {
				return
			}
			got, wrong, err := b.suffer(c, fault{kind: kind, at: n + 1})
			t.fault(err)
			t.count(kind, got, wrong)
		}
	}
}
