package place

import (
	"cmp"
	"context"
	"slices"

	"consider/anchor"
)

// Bounds of the files that are compared with what was removed, those first that hold the most of it.
const (
	maxLandings = 5
	minHeld     = 16 // one part in so many of what the first holds: lines that stand everywhere come to less
)

// witnesses notes for each lost thread which changed files hold lines that were removed beside its own.
func (p *Placer) witnesses(ctx context.Context, files *changes, lost []*lostThread) {
	wanted := map[uint64][]string{}
	for _, l := range lost {
		if l.removed = p.removed(ctx, l); l.removed != nil {
			l.removed.Around(l.row.Start, l.row.End, func(print uint64) { wanted[print] = nil })
		}
	}
	if len(wanted) == 0 {
		return
	}
	for _, name := range files.names {
		t := files.now[name]
		if t == nil {
			continue
		}
		data, err := p.Bytes(ctx, t)
		if err != nil {
			continue
		}
		anchor.Prints(data, func(print uint64) {
			if in, ok := wanted[print]; ok && (len(in) == 0 || in[len(in)-1] != name) {
				wanted[print] = append(in, name)
			}
		})
	}
	for _, l := range lost {
		if l.removed != nil {
			l.hold(wanted)
		}
	}
}

// removed returns the lines that left the file of a thread, nil when its base was not kept.
func (p *Placer) removed(ctx context.Context, l *lostThread) *anchor.Removed {
	r := l.row
	t := p.Text(ctx, r.Side, cmp.Or(l.own[1], r.File))
	pair := [2]string{r.Base.Blob, t.Blob}
	if l.weak {
		if now, err := p.Bytes(ctx, t); err == nil {
			if m := p.mapping(r.Base.Blob, t.Blob, now); m != nil {
				return m.RemovedWith(r.Start, r.End)
			}
		}
		return nil
	}
	if known, ok := p.gone[pair]; ok {
		return known
	}
	var out *anchor.Removed
	switch base, err := p.Base(r.Base.Blob); {
	case err != nil:
	case t.Blob == "":
		out = anchor.RemovedAll(base)
	default:
		if now, err := p.Bytes(ctx, t); err == nil {
			out = p.mapping(r.Base.Blob, t.Blob, now).Removed()
		}
	}
	p.gone[pair] = out
	return out
}

// hold ranks the files by what they hold of the lines around a thread's.
func (l *lostThread) hold(wanted map[uint64][]string) {
	weight := map[string]int{}
	seen := map[uint64]bool{}
	l.removed.Around(l.row.Start, l.row.End, func(print uint64) {
		if seen[print] {
			return
		}
		seen[print] = true
		for _, name := range wanted[print] {
			if name != l.own[0] && name != l.own[1] {
				weight[name] += 1000 / len(wanted[print])
			}
		}
	})
	for name := range weight {
		l.in = append(l.in, name)
	}
	slices.SortFunc(l.in, func(a, b string) int { return cmp.Or(cmp.Compare(weight[b], weight[a]), cmp.Compare(a, b)) })
	l.in = l.in[:min(len(l.in), maxLandings)]
	l.in = slices.DeleteFunc(l.in, func(name string) bool { return weight[name]*minHeld < weight[l.in[0]] })
}
