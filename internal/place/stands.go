package place

import "context"

// Stands reports whether a thread is still anchored where the view has it, so that the rest of its place can be read
// from its row. It checks only the file.
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
