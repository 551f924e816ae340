package main

import (
	"fmt"
	"io"
	"os"
	"slices"
	"time"
)

// series is one size that grows while the others stay.
type series struct {
	what  string
	sizes []int
	make  func(st *stage, p plan, size int) (*project, store, error)
}

// growthSeries are the sizes that a store and its project grow by. The last number of each takes minutes to make.
func growthSeries(most int) []series {
	upTo := func(sizes ...int) []int { return slices.DeleteFunc(sizes, func(n int) bool { return n > most }) }
	return []series{
		{"threads, 1,000 files", upTo(30, 1_000, 10_000, 100_000), func(st *stage, p plan, size int) (*project, store, error) {
			return st.grow(p, 1_000, size, 0)
		}},
		{"files, 1,000 threads", upTo(1_000, 10_000, 100_000), func(st *stage, p plan, size int) (*project, store, error) {
			return st.grow(p, size, 1_000, 0)
		}},
		{"commits of the store, 30 threads, 1,000 files", upTo(1, 100, 10_000), func(st *stage, p plan, size int) (*project, store, error) {
			return st.grow(p, 1_000, 30, size)
		}},
	}
}

// grow makes a project of so many files with a store of so many threads and, besides, changes.
func (st *stage) grow(p plan, files, threads, changes int) (*project, store, error) {
	st.say("%d files, %d threads, %d changes", files, threads, changes)
	r := st.random(p, 7)
	name := fmt.Sprintf("grown-%d", files)
	if st.grownProjects == nil {
		st.grownProjects = map[string]*project{}
	}
	made := st.grownProjects[name]
	if made == nil {
		var err error
		if made, err = st.makeProject(name, files, bigReviewed, r); err != nil {
			return nil, store{}, err
		}
		st.grownProjects[name] = made
	}
	s := st.store(made, threads*100_000+changes)
	s.threads = threads
	if _, err := os.Lstat(s.dir); err == nil {
		return made, s, nil // another series has it, too
	}
	err := st.importThreads(s, threads, r)
	if err == nil && changes > 1 {
		err = st.change(s, changes)
	}
	return made, s, err
}

// change replies so often.
func (st *stage) change(s store, times int) error {
	next := st.eachThread(s)
	for range times {
		id, err := next()
		if err != nil {
			return err
		}
		if _, err := st.output(s.as("bot", "reply", id, "-m", "because")); err != nil {
			return err
		}
	}
	return nil
}

// growth measures all series and writes their tables.
func (st *stage) growth(p plan, most int, out io.Writer) error {
	for _, series := range growthSeries(most) {
		var all []grown
		for _, size := range series.sizes {
			_, s, err := series.make(st, p, size)
			if err != nil {
				return err
			}
			time.Sleep(3 * time.Second) // see prepare
			g, err := st.grownCosts(p, s, size)
			if err != nil {
				return err
			}
			all = append(all, g)
		}
		if err := writeGrowth(out, series.what, all); err != nil {
			return err
		}
	}
	return nil
}

// grownCosts times the verbs, in turns.
func (st *stage) grownCosts(p plan, s store, size int) (grown, error) {
	warm, thread := st.warm(s), st.eachThread(s)
	g := grown{size: size, costs: make([]cost, len(growthVerbs))}
	samples := make([][]time.Duration, len(growthVerbs))
	for range p.rounds {
		id, err := thread()
		if err != nil {
			return g, err
		}
		for i, c := range []command{
			{dir: st.dir, args: []string{st.binary, "version"}},
			s.consider("list"), s.consider("list", "-n", "10"), s.consider("list"), s.consider("summary"), s.hook(),
			s.consider("get", id, "--as", "human"), s.as("bot", "reply", id, "-m", "because"),
		} {
			before := warm
			if growthVerbs[i] == "list cold" {
				before = s.forget
			}
			if err := before(); err != nil {
				return g, err
			}
			took, err := st.timeAlone(c)
			if err != nil {
				return g, err
			}
			samples[i] = append(samples[i], took.CPU)
			g.costs[i].peak = max(g.costs[i].peak, took.Peak)
		}
	}
	for i := range samples {
		g.costs[i].cpu = middle(samples[i])
	}
	var err error
	g.disk, err = bytesBelow(s.dir)
	return g, err
}
