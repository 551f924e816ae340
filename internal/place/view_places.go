package place

import (
	"maps"
	"math"
	"slices"

	"consider/internal/thread"
)

// rowPlaces are the placements: those of the rows, in their order, then those of threads that have no row.
func (c *codec) rowPlaces(v *View) {
	rest := map[string]*Result{}
	near := make([]*Result, len(v.Rows))
	if c.writing {
		maps.Copy(rest, v.byID())
		for i := range v.Rows {
			near[i] = rest[v.Rows[i].ID]
			delete(rest, v.Rows[i].ID)
		}
	}
	var room []Result // one stretch of memory for many
	for i := range v.Rows {
		c.of = &v.Rows[i]
		there := near[i] != nil
		if c.flag(&there); !there {
			continue
		}
		if !c.writing {
			if len(room) == cap(room) {
				room = make([]Result, 0, 256)
			}
			room = append(room, Result{})
			near[i] = &room[len(room)-1]
		}
		if c.placed(near[i]); c.err != nil {
			return
		}
	}
	c.of = nil
	table(c, &rest, func(c *codec, p **Result) {
		if !c.writing {
			*p = &Result{}
		}
		c.placed(*p)
	})
	if !c.writing {
		v.Places, v.near = rest, near
	}
}

// placed codes a placement. What it has from its row is not there twice.
func (c *codec) placed(p *Result) {
	c.key(&p.Key)
	word(c, &p.Place.File)
	number(c, &p.Place.StartLine)
	number(c, &p.Place.EndLine)
	chars(c, &p.Place.From)
	chars(c, &p.Place.AnchorState)
	chars(c, &p.Place.Method)
	score := math.Float64bits(p.Place.Score)
	number(c, &score)
	p.Place.Score = math.Float64frombits(score)
	c.flag(&p.Place.Perhaps)
	c.flag(&p.Place.Edited)
	chars(c, &p.Place.Reason)
	maybe(c, &p.Place.Guess, (*codec).guess)
	maybe(c, &p.Place.Candidate, (*codec).candidate)
	same := c.of != nil && slices.Equal(p.Quote, c.of.Quote)
	if c.flag(&same); !same {
		list(c, &p.Quote, chars)
	} else if c.of != nil {
		p.Quote = c.of.Quote
	} else {
		c.fail()
	}
}

// key codes what a placement depends on.
func (c *codec) key(k *Key) {
	same := c.of != nil && k.ofRow(c.of)
	switch c.flag(&same); {
	case !same:
		chars(c, &k.Shape)
		word(c, &k.Base)
		number(c, &k.Start)
		number(c, &k.End)
	case c.of != nil:
		k.Shape, k.Base, k.Start, k.End = c.of.Shape, c.of.Base.Blob, c.of.Start, c.of.End
	default:
		c.fail()
	}
	word(c, &k.Path)
	word(c, &k.Blob)
	chars(c, &k.More)
}

func (c *codec) candidate(to *thread.Candidate) {
	chars(c, &to.File)
	number(c, &to.StartLine)
	number(c, &to.EndLine)
}

func (c *codec) guess(g *thread.Guess) {
	number(c, &g.StartLine)
	number(c, &g.EndLine)
}
