package place

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
	"math"
	"time"

	"consider/anchor"
	"consider/internal/thread"
)

// The view is read at the start of every list, so its form is made for that: the fields one after the other,
// texts with their length before them. Reading cuts texts out of the file as it lies in memory. It is several
// times faster than JSON; only the same version of this code reads it.
//
// The file begins with viewFormat and ends with a checksum, as it is written without waiting for the disk
// and may be torn.
const ViewFormat = "consider view/9 " + anchor.Version + "\n"

const (
	sumSize = 4
	sureOf  = 16 << 10 // elements that memory is taken for before they are read
)

var errView = errors.New("not a view of this version")

// EncodeView returns the bytes of a view, with its format and a checksum.
func EncodeView(v *View) ([]byte, error) {
	c := &codec{writing: true, out: append(make([]byte, 0, 1<<16), ViewFormat...)}
	c.view(v)
	if c.err != nil {
		return nil, c.err
	}
	return binary.LittleEndian.AppendUint32(c.out, crc32.ChecksumIEEE(c.out)), nil
}

func decodeView(data []byte) (*View, error) {
	end := len(data) - sumSize
	if end < len(ViewFormat) || string(data[:len(ViewFormat)]) != ViewFormat ||
		binary.LittleEndian.Uint32(data[end:]) != crc32.ChecksumIEEE(data[:end]) {
		return nil, errView
	}
	v := &View{}
	c := &codec{in: string(data[len(ViewFormat):end])}
	c.view(v)
	if c.in != "" {
		c.fail()
	}
	return v, c.err
}

// codec goes over the fields of a view. The same functions name them for both directions, so that what is
// written is what is read; after an error they do nothing more.
type codec struct {
	writing bool
	out     []byte // written so far
	in      string // still to be read
	err     error
}

func (c *codec) fail() { c.in, c.err = "", errView }

func (c *codec) view(v *View) {
	chars(c, &v.Tip)
	list(c, &v.Rows, (*codec).row)
	list(c, &v.Damaged, (*codec).damage)
	table(c, &v.Files, (*codec).file)
	table(c, &v.Places, (*codec).placed)
	table(c, &v.Moves, (*codec).placed)
}

func (c *codec) row(r *thread.Row) {
	chars(c, &r.ID)
	chars(c, &r.Blob)
	chars(c, &r.Target)
	chars(c, &r.Shape)
	chars(c, &r.File)
	chars(c, &r.Side)
	number(c, &r.Start)
	number(c, &r.End)
	chars(c, &r.Base.Commit)
	chars(c, &r.Base.From)
	chars(c, &r.Base.Blob)
	c.flag(&r.Manual)
	list(c, &r.Quote, chars)
	list(c, &r.Labels, chars)
	chars(c, &r.Branch)
	chars(c, &r.Workflow)
	chars(c, &r.Proposed)
	chars(c, &r.Author)
	chars(c, &r.AuthorName)
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
	chars(c, &f.Commit)
	chars(c, &f.Blob)
}

func (c *codec) placed(p *Result) {
	chars(c, &p.Key)
	chars(c, &p.Place.File)
	number(c, &p.Place.StartLine)
	number(c, &p.Place.EndLine)
	chars(c, &p.Place.From)
	chars(c, &p.Place.AnchorState)
	chars(c, &p.Place.Method)
	score := math.Float64bits(p.Place.Score)
	number(c, &score)
	p.Place.Score = math.Float64frombits(score)
	c.flag(&p.Place.Edited)
	chars(c, &p.Place.Reason)
	maybe(c, &p.Place.Guess, (*codec).guess)
	maybe(c, &p.Place.Candidate, (*codec).candidate)
	list(c, &p.Quote, chars)
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

// number codes an integer in as few bytes as it needs.
func number[T ~int | ~int64 | ~uint32 | ~uint64](c *codec, v *T) {
	if c.writing {
		c.out = binary.AppendVarint(c.out, int64(*v))
		return
	}
	var u uint64
	for i := 0; i < binary.MaxVarintLen64; i++ {
		if i >= len(c.in) {
			break
		}
		b := c.in[i]
		u |= uint64(b&0x7f) << (7 * i)
		if b < 0x80 {
			c.in = c.in[i+1:]
			*v = T(int64(u>>1) ^ -int64(u&1))
			return
		}
	}
	c.fail()
}

// length codes how many bytes or elements follow. Each takes a byte at least: more than there are is damage.
func (c *codec) length(n int) int {
	number(c, &n)
	if !c.writing && (n < 0 || n > len(c.in)) {
		c.fail()
		return 0
	}
	return n
}

func chars[T ~string](c *codec, v *T) {
	n := c.length(len(*v))
	if c.writing {
		c.out = append(c.out, *v...)
		return
	}
	if c.err == nil {
		*v, c.in = T(c.in[:n]), c.in[n:]
	}
}

func (c *codec) flag(v *bool) {
	n := 0
	if *v {
		n = 1
	}
	number(c, &n)
	*v = n == 1
}

// time keeps the zone as well: a warm answer is the same as a cold one.
func (c *codec) time(v *time.Time) {
	var data []byte
	if c.writing {
		if data, c.err = v.MarshalBinary(); c.err != nil {
			return
		}
	}
	s := string(data)
	chars(c, &s)
	if !c.writing && v.UnmarshalBinary([]byte(s)) != nil {
		c.fail()
	}
}

// list, maybe and table code several values, none or one, and named ones. Empty is read as nil.
func list[T any](c *codec, v *[]T, each func(*codec, *T)) {
	n := c.length(len(*v))
	if !c.writing && n > 0 {
		*v = make([]T, 0, min(n, sureOf))
	}
	for i := range n {
		if !c.writing {
			var zero T
			*v = append(*v, zero)
		}
		if each(c, &(*v)[i]); c.err != nil {
			return
		}
	}
}

func maybe[T any](c *codec, v **T, each func(*codec, *T)) {
	there := *v != nil
	c.flag(&there)
	if !there {
		return
	}
	if !c.writing {
		*v = new(T)
	}
	each(c, *v)
}

func table[V any](c *codec, v *map[string]V, each func(*codec, *V)) {
	n := c.length(len(*v))
	if c.writing {
		for name, value := range *v {
			chars(c, &name)
			each(c, &value)
		}
		return
	}
	if n > 0 {
		*v = make(map[string]V, min(n, sureOf))
	}
	for range n {
		var name string
		var value V
		chars(c, &name)
		if each(c, &value); c.err != nil {
			return
		}
		(*v)[name] = value
	}
}
