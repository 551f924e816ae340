package place

import (
	"context"

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
	return out, p.findMoves(ctx, rows, out)
}
