package place

import (
	"context"
	"slices"

	"consider/anchor"
	"consider/internal/treediff"
)

// moveResult is the result of a search for moved lines: the file, "" for none, and their place there.
type moveResult struct {
	file string
	best anchor.Landing
	sure bool // the evidence leaves no other place
}

// bestFile returns the file with the most evidence. It compares only files that can have enough.
func (p *Placer) bestFile(ctx context.Context, then *projectState, l *lostThread) moveResult {
	at := make([]anchor.Landing, len(l.candidates))
	var best anchor.Landing
	for {
		i := l.next()
		if i < 0 {
			break
		}
		in := &l.candidates[i]
		if !in.bound.Promising() && !best.Believable() {
			return moveResult{}
		}
		if in.bound.Weight*margin <= best.Weight*4 {
			in.done = true // it can be neither the best nor its rival
			continue
		}
		ground := p.targetFile(ctx, then, l.row.File, in.name)
		switch {
		case ground == nil:
			in.done = true
		case !in.isTight:
			in.isTight, in.bound = true, in.bound.And(ground.Outlook(l.removed, l.row.Start, l.row.End))
		default:
			in.done = true
			if at[i] = p.landing(l, ground); at[i].State == anchor.Anchored && at[i].Weight > best.Weight {
				best = at[i]
			}
		}
	}
	var out moveResult
	second := 0
	for i, in := range l.candidates {
		if at[i].State != anchor.Anchored {
			second = max(second, at[i].Weight) // a tie within the file
			continue
		}
		second = max(second, min(at[i].Weight, out.best.Weight))
		if at[i].Weight > out.best.Weight {
			out.file, out.best = in.name, at[i]
		}
	}
	if !out.best.Believable() {
		return moveResult{}
	}
	out.sure = out.best.Weight*4 >= second*margin && (!l.weak || out.best.Weight*2 >= out.best.Most)
	return out
}

// next returns the index of the open file that can have the most evidence; files that can be believable come first. It is
// -1 when none is open.
func (l *lostThread) next() int {
	next := -1
	for i := range l.candidates {
		if in := &l.candidates[i]; !in.done && (next < 0 || in.bound.Beats(l.candidates[next].bound)) {
			next = i
		}
	}
	return next
}

// promising reports whether any file can have enough evidence to be the new place of the lines.
func (l *lostThread) promising() bool {
	return slices.ContainsFunc(l.candidates, func(in candidateFile) bool { return in.bound.Promising() })
}

// margin is how many quarters of the runner-up's evidence a sure place needs.
const margin = 5

// targetFile returns a file that lines may have moved to, nil when its current or earlier text is not known.
func (p *Placer) targetFile(ctx context.Context, then *projectState, own, name string) *anchor.TargetFile {
	t := then.files.now[name]
	if t == nil {
		return nil
	}
	if _, known := then.text(ctx, p, name); !known {
		return nil
	}
	data, err := p.Bytes(ctx, t)
	if err != nil {
		return nil
	}
	key := targetFileKey{own, name, then}
	g, ok := p.targetFiles[key]
	if !ok {
		g = anchor.NewTargetFile(then.earlierText(ctx, p, own, name, data), data)
		p.targetFiles[key] = g
	}
	return g
}

func (p *Placer) landing(l *lostThread, g *anchor.TargetFile) anchor.Landing {
	key := arrivalKey{l.removed, g}
	v, ok := p.arrivals[key]
	if !ok {
		v = l.removed.In(g)
		p.arrivals[key] = v
	}
	return v.Place(l.row.Start, l.row.End)
}

// earlierText returns the earlier text of a file. For a new file it is the most similar file that is gone: its lines
// came with the new name, so they are not new. The copy of some code in a renamed file is not where another file's copy
// went.
func (t *projectState) earlierText(ctx context.Context, p *Placer, own, name string, data []byte) []byte {
	if text, ok := t.texts[name]; ok {
		return text
	}
	t.readGone(ctx, p)
	var most float64
	var from []byte
	for _, old := range t.files.names {
		text, ok := t.texts[old]
		if !ok || t.files.now[old] != nil || old == own || 2*min(len(text), len(data)) < max(len(text), len(data)) {
			continue
		}
		if alike := anchor.Similarity(text, data); 100*alike >= treediff.MinAlike && alike > most {
			most, from = alike, text
		}
	}
	return from
}
