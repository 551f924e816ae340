package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
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
	return median(r.samples, func(s sample) time.Duration { return s.wall })
}

func (r result) cpu() time.Duration {
	return median(r.samples, func(s sample) time.Duration { return s.cpu })
}

func median(samples []sample, of func(sample) time.Duration) time.Duration {
	all := make([]time.Duration, len(samples))
	for i, s := range samples {
		all[i] = of(s)
	}
	slices.Sort(all)
	return all[len(all)/2]
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
			now, err := st.once(r.timed)
			if err != nil {
				return nil, err
			}
			if round > 0 {
				r.samples = append(r.samples, now)
			}
			if p.old == "" || r.args[0] != "consider" {
				continue
			}
			// That program also prepares the case, because the caches of one may be useless to the other.
			ours := st.binary
			st.binary = p.old
			before, err := st.once(r.timed)
			st.binary = ours
			if err != nil {
				return nil, fmt.Errorf("with %s: %w", p.old, err)
			}
			if round > 0 {
				r.old = append(r.old, before)
			}
		}
	}
	return results, nil
}

func (st *stage) once(c timed) (sample, error) {
	p := st.projects[c.project]
	if p == nil {
		return sample{}, fmt.Errorf("cases.txt: there is no project %q", c.project)
	}
	if err := befores[c.before](st, p); err != nil {
		return sample{}, err
	}
	args, err := st.command(c, p)
	if err != nil {
		return sample{}, err
	}
	return st.time(p, args...)
}

// crowd lets one process after the other reply, then many at once, and compares: together they should manage at least
// half as many replies a second, lose none, and let none wait for more than a second.
func (st *stage) crowd(writers, replies int) (string, error) {
	st.say("%d writers at once", writers)
	p := st.projects["small"]
	id, err := st.nextID(p)
	if err != nil {
		return "", err
	}
	before, err := st.replies(p)
	if err != nil {
		return "", err
	}
	took, errs := make([][]sample, writers), make([]error, writers)
	write := func(w int) {
		for i := range replies {
			one, err := st.time(p, "consider", "reply", id, "--as", "agent", "--name", fmt.Sprintf("bot-%d", w), "-m", fmt.Sprintf("reply %d", i))
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
	after, err := st.replies(p)
	if err := errors.Join(append(errs, err)...); err != nil {
		return "", err
	}
	slowest := slices.MaxFunc(slices.Concat(took...), func(a, b sample) int { return int(a.wall - b.wall) })
	return fmt.Sprintf("%d processes at once, %d replies each: %d missing, %.0f a second (one alone: %.0f), the slowest took %s ms (at most 1,000).",
		writers, replies, before+replies+writers*replies-after, together, alone, ms(slowest.wall)), nil
}

// replies counts those of all open threads.
func (st *stage) replies(p *project) (n int, err error) {
	all, err := st.threads(p)
	for _, t := range all {
		n += t.Replies
	}
	return n, err
}

// ms is a time in milliseconds with three digits that mean something.
func ms(d time.Duration) string {
	if v := float64(d) / 1e6; v < 100 {
		return fmt.Sprintf("%.3g", v)
	}
	return strconv.FormatInt(d.Milliseconds(), 10)
}
