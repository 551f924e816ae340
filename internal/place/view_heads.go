package place

import (
	"context"

	"consider/internal/thread"
)

// Head is the head of a row, and what tells whether the thread is still where it was.
type Head struct {
	thread.Head
	standing standing
	side     thread.Side
	blob     string // the text that it stood in
	at, size int    // where its row is, after the index
}

// standing is what a kept place is worth without a look at more than the text it is in.
type standing int

const (
	unsure    standing = iota // it is asked for
	inItsFile                 // it stands while its file has the same text
	anywhere                  // it needs no file
)

// headOf is the head of a row with its place, nil for none.
func headOf(r *thread.Row, p *Result) Head {
	h := Head{Head: r.Head(), side: r.Side}
	switch {
	case r.Shape == thread.OnReview || r.Shape == thread.OnResponse:
		h.standing = anywhere
	case p != nil && r.Side.Known() && !r.Gone && p.Place.AnchorState == thread.Anchored && !weak(p.Place) &&
		p.Key == keyOf(r, &Text{Path: r.File, Blob: p.Key.Blob}, nil):
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
	c.flag(&h.Proposed)
	c.flag(&h.Asks)
	c.flag(&h.Unheard)
	word(c, &h.By)
	own := h.Entry == h.ID
	if c.flag(&own); own {
		h.Entry = h.ID
	} else {
		chars(c, &h.Entry)
	}
	c.time(&h.At)
	number(c, &h.LastHuman)
	list(c, &h.Seen, (*codec).seen)
	number(c, &h.standing)
	word(c, &h.side)
	word(c, &h.blob)
	number(c, &h.size)
}

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

// Now is the file that a thread is in that stands, "" where it is in none.
func (h *Head) Now() string {
	if h.standing == anywhere {
		return ""
	}
	return h.File
}
