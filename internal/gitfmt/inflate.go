package gitfmt

import (
	"encoding/binary"
	"hash/adler32"
	"math/bits"
	"sync"
)

// InflateWhole inflates a zlib stream that lies in memory, of exactly size bytes, whatever follows it; false for one that it
// does not understand. It is for reading thousands of small objects, for which the library takes twice as long: it cannot know
// that the whole stream is there, nor how long the text will be. It is no judge of a stream: what it refuses, the library says
// what is wrong with, and what it gives is compared with its checksum.
func InflateWhole(in []byte, size int) ([]byte, bool) {
	if len(in) < 6 || in[0]&0x0f != 8 || in[0]>>4 > 7 || in[1]&0x20 != 0 || binary.BigEndian.Uint16(in)%31 != 0 {
		return nil, false
	}
	// A stream has a thousandth of its text at least: a size that lies takes no memory.
	if size/1100 > len(in) {
		return nil, false
	}
	d := wholes.Get().(*whole)
	defer wholes.Put(d)
	d.in, d.at, d.bits, d.have, d.out = in, 2, 0, 0, make([]byte, 0, size)
	for last := false; !last; {
		head, ok := d.take(3)
		if last = head&1 == 1; !ok || !d.block(head>>1) {
			return nil, false
		}
	}
	end := d.at - int(d.have/8) // whole bytes that were taken too many
	out := d.out
	d.in, d.out = nil, nil
	if len(out) != size || end+4 > len(in) || binary.BigEndian.Uint32(in[end:]) != adler32.Checksum(out) {
		return nil, false
	}
	return out, true
}

var wholes = sync.Pool{New: func() any { return new(whole) }}

// whole is a stream that is being inflated (RFC 1951).
type whole struct {
	in   []byte
	at   int    // of in, the next byte to be taken
	bits uint64 // taken, the next one lowest
	have uint   // how many
	out  []byte

	texts, distances huffman
}

const (
	quickBits = 9 // of a code that is looked up at once
	longest   = 15
)

// huffman reads the codes of one table. An entry is a symbol, and four bits of how long its code is; 0 for none.
type huffman struct {
	quick  [1 << quickBits]uint16
	count  [longest + 1]uint16
	sorted [320]uint16 // symbols by their codes
}

// fill takes bytes as long as there is room for them.
func (d *whole) fill() {
	if d.at+8 <= len(d.in) {
		d.bits |= binary.LittleEndian.Uint64(d.in[d.at:]) << d.have
		n := (63 - d.have) / 8
		d.at += int(n)
		d.have += n * 8
		d.bits &= 1<<d.have - 1
		return
	}
	for d.have <= 56 && d.at < len(d.in) {
		d.bits |= uint64(d.in[d.at]) << d.have
		d.at++
		d.have += 8
	}
}

// take is the next n bits, at most 32.
func (d *whole) take(n uint) (int, bool) {
	if d.have < n {
		if d.fill(); d.have < n {
			return 0, false
		}
	}
	v := int(d.bits & (1<<n - 1))
	d.bits >>= n
	d.have -= n
	return v, true
}

// make builds a table from how long the code of each symbol is; false for codes that no writer makes.
func (h *huffman) make(lengths []uint8) bool {
	h.count = [longest + 1]uint16{}
	for _, n := range lengths {
		h.count[n]++
	}
	h.count[0] = 0
	var next, place [longest + 2]int
	for n := 1; n <= longest; n++ {
		next[n+1] = (next[n] + int(h.count[n])) << 1
		place[n+1] = place[n] + int(h.count[n])
		if next[n]+int(h.count[n]) > 1<<n {
			return false
		}
	}
	clear(h.quick[:])
	for symbol, n := range lengths {
		if n == 0 {
			continue
		}
		h.sorted[place[n]] = uint16(symbol)
		place[n]++
		code := next[n]
		next[n]++
		if n <= quickBits {
			entry := uint16(symbol)<<4 | uint16(n)
			for at := int(bits.Reverse16(uint16(code)) >> (16 - n)); at < len(h.quick); at += 1 << n {
				h.quick[at] = entry
			}
		}
	}
	return true
}

// symbol is the next symbol, -1 for none.
func (d *whole) symbol(h *huffman) int {
	if d.have < longest {
		d.fill()
	}
	if e := h.quick[d.bits&(1<<quickBits-1)]; e != 0 {
		n := uint(e & 15)
		if n > d.have {
			return -1
		}
		d.bits >>= n
		d.have -= n
		return int(e >> 4)
	}
	code, first, index := 0, 0, 0
	for n := 1; n <= longest && uint(n) <= d.have; n++ {
		code |= int(d.bits >> (n - 1) & 1)
		count := int(h.count[n])
		if code-first < count {
			d.bits >>= n
			d.have -= uint(n)
			return int(h.sorted[index+code-first])
		}
		index += count
		first = (first + count) << 1
		code <<= 1
	}
	return -1
}

func (d *whole) block(kind int) bool {
	switch kind {
	case 0:
		return d.stored()
	case 1:
		var lengths [288 + 30]uint8
		for i := range 288 {
			lengths[i] = 8
		}
		for i := 144; i < 256; i++ {
			lengths[i] = 9
		}
		for i := 256; i < 280; i++ {
			lengths[i] = 7
		}
		for i := 288; i < len(lengths); i++ {
			lengths[i] = 5
		}
		return d.texts.make(lengths[:288]) && d.distances.make(lengths[288:]) && d.coded()
	case 2:
		return d.tables() && d.coded()
	}
	return false
}

func (d *whole) stored() bool {
	d.take(d.have % 8)
	d.at -= int(d.have / 8)
	d.bits, d.have = 0, 0
	if d.at+4 > len(d.in) {
		return false
	}
	n, not := binary.LittleEndian.Uint16(d.in[d.at:]), binary.LittleEndian.Uint16(d.in[d.at+2:])
	d.at += 4
	if n != ^not || d.at+int(n) > len(d.in) || len(d.out)+int(n) > cap(d.out) {
		return false
	}
	d.out = append(d.out, d.in[d.at:d.at+int(n)]...)
	d.at += int(n)
	return true
}

// order is that in which the lengths of the codes for lengths come.
var order = [...]uint8{16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15}

func (d *whole) tables() bool {
	head, ok := d.take(14)
	texts, distances, n := head&31+257, head>>5&31+1, head>>10+4
	if !ok || texts > 286 || distances > 30 {
		return false
	}
	var lengths [286 + 30]uint8
	for _, at := range order[:n] {
		v, ok := d.take(3)
		if lengths[at] = uint8(v); !ok {
			return false
		}
	}
	if !d.texts.make(lengths[:19]) {
		return false
	}
	clear(lengths[:19])
	for i := 0; i < texts+distances; {
		symbol := d.symbol(&d.texts)
		if symbol < 0 {
			return false
		}
		if symbol < 16 {
			lengths[i] = uint8(symbol)
			i++
			continue
		}
		again, value := uint8(0), [...][2]int{{2, 3}, {3, 3}, {7, 11}}[symbol-16]
		more, ok := d.take(uint(value[0]))
		more += value[1]
		if symbol == 16 && i > 0 {
			again = lengths[i-1]
		}
		if !ok || symbol == 16 && i == 0 || i+more > texts+distances {
			return false
		}
		for range more {
			lengths[i] = again
			i++
		}
	}
	return d.texts.make(lengths[:texts]) && d.distances.make(lengths[texts:texts+distances])
}

// coded reads texts and what is to be repeated, to the end of the block.
func (d *whole) coded() bool {
	for {
		symbol := d.symbol(&d.texts)
		switch {
		case symbol < 0:
			return false
		case symbol < 256:
			if len(d.out) == cap(d.out) {
				return false
			}
			d.out = append(d.out, byte(symbol))
			continue
		case symbol == 256:
			return true
		}
		n, ok := d.number(symbol-257, 8, 3, 258)
		far, ok2 := d.number(d.symbol(&d.distances), 4, 1, 0)
		if !ok || !ok2 || far > len(d.out) || len(d.out)+n > cap(d.out) {
			return false
		}
		for from := len(d.out) - far; n > 0; {
			part := d.out[from:min(from+n, len(d.out))] // what is repeated may begin to be it
			d.out = append(d.out, part...)
			n -= len(part)
			from += len(part)
		}
	}
}

// number is what a symbol stands for: step by step, twice as many numbers for each so many symbols. The last one of the lengths
// stands for most alone.
func (d *whole) number(symbol, each, least, most int) (int, bool) {
	switch {
	case symbol < 0 || most == 0 && symbol > 29 || most > 0 && symbol > 28:
		return 0, false
	case most > 0 && symbol == 28:
		return most, true
	case symbol < each:
		return least + symbol, true
	}
	extra := uint(symbol/(each/2)) - 1
	base := (each/2 + symbol%(each/2)) << extra
	more, ok := d.take(extra)
	return least + base + more, ok
}
