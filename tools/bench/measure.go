package main

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// result is what the rounds gave for one case.
type result struct {
	timed
	samples []sample
	old     []sample // of another program, round by round
}

func (r result) wall() time.Duration {
	return part(r.samples, 0.5, func(s sample) time.Duration { return s.wall })
}

func (r result) cpu() time.Duration {
	return part(r.samples, 0.5, func(s sample) time.Duration { return s.cpu })
}

// part is the value that a part of all are below: for a half, the median.
func part[T any, V cmp.Ordered](all []T, below float64, of func(T) V) V {
	values := make([]V, len(all))
	for i, one := range all {
		values[i] = of(one)
	}
	slices.Sort(values)
	return values[min(len(all)-1, int(float64(len(all))*below))]
}

// measure times all cases once a round, in random order, so that a case is not always slowed by the same neighbour. The
// first round is discarded.
func (st *stage) measure(cases []timed, p plan) ([]result, error) {
	results := make([]result, len(cases))
	order := rand.New(rand.NewPCG(seed, 4))
	for round := range p.rounds + 1 {
		st.say("round %d of %d", round, p.rounds)
		for _, i := range order.Perm(len(cases)) {
			r := &results[i]
			r.timed = cases[i]
			now := st.once(r.timed)
			if round > 0 {
				r.samples = append(r.samples, now)
			}
			if p.old == "" || r.args[0] != "consider" {
				continue
			}
			// That program also prepares the case, because the caches of one may be useless to the other.
			ours := st.binary
			st.binary = p.old
			before := st.once(r.timed)
			st.binary = ours
			if round > 0 {
				r.old = append(r.old, before)
			}
		}
		if st.err != nil {
			return nil, st.err
		}
	}
	return results, nil
}

func (st *stage) once(c timed) sample {
	p := st.projects[c.project]
	befores[c.before](st, p)
	_, took := st.timed(p, st.command(c, p))
	return took
}

// crowd lets one process after the other reply, then many at once, and compares: together they should manage at least
// half as many replies a second, lose none, and let none wait for more than a second.
func (st *stage) crowd(writers, replies int) (string, error) {
	st.say("%d writers at once", writers)
	p := st.projects["small"]
	id, before := st.nextID(p), st.replies(p)
	took, errs := make([][]sample, writers), make([]error, writers)
	write := func(w int) {
		for i := range replies {
			_, one, err := st.start(p, strings.Fields(fmt.Sprintf("consider reply %s --as agent --name bot-%d -m reply-%d", id, w, i)))
			took[w], errs[w] = append(took[w], one), errors.Join(errs[w], err)
		}
	}
	began := time.Now()
	write(0)
	alone := float64(replies) / time.Since(began).Seconds()
	took[0] = nil
	began = time.Now()
	var all sync.WaitGroup
	for w := range writers {
		all.Go(func() { write(w) })
	}
	all.Wait()
	together := float64(writers*replies) / time.Since(began).Seconds()
	missing := before + replies + writers*replies - st.replies(p)
	slowest := slices.MaxFunc(slices.Concat(took...), func(a, b sample) int { return int(a.wall - b.wall) })
	return fmt.Sprintf("%d processes at once, %d replies each: %d missing, %.0f a second (one alone: %.0f), the slowest took %s ms (at most 1,000).",
		writers, replies, missing, together, alone, ms(slowest.wall)), errors.Join(append(errs, st.err)...)
}

// replies counts those of all open threads.
func (st *stage) replies(p *project) (n int) {
	for _, t := range st.threads(p) {
		n += t.Replies
	}
	return n
}

// ms is a time in milliseconds with three digits that mean something.
func ms(d time.Duration) string {
	if v := float64(d) / 1e6; v < 100 {
		return fmt.Sprintf("%.3g", v)
	}
	return strconv.FormatInt(d.Milliseconds(), 10)
}
