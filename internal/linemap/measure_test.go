package linemap

import (
	"bytes"
	"math/rand/v2"
	"testing"
)

// slowly is measure one byte after the other. It omits the hash; normal is the text that is hashed.
func slowly(plain []byte, start, end int) (l Line, normal []byte) {
	for ; start < end && classes[plain[start]] == space; start++ {
		switch plain[start] {
		case '\t':
			l.Indent += tabWidth - l.Indent%tabWidth
		case ' ':
			l.Indent++
		}
	}
	for end > start && classes[plain[end-1]] == space {
		end--
	}
	l.Start, l.End = int32(start), int32(end)
	if start == end {
		l.Indent = 0
	}
	for _, word := range bytes.FieldsFunc(plain[start:end], func(r rune) bool { return r < 0x80 && classes[byte(r)] == space }) {
		if len(normal) > 0 {
			normal = append(normal, ' ')
		}
		normal = append(normal, word...)
	}
	for _, c := range normal {
		if classes[c] == letter {
			l.Weight++
		}
	}
	return l, normal
}

func TestLinesAreMeasuredAsByteByByte(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 21))
	alphabet := []byte("  \t\r\v\f_az AZ09@[`{/:~\x00\x08\x0e\x1f\x7f\x80\x89\xa0\xff")
	byHash, byNormal := map[uint64]string{}, map[string]uint64{}
	for range 200_000 {
		line := make([]byte, r.IntN(40))
		for i := range line {
			line[i] = alphabet[r.IntN(len(alphabet))]
			if r.IntN(3) == 0 {
				line[i] = byte(r.IntN(256))
			}
			if line[i] == '\n' {
				line[i] = ' '
			}
		}
		got := measure(line, 0, len(line))
		want, normal := slowly(line, 0, len(line))
		hash := got.hash
		got.hash = 0
		if want.Blank() {
			got.Start, got.End = want.Start, want.End
		}
		if got != want {
			t.Fatalf("%q: %+v, not %+v", line, got, want)
		}
		if len(normal) == 0 {
			continue
		}
		if known, ok := byHash[hash]; ok && known != string(normal) {
			t.Fatalf("%q and %q have one hash", known, normal)
		}
		if known, ok := byNormal[string(normal)]; ok && known != hash {
			t.Fatalf("%q has two hashes", normal)
		}
		byHash[hash], byNormal[string(normal)] = string(normal), hash
	}
}
