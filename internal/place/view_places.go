package place

import (
	"encoding/binary"
	"hash/crc32"
	"math"
	"slices"

	"consider/internal/thread"
)

// rows writes the rows with their places, and returns how many bytes each takes.
func (c *codec) rows(rows []thread.Row, near []*Result) []int {
	sizes := make([]int, len(rows))
	for i := range rows {
		start := len(c.out)
		c.out = append(c.out, make([]byte, rowHead)...)
		c.body(&rows[i], &near[i], func() *Result { return nil })
		data := c.out[start+rowHead:]
		binary.LittleEndian.PutUint32(c.out[start:], uint32(len(data)))
		binary.LittleEndian.PutUint32(c.out[start+rowHead-sumSize:], crc32.ChecksumIEEE(data))
		sizes[i] = len(c.out) - start
	}
	return sizes
}

// rowHead is the size of a row's length and checksum, which come before it.
const rowHead = 4 + sumSize

// cutRow takes the next row off a text; false when the row is damaged.
func cutRow(text string) (row, rest string, ok bool) {
	if len(text) < rowHead {
		return "", "", false
	}
	head := []byte(text[:rowHead])
	n := int64(binary.LittleEndian.Uint32(head))
	if text = text[rowHead:]; n > int64(len(text)) {
		return "", "", false
	}
	row, rest = text[:n], text[n:]
	return row, rest, binary.LittleEndian.Uint32(head[rowHead-sumSize:]) == sumOf(row)
}

// body codes a row and its place, if it has one; room returns memory for the place.
func (c *codec) body(r *thread.Row, near **Result, room func() *Result) {
	c.row(r)
	c.of = r
	there := *near != nil
	if c.flag(&there); there {
		if !c.writing {
			*near = room()
		}
		c.placed(*near)
	}
	c.of = nil
}

// placed codes a placement, without the values that it shares with its row.
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
