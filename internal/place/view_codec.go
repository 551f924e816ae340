package place

import (
	"encoding/binary"
	"hash/crc32"
	"unsafe"

	"consider/anchor"
	"consider/internal/thread"
)

// The view is read at the start of every list, so its form is made for that: the fields one after the other,
// texts with their length before them. Reading cuts texts out of the file as it lies in memory. It is several
// times faster than JSON; only the same version of this code reads it. What many threads have alike (paths, the ids of
// texts) is there once, and a placement says only what its row does not: a file of a hundred thousand threads has to be
// small enough to be read.
//
// The file has an index, and after it the rows with their places. The index has what filters and orders need of each row,
// and where the row is, so that a list of ten threads out of many reads ten rows. The file begins with ViewFormat; the
// index and each row have a checksum, as the file is written without waiting for the disk and may be torn.
const ViewFormat = "consider view/12 " + anchor.Version + "\n"

const (
	sumSize   = 4
	headSize  = len(ViewFormat) + 4 + sumSize // of the file: its format, how long the index is, and its checksum
	aboutRow  = 640                           // bytes of a row with its place, which is rarely longer
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

// decodeView reads the index of a view. What stands after it is read when it is asked for.
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

// sumOf is the checksum of a text, without a copy of it.
func sumOf(text string) uint32 {
	return crc32.ChecksumIEEE(unsafe.Slice(unsafe.StringData(text), len(text)))
}

// common is what a view has besides its rows. rest are the places of threads that have no row.
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

func (c *codec) row(r *thread.Row) {
	chars(c, &r.ID)
	chars(c, &r.Blob)
	chars(c, &r.Target)
	chars(c, &r.Shape)
	word(c, &r.File)
	chars(c, &r.Side)
	number(c, &r.Start)
	number(c, &r.End)
	word(c, &r.Base.Commit)
	chars(c, &r.Base.From)
	word(c, &r.Base.Blob)
	c.flag(&r.Manual)
	c.flag(&r.Gone)
	list(c, &r.Quote, chars)
	list(c, &r.Labels, chars)
	word(c, &r.Branch)
	chars(c, &r.Workflow)
	chars(c, &r.Proposed)
	chars(c, &r.Author)
	word(c, &r.AuthorName)
	c.time(&r.CreatedAt)
	chars(c, &r.Body)
	number(c, &r.Replies)
	maybe(c, &r.Last, (*codec).lastReply)
	number(c, &r.LastHuman)
	list(c, &r.Seen, (*codec).seen)
	chars(c, &r.Imported)
	maybe(c, &r.Response, (*codec).responseRef)
	maybe(c, &r.Question, (*codec).question)
	maybe(c, &r.Receipt, (*codec).receipt)
}

func (c *codec) seen(s *thread.SeenEntry) {
	word(c, &s.Agent)
	number(c, &s.Entry)
}

func (c *codec) receipt(r *thread.Receipt) {
	chars(c, &r.State)
	chars(c, &r.By)
	c.time(&r.At)
}

func (c *codec) question(q *thread.Question) {
	chars(c, &q.Reply)
	list(c, &q.Choices, chars)
	chars(c, &q.AuthorName)
	c.time(&q.At)
	chars(c, &q.Body)
}

func (c *codec) responseRef(r *thread.ResponseRef) {
	chars(c, &r.ID)
	chars(c, &r.Agent)
	chars(c, &r.Mark)
	maybe(c, &r.Plan, (*codec).planRef)
}

func (c *codec) planRef(r *thread.PlanRef) {
	chars(c, &r.ID)
	number(c, &r.Version)
	number(c, &r.StartLine)
	number(c, &r.EndLine)
}

func (c *codec) lastReply(r *thread.LastReply) {
	chars(c, &r.ID)
	chars(c, &r.Author)
	chars(c, &r.AuthorName)
	c.time(&r.CreatedAt)
	chars(c, &r.Outcome)
	chars(c, &r.Choice)
}

func (c *codec) damage(d *thread.Damage) {
	chars(c, &d.Path)
	chars(c, &d.Problem)
	chars(c, &d.Hint)
	c.flag(&d.Newer)
}

func (c *codec) file(f *fileState) {
	number(c, &f.Info.Size)
	number(c, &f.Info.MTimeNS)
	number(c, &f.Info.CTimeNS)
	number(c, &f.Info.Inode)
	number(c, &f.Info.Mode)
	word(c, &f.Commit)
	word(c, &f.Blob)
}
