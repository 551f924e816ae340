package main

import (
	"fmt"
	"slices"
	"time"
)

// result is what the rounds gave for one case.
type result struct {
	name, note string
	samples    []sample
	old        []sample // of another program, round by round
}

// wall and cpu are medians.
func (r result) wall() time.Duration { return r.median(func(s sample) time.Duration { return s.wall }) }

func (r result) cpu() time.Duration { return r.median(func(s sample) time.Duration { return s.cpu }) }

func (r result) median(of func(sample) time.Duration) time.Duration {
	all := make([]time.Duration, len(r.samples))
	for i, s := range r.samples {
		all[i] = of(s)
	}
	return middle(all)
}

func middle(all []time.Duration) time.Duration {
	if len(all) == 0 {
		return 0
	}
	slices.Sort(all)
	return (all[len(all)/2] + all[(len(all)-1)/2]) / 2
}

// measure times all cases once a round, in another order each round, so that a case is not always slowed by the
// same neighbour. The first round is discarded.
func (st *stage) measure(all []tested, p plan) ([]result, error) {
	results := make([]result, len(all))
	for i, t := range all {
		results[i] = result{name: t.name, note: t.note}
	}
	order := st.random(p, 4)
	for round := range p.rounds + 1 {
		st.say("round %d of %d", round, p.rounds)
		for _, i := range order.Perm(len(all)) {
			s, err := st.once(all[i])
			if err != nil {
				return nil, fmt.Errorf("%s: %w", all[i].name, err)
			}
			old, err := st.onceOld(all[i], p.old)
			if err != nil {
				return nil, fmt.Errorf("%s with %s: %w", all[i].name, p.old, err)
			}
			if round > 0 {
				results[i].samples, results[i].old = append(results[i].samples, s), append(results[i].old, old...)
			}
		}
	}
	return results, nil
}

func (st *stage) once(t tested) (sample, error) {
	if t.before != nil {
		if err := t.before(); err != nil {
			return sample{}, err
		}
	}
	c, err := t.next()
	if err != nil {
		return sample{}, err
	}
	return st.time(c)
}

// onceOld is once with another program. It returns nothing if there is none, or if the case does not run ours. That
// program also prepares the case, because the caches of one may be useless to the other.
func (st *stage) onceOld(t tested, old string) ([]sample, error) {
	if old == "" {
		return nil, nil
	}
	c, err := t.next()
	if err != nil || c.args[0] != st.binary {
		return nil, err
	}
	st.instead = old
	defer func() { st.instead = "" }()
	s, err := st.once(t)
	return []sample{s}, err
}
