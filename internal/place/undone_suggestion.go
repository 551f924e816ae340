package place

import (
	"consider/anchor"
	"consider/gitstore"
	"consider/internal/suggest"
	"consider/internal/thread"
)

// placeUndone places a thread whose applied suggestion was undone, in an editor or with git, on the lines that the
// suggestion had replaced. Those lines need not resemble the suggestion, on which the thread was put when it was
// applied.
func (p *Placer) placeUndone(r *thread.Row, t *Text, now []byte) (thread.Placement, bool) {
	th, err := p.readThread(r)
	if err != nil || len(th.Applied) == 0 {
		return thread.Placement{}, false
	}
	a := th.Applied[len(th.Applied)-1]
	if a.Blob != r.Base.Blob || len(a.Before) == 0 {
		return thread.Placement{}, false
	}
	with, err := p.Base(r.Base.Blob)
	if err != nil {
		return thread.Placement{}, false
	}
	without, err := suggest.PutBack(with, a.StartLine, len(a.After), a.Before, a.Cut)
	if err != nil {
		return thread.Placement{}, false
	}
	at := anchor.Map(without, now).Place(a.StartLine, a.StartLine+len(a.Before)-1)
	return PlacementOf(t.Path, at), at.State == anchor.Anchored && !at.Edited
}

// readThread reads a row's thread from the store.
func (p *Placer) readThread(r *thread.Row) (*thread.Thread, error) {
	id, err := gitstore.ParseID(r.Blob)
	if err != nil {
		return nil, err
	}
	data, err := p.snap.ReadBlob(id)
	if err != nil {
		return nil, err
	}
	return thread.Decode(data, r.ID)
}
