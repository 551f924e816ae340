package linemap

import "bytes"

// Trivial is the number of letters and digits below which a line says so
// little ("}", "});", a blank) that only its surroundings can identify it.
const Trivial = 3

// Side is one text of a [Pair].
type Side struct {
	Text  []byte // plain: UTF-8, no mark
	Lines []Line
	Norm  []int32 // number of the line's normal form (white space collapsed)

	indents []int32 // of the lines, NoIndent for blank ones
}

// Indents returns the indentation of all lines, below 0 for blank ones. It is not to be changed.
func (s *Side) Indents() []int32 { return s.indents }

// NewSide splits a text into lines, which carry no numbers yet.
func NewSide(text []byte) Side {
	s := Side{Text: Plain(text)}
	n := Count(s.Text)
	s.Lines, s.Norm, s.indents = make([]Line, 0, n), make([]int32, n), make([]int32, 0, n)
	for l := range LinesOf(s.Text) {
		indent := l.Indent
		if l.Blank() {
			indent = NoIndent
		}
		s.Lines, s.indents = append(s.Lines, l), append(s.indents, indent)
	}
	return s
}

// Bytes returns line i without indentation and line end.
func (s *Side) Bytes(i int) []byte { return s.Text[s.Lines[i].Start:s.Lines[i].End] }

// IsSame reports whether two lines of the text are equal. Trivial ones also need the same indentation.
func (s *Side) IsSame(x, y int32) bool {
	return s.Norm[x] == s.Norm[y] && (s.Lines[x].Weight >= Trivial || s.Lines[x].Indent == s.Lines[y].Indent)
}

// Whole returns line i with indentation, without its end.
func (s *Side) Whole(i int) []byte {
	start, end := 0, len(s.Text)
	if i > 0 {
		start = bytes.LastIndexByte(s.Text[:s.Lines[i].Start], '\n') + 1
	}
	if at := bytes.IndexByte(s.Text[s.Lines[i].End:], '\n'); at >= 0 {
		end = int(s.Lines[i].End) + at
	}
	return bytes.TrimSuffix(s.Text[start:end], []byte{'\r'})
}

// Tally returns how often each number below n occurs.
func Tally(ids []int32, n int) []int32 {
	c := make([]int32, n)
	for _, id := range ids {
		c[id]++
	}
	return c
}

// Table numbers lines by content: open addressing over the hash of the normal
// form, with the content compared so that a collision cannot join two lines.
type Table struct {
	slots []int32 // number+1, 0 when free
	first []sample
	mask  uint64
}

type sample struct {
	text []byte
	hash uint64
}

// Reset empties the table and makes it large enough.
func (t *Table) Reset(lines int) {
	size := 16
	for size < 2*lines {
		size *= 2
	}
	if cap(t.slots) < size {
		t.slots, t.first = make([]int32, size), make([]sample, 0, lines/2+8)
	}
	t.slots, t.first, t.mask = t.slots[:size], t.first[:0], uint64(size-1)
	clear(t.slots)
}

// grow doubles the slots and enters all lines again.
func (t *Table) grow() {
	t.slots = make([]int32, 2*len(t.slots))
	t.mask = uint64(len(t.slots) - 1)
	for id, x := range t.first {
		at := x.hash & t.mask
		for t.slots[at] != 0 {
			at = (at + 1) & t.mask
		}
		t.slots[at] = int32(id) + 1
	}
}

// Release returns how many different lines there are, and drops their texts.
func (t *Table) Release() (lines int) {
	clear(t.first)
	return len(t.first)
}

func (t *Table) number(s *Side) {
	for i := range s.Lines {
		l := &s.Lines[i]
		s.Norm[i] = t.Number(s.Text[l.Start:l.End], l.hash, sameNormal)
	}
}

// Number returns the number of a line, from 0 on; same compares two lines of one hash.
func (t *Table) Number(line []byte, hash uint64, same func(a, b []byte) bool) int32 {
	for at := hash & t.mask; ; at = (at + 1) & t.mask {
		id := t.slots[at] - 1
		if id < 0 {
			t.first = append(t.first, sample{line, hash})
			t.slots[at] = int32(len(t.first))
			if 2*len(t.first) > len(t.slots) {
				t.grow()
			}
			return int32(len(t.first) - 1)
		}
		if f := &t.first[id]; f.hash == hash && same(f.text, line) {
			return id
		}
	}
}

// sameNormal compares two trimmed lines, any run of white space being equal
// to any other.
func sameNormal(a, b []byte) bool {
	if bytes.Equal(a, b) {
		return true
	}
	i, j := 0, 0
	for i < len(a) && j < len(b) {
		if classes[a[i]] == space && classes[b[j]] == space {
			i, j = skip(a, i), skip(b, j)
			continue
		}
		if a[i] != b[j] {
			return false
		}
		i++
		j++
	}
	return i == len(a) && j == len(b)
}

func skip(s []byte, i int) int {
	for i < len(s) && classes[s[i]] == space {
		i++
	}
	return i
}
