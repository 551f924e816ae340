package place

import (
	"encoding/binary"
	"hash/crc32"
	"maps"

	"consider/anchor"
	"consider/internal/thread"
)

// ViewFormat is the first line of a view's file. The view is read at the start of every list, so its form is made for
// fast reading: the fields follow one another, and each text has its length before it. Reading cuts texts out of the file
// in memory, which is several times faster than JSON. Only the same version of this code can read it. Values that many
// threads share (paths, ids of texts) are stored once, and a placement stores only what differs from its row: a file of a
// hundred thousand threads has to be small enough to be read.
//
// The file has an index, followed by the rows with their places. The index has what filters and orders need of each row,
// and the position of the row, so that a list of ten threads out of many reads ten rows. The index and each row have a
// checksum, because the file is written without waiting for the disk and may be torn.
const ViewFormat = "consider view/16 " + anchor.Version + "\n"

const (
	headSize  = len(ViewFormat) + 4 + sumSize // of the file: its format, the length of the index, and its checksum
	aboutRow  = 640                           // estimated bytes of a row with its place; few are longer
	aboutHead = 96
)

// EncodeView returns the bytes of a view.
func EncodeView(v *View) ([]byte, error) {
	rows, err := v.Rows()
	if err != nil {
		return nil, err
	}
	c := &codec{writing: true, places: map[string]int{}, out: make([]byte, 0, aboutRow*len(rows))}
	near, rest := v.divided(rows)
	sizes := c.rows(rows, near)
	bodies := c.out
	c.out = make([]byte, 0, 1<<12+aboutHead*len(rows))
	c.common(v, &rest)
	for i := range rows {
		h := headOf(&rows[i], near[i])
		h.size = sizes[i]
		c.head(&h)
	}
	index := &codec{writing: true, out: make([]byte, headSize, headSize+len(c.out)+len(bodies)+len(v.Tip)+aboutHead*(1+len(c.words)))}
	chars(index, &v.Tip)
	list(index, &c.words, chars)
	n := len(rows)
	number(index, &n)
	index.out = append(index.out, c.out...)
	out := index.out
	copy(out, ViewFormat)
	binary.LittleEndian.PutUint32(out[len(ViewFormat):], uint32(len(out)-headSize))
	binary.LittleEndian.PutUint32(out[headSize-sumSize:], crc32.ChecksumIEEE(out[headSize:]))
	return append(out, bodies...), c.err
}

// decodeView reads the index of a view. The rest is read on demand.
func decodeView(index string) (*View, error) {
	v, c := &View{}, &codec{in: index}
	chars(c, &v.Tip)
	list(c, &c.words, chars)
	n := c.length(0)
	var rest map[string]*Result
	c.common(v, &rest)
	v.Places, v.kept = rest, &kept{n: n, heads: c.in, words: c.words}
	return v, c.err
}

// common codes what a view has besides its rows. rest has the places of threads that have no row.
func (c *codec) common(v *View, rest *map[string]*Result) {
	list(c, &v.Damaged, (*codec).damage)
	table(c, &v.Files, (*codec).file)
	table(c, &v.Moves, (*codec).placed)
	table(c, rest, func(c *codec, p **Result) {
		if !c.writing {
			*p = &Result{}
		}
		c.placed(*p)
	})
}

// divided returns the places of the rows, in their order, and the places of threads that have no row.
func (v *View) divided(rows []thread.Row) (near []*Result, rest map[string]*Result) {
	near, rest = make([]*Result, len(rows)), maps.Clone(v.byID())
	for i := range rows {
		near[i] = rest[rows[i].ID]
		delete(rest, rows[i].ID)
	}
	return near, rest
}
