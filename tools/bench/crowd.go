package main

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"
)

// crowds runs crowd several times and returns the run whose worst reply is the median, because a single worst
// reply depends on how busy the machine is. Its lost replies are those of all runs.
func (st *stage) crowds(p plan) (crowd, error) {
	var all []crowd
	lost := 0
	for range p.crowds {
		c, err := st.crowd(p)
		if err != nil {
			return c, err
		}
		st.say("%.0f replies a second, the worst took %s ms", c.together, ms(c.worst))
		all, lost = append(all, c), lost+c.lost
	}
	slices.SortFunc(all, func(a, b crowd) int { return cmp.Compare(a.worst, b.worst) })
	out := all[len(all)/2]
	out.lost = lost
	return out, nil
}

// crowd lets one writer reply again and again, then many at once, and counts what arrived.
func (st *stage) crowd(p plan) (crowd, error) {
	st.say("%d writers at once", p.writers)
	s := st.store(st.small, smallThreads)
	ids, err := st.ids(s)
	if err != nil {
		return crowd{}, err
	}
	before, err := st.replies(s)
	if err != nil {
		return crowd{}, err
	}
	out := crowd{writers: p.writers, replies: p.replies}
	began := time.Now()
	if _, err := st.writer(s, ids, 0, p.replies); err != nil {
		return crowd{}, err
	}
	out.alone = float64(p.replies) / time.Since(began).Seconds()

	began = time.Now()
	var wg sync.WaitGroup
	took, errs := make([][]time.Duration, p.writers), make([]error, p.writers)
	for w := range p.writers {
		wg.Go(func() { took[w], errs[w] = st.writer(s, ids, w, p.replies) })
	}
	wg.Wait()
	if err := errors.Join(errs...); err != nil {
		return crowd{}, err
	}
	out.together = float64(p.writers*p.replies) / time.Since(began).Seconds()
	all := slices.Concat(took...)
	out.median, out.worst = middle(all), slices.Max(all) // middle sorts
	out.p99 = all[len(all)*99/100]
	after, err := st.replies(s)
	out.lost = before + p.replies + p.writers*p.replies - after
	return out, err
}

// writer replies n times, one process after the other, and returns how long each took.
func (st *stage) writer(s store, ids []string, w, n int) ([]time.Duration, error) {
	var took []time.Duration
	for i := range n {
		id := ids[(w+i)%len(ids)]
		one, err := st.time(s.as(fmt.Sprintf("bot-%d", w), "reply", id, "-m", fmt.Sprintf("reply %d of writer %d", i, w)))
		if err != nil {
			return nil, err
		}
		took = append(took, one.wall)
	}
	return took, nil
}
