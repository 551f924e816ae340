package linemap

import (
	"bytes"
	"hash/maphash"
	"iter"
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
	Weight     int32 // letters and digits: how much a reader could recognize
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

// IsLetter reports whether a byte is part of a letter or a digit.
func IsLetter(c byte) bool { return classes[c] == letter }

// LinesOf cuts a plain text into lines.
func LinesOf(plain []byte) iter.Seq[Line] {
	return func(take func(Line) bool) {
		for start := 0; start < len(plain); {
			end := len(plain)
			if at := bytes.IndexByte(plain[start:], '\n'); at >= 0 {
				end = start + at
			}
			if !take(measure(plain, start, end)) {
				return
			}
			start = end + 1
		}
	}
}

// Hash is a number that lines of the same normal form share, and hardly any others.
func (l Line) Hash() uint64 { return l.hash }

// NoIndent stands for the indentation of a blank line.
const NoIndent int32 = -1

// measure describes the line between two offsets. The hash is over the
// normal form: runs of white space count as one blank.
func measure(plain []byte, start, end int) Line {
	indent := int32(0)
	for start < end && classes[plain[start]] == space {
		if plain[start] == '\t' {
			indent += tabWidth - indent%tabWidth
		} else if plain[start] == ' ' {
			indent++
		}
		start++
	}
	for end > start && classes[plain[end-1]] == space {
		end--
	}
	if start == end {
		return Line{Start: int32(start), End: int32(start)}
	}
	l := Line{Start: int32(start), End: int32(end), Indent: indent}
	l.hash, l.Weight = sum(plain[start:end])
	return l
}

// collapse adds the normal form of a line to a text.
func collapse(text, line []byte) []byte {
	for i, c := range line {
		if classes[c] != space {
			text = append(text, c)
		} else if classes[line[i-1]] != space { // a line does not begin with white space
			text = append(text, ' ')
		}
	}
	return text
}

// seed differs in each process, so that the author of a text cannot give all its lines one hash. The numbers of lines do
// not depend on it.
var seed = maphash.MakeSeed()

// sum gives the hash of a line's normal form and counts its letters and digits.
func sum(line []byte) (hash uint64, letters int32) {
	normal := true
	for i, c := range line {
		switch classes[c] {
		case letter:
			letters++
		case space:
			normal = normal && c == ' ' && line[i+1] != ' ' // a line does not end with white space
		}
	}
	if !normal {
		var room [256]byte
		line = collapse(room[:0], line)
	}
	return maphash.Bytes(seed, line), letters
}
