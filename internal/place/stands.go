package place

import "context"

// Stands reports whether a thread is still where the view has it, anchored: all else about its place is in its row. It looks at
// the file and at nothing more.
func (p *Placer) Stands(ctx context.Context, h *Head) bool {
	switch h.standing {
	case anywhere:
		return true
	case inItsFile:
		if _, moved := p.view.Moves[h.ID]; moved {
			return false
		}
		return h.blob != "" && p.Text(ctx, h.side, h.File).Blob == h.blob
	}
	return false
}
