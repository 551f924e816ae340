package review

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"consider/anchor"
	"consider/gitstore"
)

// PlaceInput is a file as somebody edits it. An editor asks for it while the text is not on disk yet.
type PlaceInput struct {
	File    string   `json:"file" help:"the file, in the project"`
	Text    string   `json:"text" help:"its text now, saved or not"`
	Threads []string `json:"threads,omitempty" help:"ids of threads to place, also of those that were put in another file; without any, all that are on the file"`
}

// PlaceOutput is where the threads are in the given text.
type PlaceOutput struct {
	File       string         `json:"file"` // as threads name it
	Placements []PlacedThread `json:"placements"`
}

// PlacedThread is one thread's place in the given text.
type PlacedThread struct {
	ID        string    `json:"id"`
	Placement Placement `json:"placement"`
}

// PlaceText returns where the active threads of a file are in a text that need not be the one on disk. Nothing
// of it is kept. Threads that are not active, not on lines or a file, or on the old side are left out.
func (s *Service) PlaceText(ctx context.Context, in PlaceInput) (PlaceOutput, error) {
	switch {
	case len(in.Text) > maxText:
		return PlaceOutput{}, Denied("the text has %d bytes, the limit is %d", len(in.Text), maxText)
	case strings.TrimSpace(in.File) == "":
		return PlaceOutput{}, Usage("the file has no name")
	}
	file, err := s.Tree.Rel(s.Caller.Dir, in.File)
	if err != nil {
		return PlaceOutput{}, pathError(in.File, err)
	}
	st, err := s.read(ctx)
	if err != nil {
		return PlaceOutput{}, err
	}
	data := []byte(in.Text)
	t := &text{path: file, side: New, data: data, read: true, blob: gitstore.HashBlob(data).String()}
	out := PlaceOutput{File: file, Placements: []PlacedThread{}}
	for i := range st.view.Rows {
		if err := ctx.Err(); err != nil {
			return PlaceOutput{}, err
		}
		r := &st.view.Rows[i]
		if r.Shape != OnLines && r.Shape != OnFile || !r.Side.now() {
			continue
		}
		named := slices.Contains(in.Threads, r.ID)
		if len(in.Threads) > 0 && !named {
			continue
		}
		if p, ok := st.placer.placeIn(r, t, named); ok {
			out.Placements = append(out.Placements, PlacedThread{r.ID, p})
		}
	}
	slices.SortFunc(out.Placements, func(a, b PlacedThread) int {
		return cmp.Or(cmp.Compare(a.Placement.StartLine, b.Placement.StartLine), cmp.Compare(a.ID, b.ID))
	})
	return out, nil
}

// placeIn returns where r is in t. Whether it came there from another file is taken from the last list: to find
// out would be a search through the project at every pause in typing. false means that r is not on t's file.
func (p *placer) placeIn(r *row, t *text, named bool) (Placement, bool) {
	listed := p.lastListed(r.ID)
	elsewhere := listed.AnchorState == Anchored && listed.File != t.path
	switch {
	case r.File == t.path:
		here := p.compute(r, t)
		if r.Manual && here.Method == string(anchor.Unchanged) {
			here.Method = byHand
		}
		// Lost here and found in another file, it is still there: only its return would be news.
		return here, named || here.AnchorState == Anchored || !elsewhere
	case listed.File == t.path && listed.Method == byMove:
		return p.movedIn(r, t), true
	case listed.File == t.path || named:
		here := p.compute(r, t)
		if here.AnchorState == Anchored {
			here.Method = byRename
			if listed.Score > 0 {
				here.Score = min(here.Score, listed.Score)
			}
		}
		return here, true
	}
	return Placement{}, false
}

// lastListed is where a thread was when threads were listed last.
func (p *placer) lastListed(id string) Placement {
	if moved, ok := p.view.Moves[id]; ok && moved.Place.AnchorState == Anchored && p.view.Places[id].Place.AnchorState != Anchored {
		return moved.Place
	}
	return p.view.Places[id].Place
}

// movedIn places a thread whose code went to another file: there it has to stand whole.
func (p *placer) movedIn(r *row, t *text) Placement {
	d, err := p.description(r)
	if err != nil {
		return stale(t.path, "its original text cannot be read")
	}
	at := anchor.FindWhole(d, t.data)
	out := placementOf(t.path, at)
	if at.State == anchor.Anchored {
		out.Method = byMove
	}
	return out
}
