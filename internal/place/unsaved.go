package place

import (
	"context"

	"consider/anchor"
	"consider/internal/thread"
)

// PlaceIn returns where r is in t, and false when r is not in t's file. The last list decides whether r moved there
// from another file: to find that out anew would mean a search through the project at every pause in typing. named says
// that the caller asks for r by its id.
func (p *Placer) PlaceIn(ctx context.Context, r *thread.Row, t *Text, named bool) (thread.Placement, bool) {
	listed := p.lastListed(r.ID)
	elsewhere := listed.AnchorState == thread.Anchored && listed.File != t.Path
	switch {
	case r.File == t.Path:
		here := p.compute(ctx, r, t)
		if r.Manual && here.Method == string(anchor.Unchanged) {
			here.Method = ByHand
		}
		// A thread that is lost here and was found in another file is still there: only its return would be news.
		return here, named || here.AnchorState == thread.Anchored || !elsewhere
	case listed.File == t.Path && listed.Method == byMove:
		return p.movedIn(ctx, r, listed, t), true
	case listed.File == t.Path || named:
		here := p.compute(ctx, r, t)
		if here.AnchorState == thread.Anchored {
			here.Method = byRename
			if listed.Score > 0 {
				here.Score = min(here.Score, listed.Score)
				here.Perhaps = here.IsUnsure()
			}
		}
		return here, true
	}
	return thread.Placement{}, false
}

// lastListed returns where a thread was in the last list.
func (p *Placer) lastListed(id string) thread.Placement {
	if moved, ok := p.view.Moves[id]; ok && moved.Place.AnchorState == thread.Anchored {
		return moved.Place
	}
	if known := p.view.Places[id]; known != nil {
		return known.Place
	}
	return thread.Placement{}
}

// movedIn places a thread whose code moved to another file, starting from its place in that file on disk.
func (p *Placer) movedIn(ctx context.Context, r *thread.Row, listed thread.Placement, t *Text) thread.Placement {
	disk := p.Text(ctx, r.Side, t.Path)
	data, err := p.Bytes(ctx, disk)
	if err != nil {
		return StaleAt(t.Path, "its file cannot be read")
	}
	if disk == t {
		return listed
	}
	out := PlacementOf(t.Path, anchor.Map(data, t.Data).Place(listed.StartLine, listed.EndLine))
	if out.AnchorState == thread.Anchored {
		out.Method, out.Score, out.Edited = byMove, min(out.Score, listed.Score), out.Edited || listed.Edited
		out.Perhaps = out.IsUnsure()
	}
	return out
}
