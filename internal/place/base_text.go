package place

import (
	"context"

	"consider/anchor"
	"consider/internal/thread"
)

// isOnStoredText reports whether r was put on a text that the store keeps and that does not change: the old side of a
// comparison with a state other than HEAD. When HEAD does not have its lines, they are in that text.
func (p *Placer) isOnStoredText(r *thread.Row) bool {
	if r.Side != thread.Old || r.Base.From == "" {
		return false
	}
	_, err := p.Base(r.Base.Blob)
	return err == nil
}

// TextAt returns the text that has the lines of r, according to its placement.
func (p *Placer) TextAt(ctx context.Context, r *thread.Row, at *thread.Placement) *Text {
	if at.From == "" {
		return p.Text(ctx, r.Side, at.File)
	}
	data, err := p.Base(r.Base.Blob)
	if err != nil {
		return &Text{Path: at.File, Side: r.Side, why: "its original text cannot be read"}
	}
	return &Text{Path: at.File, Side: r.Side, Blob: r.Base.Blob, Data: data, Read: true}
}

// placeInBase returns the place of r in the text that it was put on.
func placeInBase(r *thread.Row) thread.Placement {
	return thread.Placement{
		File: r.File, StartLine: r.Start, EndLine: r.End, From: r.Base.From, AnchorState: thread.Anchored,
		Method: string(anchor.Unchanged), Score: 1,
	}
}
