package place

import (
	"encoding/binary"
	"hash/crc32"

	"consider/anchor"
	"consider/internal/thread"
)

// The view is read at the start of every list, so its form is made for that: the fields one after the other,
// texts with their length before them. Reading cuts texts out of the file as it lies in memory. It is several
// times faster than JSON; only the same version of this code reads it. What many threads have alike (paths, the ids of
// texts) is there once, and a placement says only what its row does not: a file of a hundred thousand threads has to be
// small enough to be read.
//
// The file begins with viewFormat and ends with a checksum, as it is written without waiting for the disk
// and may be torn.
const ViewFormat = "consider view/11 " + anchor.Version + "\n"

const (
	sumSize  = 4
	aboutRow = 400 // bytes of a row with its place
)

// EncodeView returns the bytes of a view, with its format and a checksum.
func EncodeView(v *View) ([]byte, error) {
	c := &codec{writing: true, places: map[string]int{}, out: append(make([]byte, 0, 1<<12+aboutRow*len(v.Rows)), ViewFormat...)}
	c.view(v)
	if c.err != nil {
		return nil, c.err
	}
	return binary.LittleEndian.AppendUint32(c.out, crc32.ChecksumIEEE(c.out)), nil
}

func decodeView(data string) (*View, error) {
	end := len(data) - sumSize
	if end < len(ViewFormat) || data[:len(ViewFormat)] != ViewFormat ||
		binary.LittleEndian.Uint32([]byte(data[end:])) != sumOf(data[:end]) {
		return nil, errView
	}
	v := &View{}
	c := &codec{in: data[len(ViewFormat):end]}
	c.view(v)
	if c.in != "" {
		c.fail()
	}
	return v, c.err
}

// sumOf is the checksum of a text, without a copy of all of it.
func sumOf(text string) (sum uint32) {
	var part [16 << 10]byte
	for len(text) > 0 {
		n := copy(part[:], text)
		sum = crc32.Update(sum, crc32.IEEETable, part[:n])
		text = text[n:]
	}
	return sum
}

func (c *codec) view(v *View) {
	chars(c, &v.Tip)
	list(c, &v.Rows, (*codec).row)
	list(c, &v.Damaged, (*codec).damage)
	table(c, &v.Files, (*codec).file)
	c.rowPlaces(v)
	table(c, &v.Moves, (*codec).placed)
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
	table(c, &r.Seen, number)
	chars(c, &r.Imported)
	maybe(c, &r.Response, (*codec).responseRef)
	maybe(c, &r.Question, (*codec).question)
	maybe(c, &r.Receipt, (*codec).receipt)
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
