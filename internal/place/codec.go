package place

import (
	"encoding/binary"
	"errors"
	"hash/crc32"
	"time"
	"unsafe"

	"consider/internal/thread"
)

// sureOf is the largest number of elements that memory is allocated for before they are read.
const sureOf = 16 << 10

var errView = errors.New("not a view of this version")

// codec codes the fields of a view. The same functions serve both directions, so that writing and reading cannot differ.
// After an error they do nothing more.
type codec struct {
	writing bool
	out     []byte // written so far
	in      string // still to be read
	err     error

	words  []string       // texts that many elements share
	places map[string]int // their index in words, while writing
	of     *thread.Row    // the row whose placement is being coded, nil for none
}

func (c *codec) fail() { c.in, c.err = "", errView }

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

// length codes how many bytes or elements follow. Each takes at least one byte, so a length beyond the rest of the input
// is damage.
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

// word is chars for a text that is likely to repeat: it is stored once, in a table.
func word[T ~string](c *codec, v *T) {
	if c.writing {
		n, known := c.places[string(*v)]
		if !known {
			n = len(c.words)
			c.places[string(*v)] = n
			c.words = append(c.words, string(*v))
		}
		number(c, &n)
		return
	}
	var n int
	if number(c, &n); n < 0 || n >= len(c.words) {
		c.fail()
		return
	}
	*v = T(c.words[n])
}

func (c *codec) flag(v *bool) {
	n := 0
	if *v {
		n = 1
	}
	number(c, &n)
	*v = n == 1
}

// time keeps the zone as well, so that an answer from the view equals a computed one. Nearly all times are in UTC.
func (c *codec) time(v *time.Time) {
	utc := v.Location() == time.UTC
	if c.flag(&utc); utc {
		sec, ns := v.Unix(), v.Nanosecond()
		number(c, &sec)
		number(c, &ns)
		if !c.writing {
			*v = time.Unix(sec, int64(ns)).UTC()
		}
		return
	}
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

// list, maybe and table code a slice, a pointer and a map. Empty is read as nil.
func list[S ~[]T, T any](c *codec, v *S, each func(*codec, *T)) {
	n := c.length(len(*v))
	if !c.writing && n > 0 {
		*v = make(S, 0, min(n, sureOf))
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

const sumSize = 4

// sumOf returns the checksum of a text without copying it.
func sumOf(text string) uint32 {
	return crc32.ChecksumIEEE(unsafe.Slice(unsafe.StringData(text), len(text)))
}
