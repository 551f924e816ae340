package linediff

import (
	"encoding/binary"
	"math/bits"
	"math/rand/v2"
)

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

// seed is what hashes of lines begin with: another one in each process, so that the author of a text cannot give all its
// lines one hash. The numbers of lines do not depend on it.
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

// short is up to seven bytes as one number.
func short(b []byte) (w uint64) {
	for i, c := range b {
		w |= uint64(c) << (8 * i)
	}
	return w
}

// What follows says it of each byte of eight in its highest bit.
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
