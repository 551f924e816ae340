package linemap

import (
	"bytes"
	"encoding/binary"
	"iter"
	"math/bits"
	"math/rand/v2"
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

// linesIn gives the offsets between which the lines of a plain text lie, without their ends.
func linesIn(plain []byte) iter.Seq2[int, int] {
	return func(take func(start, end int) bool) {
		for pos := 0; pos < len(plain); {
			end, next := len(plain), len(plain)
			if at := bytes.IndexByte(plain[pos:], '\n'); at >= 0 {
				end, next = pos+at, pos+at+1
			}
			if !take(pos, end) {
				return
			}
			pos = next
		}
	}
}

// LinesOf cuts a plain text into lines.
func LinesOf(plain []byte) iter.Seq[Line] {
	return func(take func(Line) bool) {
		for start, end := range linesIn(plain) {
			if !take(measure(plain, start, end)) {
				return
			}
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
	var normal bool
	if l.hash, l.Weight, normal = sum(plain[start:end]); !normal {
		var room [256]byte
		l.hash, l.Weight, _ = sum(collapse(room[:0], plain[start:end]))
	}
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

// seed begins the hashes of lines. It differs in each process, so that the author of a text cannot give all its lines
// one hash. The numbers of lines do not depend on it.
var seed = rand.Uint64()

const stir = 0x9E3779B97F4A7C15

// sum gives the hash of a line and counts its letters and digits, eight bytes at a time. normal is false when the line
// is not in its normal form, and the others say nothing.
func sum(line []byte) (hash uint64, letters int32, normal bool) {
	hash = seed
	length := uint64(len(line))
	blank := uint64(0) // whether the eight bytes before ended with a blank
	for len(line) > 0 {
		var w uint64
		if len(line) >= 8 {
			w, line = binary.LittleEndian.Uint64(line), line[8:]
		} else {
			w, line = short(line), nil
		}
		blanks := equal8(w, ' ')
		if blanks&(blanks<<8|blank) != 0 || between8(w, '\t', '\r') != 0 {
			return 0, 0, false
		}
		blank = blanks >> 56
		letters += int32(bits.OnesCount64(letters8(w)))
		hash = stirred(hash ^ w)
	}
	return stirred(hash ^ length*stir), letters, true
}

func stirred(x uint64) uint64 {
	high, low := bits.Mul64(x, stir)
	return high ^ low
}

// short returns up to seven bytes as one number.
func short(b []byte) (w uint64) {
	for i, c := range b {
		w |= uint64(c) << (8 * i)
	}
	return w
}

// ones and highs have the lowest and the highest bit of each of eight bytes set. The functions below mark the matching
// bytes of eight by their highest bits.
const (
	ones  = 0x0101010101010101
	highs = 0x8080808080808080
)

func equal8(w uint64, c byte) uint64 {
	w ^= ones * uint64(c)
	return ^((w&^highs + (highs - ones)) | w) & highs
}

// between8 finds the bytes from lo to hi, which are below 0x7F.
func between8(w uint64, lo, hi byte) uint64 {
	low := w &^ highs
	return (low + ones*uint64(0x80-lo)) &^ (low + ones*uint64(0x7F-hi)) &^ w & highs
}

func letters8(w uint64) uint64 {
	return between8(w|ones*0x20, 'a', 'z') | between8(w, '0', '9') | w&highs
}
