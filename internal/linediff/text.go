package linediff

import (
	"bytes"
	"unicode/utf16"
	"unicode/utf8"
)

// tabWidth is the width of a tab in columns. Only differences of indentation
// are ever compared, so the value matters only where a file changes from tabs
// to spaces; four is what most formatters write.
const tabWidth = 4

// Line is one line of a text. Start and End are byte offsets into
// [Side.Text]; the bytes between them hold neither the line's end ("\n",
// "\r\n") nor its indentation nor its trailing white space.
type Line struct {
	Start, End int32
	Indent     int32 // columns of leading white space; 0 for a blank line
	Weight     int32 // letters and digits: how much a reader could recognise
	hash       uint64
}

// Blank reports whether the line holds nothing but white space.
func (l Line) Blank() bool { return l.Start == l.End }

// Plain returns the text as UTF-8 without a byte order mark. UTF-16 is
// decoded when it carries a mark; bytes that are not valid UTF-8 stay as they
// are, because lines are compared as bytes.
func Plain(text []byte) []byte {
	switch {
	case bytes.HasPrefix(text, []byte{0xEF, 0xBB, 0xBF}):
		return text[3:]
	case bytes.HasPrefix(text, []byte{0xFF, 0xFE}):
		return decode16(text[2:], 0, 1)
	case bytes.HasPrefix(text, []byte{0xFE, 0xFF}):
		return decode16(text[2:], 1, 0)
	}
	return text
}

func decode16(text []byte, low, high int) []byte {
	units := make([]uint16, len(text)/2)
	for i := range units {
		units[i] = uint16(text[2*i+low]) | uint16(text[2*i+high])<<8
	}
	out := make([]byte, 0, len(text)/2)
	for _, r := range utf16.Decode(units) {
		out = utf8.AppendRune(out, r)
	}
	return out
}

// Count returns the number of lines of a plain text: a "\n" ends a line, and
// a final one does not start another.
func Count(plain []byte) int {
	n := bytes.Count(plain, []byte{'\n'})
	if len(plain) > 0 && plain[len(plain)-1] != '\n' {
		n++
	}
	return n
}

const (
	space  = 1
	letter = 2
)

// classes says of every byte whether it is white space or part of a word.
// Bytes above 0x7F count as letters: in the encodings in use they nearly
// always are.
var classes = func() (t [256]byte) {
	for _, c := range []byte(" \t\r\v\f\n") {
		t[c] = space
	}
	for c := range t {
		b := byte(c)
		if b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' || b >= 0x80 {
			t[c] = letter
		}
	}
	return t
}()

// split cuts a plain text into lines in one pass over its bytes.
func split(plain []byte) []Line {
	lines := make([]Line, 0, Count(plain))
	for pos := 0; pos < len(plain); {
		end := bytes.IndexByte(plain[pos:], '\n')
		next := pos + end + 1
		if end < 0 {
			end, next = len(plain)-pos, len(plain)
		}
		lines = append(lines, measure(plain, pos, pos+end))
		pos = next
	}
	return lines
}

// LinesOf cuts a plain text into lines.
func LinesOf(plain []byte) []Line { return split(plain) }

// Hash is a number that lines of the same normal form share, and hardly any others.
func (l Line) Hash() uint64 { return l.hash }

// noIndent stands for the indentation of a blank line.
const noIndent int32 = -1

// Indents returns the indentation of all lines, below 0 for blank ones.
func Indents(lines []Line) []int32 {
	indents := make([]int32, len(lines))
	for i, l := range lines {
		if indents[i] = l.Indent; l.Blank() {
			indents[i] = noIndent
		}
	}
	return indents
}
