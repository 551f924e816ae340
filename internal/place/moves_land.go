package place

import (
	"context"

	"consider/anchor"
	"consider/internal/worktree"
)

// landed is the file that a thread's lines may have gone to, "" for none, and their place there.
type landed struct {
	to   string
	best anchor.Landing
	sure bool // the evidence leaves no other
}

// land finds the file for which most speaks.
func (p *Placer) land(ctx context.Context, then *earlier, l *lostThread) landed {
	var out landed
	second := 0
	for _, name := range l.in {
		at := p.landing(ctx, then, l, name)
		if at.State != anchor.Anchored {
			second = max(second, at.Weight) // a tie within the file
			continue
		}
		second = max(second, min(at.Weight, out.best.Weight))
		if at.Weight > out.best.Weight {
			out.to, out.best = name, at
		}
	}
	if !out.best.Believable() {
		return landed{}
	}
	out.sure = out.best.Weight*4 >= second*margin && (!l.weak || out.best.Weight*2 >= out.best.Most)
	return out
}

// margin is how much more has to speak for a place than for the next one, in quarters.
const margin = 5

func (p *Placer) landing(ctx context.Context, then *earlier, l *lostThread, name string) anchor.Landing {
	t := then.files.now[name]
	if t == nil {
		return anchor.Landing{}
	}
	if _, known := then.text(ctx, p, name); !known {
		return anchor.Landing{} // it cannot be told
	}
	data, err := p.Bytes(ctx, t)
	if err != nil {
		return anchor.Landing{}
	}
	key := arrivalKey{l.removed, name, then}
	v, ok := p.arrivals[key]
	if !ok {
		v = l.removed.In(then.before(l.row.File, name, data), data)
		p.arrivals[key] = v
	}
	return v.Place(l.row.Start, l.row.End)
}

// before is what stood in a file then. What a new file has of one that is gone came with a new name, and so it is no
// news: the copy of some code in a file that was renamed is not where another file's copy went.
func (t *earlier) before(own, name string, data []byte) []byte {
	if text, ok := t.texts[name]; ok {
		return text
	}
	var most float64
	var from []byte
	for _, old := range t.files.names {
		text, ok := t.texts[old]
		if !ok || t.files.now[old] != nil || old == own || 2*min(len(text), len(data)) < max(len(text), len(data)) {
			continue
		}
		if alike := anchor.Similarity(text, data); 100*alike >= worktree.MinAlike && alike > most {
			most, from = alike, text
		}
	}
	return from
}
