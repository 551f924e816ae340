package place

import "consider/internal/thread"

// headOf returns the head of a row with its place, which may be nil.
func headOf(r *thread.Row, p *Result) Head {
	h := Head{Head: r.Head(), side: r.Side}
	switch {
	case r.Shape == thread.OnReview || r.Shape == thread.OnResponse:
		h.standing = anywhere
	case p != nil && r.Side.Known() && !r.Gone && p.Place.AnchorState == thread.Anchored && !weak(p.Place) &&
		p.Key == (Key{Shape: r.Shape, Base: r.Base.Blob, Start: r.Start, End: r.End, Path: r.File, Blob: p.Key.Blob}):
		h.standing, h.blob = inItsFile, p.Key.Blob
	}
	return h
}

// head codes a head.
func (c *codec) head(h *Head) {
	chars(c, &h.ID)
	word(c, &h.File)
	number(c, &h.Line)
	word(c, &h.Workflow)
	c.flag(&h.Due)
	c.flag(&h.Proposed)
	c.flag(&h.Asks)
	c.flag(&h.Unheard)
	word(c, &h.By)
	c.entry(&h.Entry, h.ID)
	c.entry(&h.LastAgent, h.Entry)
	c.time(&h.At)
	number(c, &h.LastHuman)
	number(c, &h.Humans)
	list(c, &h.Seen, (*codec).seen)
	number(c, &h.standing)
	word(c, &h.side)
	word(c, &h.blob)
	number(c, &h.size)
}

// entry codes the id of an entry, which is mostly one that is known already.
func (c *codec) entry(id *string, known string) {
	same := *id == known
	if c.flag(&same); same {
		*id = known
	} else {
		chars(c, id)
	}
}

// Now returns the file of a thread that stands, "" when it is in no file.
func (h *Head) Now() string {
	if h.standing == anywhere {
		return ""
	}
	return h.File
}
