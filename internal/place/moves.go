package place

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"consider/internal/checkpoint"
	"consider/internal/digest"
	"consider/internal/thread"
	"consider/internal/treediff"
)

// byMove is the method of a placement in another file than the thread was put in.
const byMove = "moved"

// findMoves searches for the code of lost threads in the files that changed since the threads were put, and corrects
// places.
func (p *Placer) findMoves(ctx context.Context, rows []thread.Row, places []Result) error {
	byBase := map[string][]lostThread{}
	var order []string
	for i := range rows {
		r, pl := &rows[i], places[i].Place
		if r.Shape != thread.OnLines || r.Gone || !r.Side.Now() || pl.AnchorState == thread.Anchored && !isWeak(pl) {
			p.forgetMove(r.ID)
			continue
		}
		l := lostThread{at: i, row: r, own: [2]string{r.File, pl.File}, weak: isWeak(pl)}
		l.base = p.baseNow(ctx, &l)
		if _, ok := byBase[l.base]; !ok {
			order = append(order, l.base)
		}
		byBase[l.base] = append(byBase[l.base], l)
	}
	for _, commit := range order {
		if err := p.searchMoves(ctx, commit, byBase[commit], places); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// forgetMove drops the result of an earlier search for a thread that needs none now.
func (p *Placer) forgetMove(id string) {
	if _, ok := p.view.Moves[id]; ok {
		delete(p.view.Moves, id)
		p.view.Dirty = true
	}
}

// searchMoves finds the new place of each lost thread. It takes the place from the view when the same files were searched
// before.
func (p *Placer) searchMoves(ctx context.Context, base string, threads []lostThread, places []Result) error {
	files, err := p.changedFiles(ctx, base)
	if err != nil {
		return err
	}
	searched := p.searchKey(ctx, files)
	var open []*lostThread
	for i := range threads {
		l := &threads[i]
		place := &places[l.at]
		if files.tooMany {
			place.Place.Reason += fmt.Sprintf("; more than %d files changed, so they were not searched for moved code", MaxMoveFiles)
			continue
		}
		l.key = fmt.Sprintf("%s of %s:%d-%d %s since %s in %s", byMove, l.row.Base.Blob, l.row.Start, l.row.End, place.Key.String(), base, searched)
		known, ok := p.view.Moves[l.row.ID]
		switch {
		case !ok || known.Key.More != l.key:
			open = append(open, l)
		case known.Place.AnchorState != "":
			*place = known
		}
	}
	p.findCandidates(ctx, files, open)
	for _, l := range open {
		place := &places[l.at]
		found := Result{Key: Key{More: l.key}, Quote: place.Quote}
		if found.Place, err = p.searchMove(ctx, l, place.Place); err != nil {
			return err
		}
		p.view.Moves[l.row.ID], p.view.Dirty = found, true
		if found.Place.AnchorState != "" {
			*place = found
		}
	}
	return nil
}

// searchKey identifies everything that the search depends on: the files that changed, HEAD and the checkpoints.
func (p *Placer) searchKey(ctx context.Context, files *changes) string {
	var all strings.Builder
	for _, name := range files.names {
		all.WriteString(name + "\x00")
		if t := files.now[name]; t != nil {
			all.WriteString(t.Blob)
		}
		all.WriteString("\x00")
	}
	all.WriteString(p.headNow(ctx).Commit)
	rounds, _ := p.snap.ReadDir(checkpoint.Dir) // if it fails, no checkpoint is known
	for _, e := range rounds {
		all.WriteString("\x00" + e.ID.String())
	}
	return digest.Of(all.String())[:20]
}

// searchMove searches for one thread's code in the files that have lines which left with it. When it returns no place,
// the thread stays where it is. A place that a person has to confirm is returned as the candidate of the present one.
func (p *Placer) searchMove(ctx context.Context, l *lostThread, here thread.Placement) (thread.Placement, error) {
	if !l.promising() {
		return thread.Placement{}, nil
	}
	then, err := p.findEarlierState(ctx, l)
	known := err == nil
	if errors.Is(err, errUnknown) {
		then, err = p.stateAt(ctx, treediff.Side{Commit: l.base}, nil, "")
	}
	if errors.Is(err, errUnknown) {
		return thread.Placement{}, nil
	}
	if err != nil {
		return thread.Placement{}, err
	}
	at := p.bestFile(ctx, then, l)
	switch {
	case at.file == "" || l.weak && !(known && at.sure):
		return thread.Placement{}, nil
	case known && at.sure:
		out := PlacementOf(at.file, at.best.Placement)
		out.Method = byMove
		return out, nil
	case !known:
		here.Reason += fmt.Sprintf("; its lines occur in %q, but no commit or checkpoint shows that they moved there", at.file)
	}
	here.Candidate = &thread.Candidate{File: at.file, StartLine: at.best.Start, EndLine: at.best.End}
	return here, nil
}
