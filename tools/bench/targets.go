package main

import (
	"fmt"
	"time"
)

// target is one line of the speed budget: the maximum ratio of one measurement to another.
type target struct {
	what, against string
	and           string // one more that it is compared with, both together; "" for none
	most          float64
	clock         bool // judged by wall-clock time, because waiting for the disk counts; otherwise by processor time
}

// targets are the ratios that were promised.
var targets = []target{
	{what: "consider version", against: "git --version", most: 4},
	{what: on(smallThreads, "list"), against: "git status, 30 files", most: 3},
	{what: on(smallThreads, "list cold"), against: "git status, 30 files", most: 5},
	{what: on(manyThreads, "list"), against: "git status, 10,000 files", most: 0.5},
	{what: on(manyThreads, "list cold"), against: "git status, 10,000 files", most: 4},
	{what: on(smallThreads, "reply"), against: "git commit --allow-empty", most: 2, clock: true},
	{what: on(smallThreads, "list"), against: "node -e 0", most: 0.2},
	{what: changed("checkpoint"), against: changed("git stash create"), and: changed("git status"), most: 1, clock: true},
}

const worstReply = time.Second

func (v verdict) String() string {
	if v.met {
		return "met"
	}
	return fmt.Sprintf("NOT met, %.1f times too much", v.by)
}

// judge compares the results with the targets, except those that were not measured.
func (r *report) judge() []verdict {
	var out []verdict
	for _, t := range targets {
		what, ok := r.find(t.what)
		against, ok2 := r.find(t.against)
		and, ok3 := r.find(t.and)
		if !ok || !ok2 || !ok3 && t.and != "" {
			continue
		}
		cpu, wall := ratio(what.cpu(), against.cpu()+and.cpu()), ratio(what.wall(), against.wall()+and.wall())
		judged, unit := cpu, "cpu"
		if t.clock {
			judged, unit = wall, "wall"
		}
		out = append(out, verdict{
			what: t.what, limit: fmt.Sprintf("≤ %g × %s (%s)", t.most, t.others(), unit),
			measured: fmt.Sprintf("%.2f (cpu %.2f, wall %.2f)", judged, cpu, wall),
			met:      judged <= t.most, by: judged / t.most,
		})
	}
	out = append(out, r.judgeEditor()...)
	if r.crowd.writers > 0 {
		out = append(out, r.crowd.judge()...)
	}
	if r.answers.found > 0 {
		out = append(out, r.answers.judge()...)
	}
	return out
}

func (t target) others() string {
	if t.and == "" {
		return t.against
	}
	return fmt.Sprintf("(%s + %s)", t.against, t.and)
}

func (c crowd) judge() []verdict {
	what := fmt.Sprintf("%d × %d replies at once", c.writers, c.replies)
	return []verdict{
		{what + ": lost", "0", fmt.Sprint(c.lost), c.lost == 0, float64(c.lost)},
		{what + ": worst", "≤ " + worstReply.String(), c.worst.Round(time.Millisecond).String(), c.worst <= worstReply, ratio(c.worst, worstReply)},
		{
			what + ": replies a second", fmt.Sprintf("≥ half of one writer's %.0f", c.alone),
			fmt.Sprintf("%.0f", c.together), c.together >= c.alone/2, c.alone / 2 / c.together,
		},
	}
}
