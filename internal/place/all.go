package place

import (
	"context"

	"consider/internal/gitrepo"
	"consider/internal/thread"
)

// PlaceAll returns the places of rows, in their order.
func (p *Placer) PlaceAll(ctx context.Context, rows []thread.Row) ([]Result, error) {
	if err := p.findRenames(ctx, rows); err != nil {
		return nil, err
	}
	out := make([]Result, len(rows))
	for i := range rows {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		var err error
		if out[i], err = p.place(ctx, &rows[i]); err != nil {
			return nil, err
		}
	}
	if err := p.findMoves(ctx, rows, out); err != nil {
		return nil, err
	}
	p.nameBranches(ctx, rows, out)
	return out, nil
}

// nameBranches notes for threads that lost their place when they were put on another branch than the one that is checked
// out: their code may still be there. This is not part of the placement, which does not depend on branches.
func (p *Placer) nameBranches(ctx context.Context, rows []thread.Row, out []Result) {
	for i := range out {
		if out[i].Place.AnchorState == thread.Anchored || rows[i].Branch == "" {
			continue
		}
		if here := p.headNow(ctx); here.Via != gitrepo.ViaNone && rows[i].Branch != here.Branch {
			out[i].otherBranch = rows[i].Branch
		}
	}
}
