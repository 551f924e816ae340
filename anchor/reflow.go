package anchor

import (
	"bytes"

	"consider/internal/linediff"
)

const (
	// minReflow is how many letters a line needs to be found by them alone.
	minReflow = 8
	// maxReflow bounds the letters of a gap.
	maxReflow = 1 << 16
)

// reflow finds lines that were split or joined: their letters and digits are
// all there, in other lines.
func (r *resolver) reflow(as, bs []int32) {
	if len(as) == 0 || len(bs) == 0 {
		return
	}
	var text []byte
	var owner []int32
	for _, b := range bs {
		text = squash(text, r.pair.B.Bytes(int(b)))
		for len(owner) < len(text) {
			owner = append(owner, b)
		}
		if len(text) > maxReflow {
			return
		}
	}
	for _, a := range as {
		if r.weight(a) < minReflow || r.To[a] != linediff.None && r.sim[a] >= 800 {
			continue
		}
		letters := squash(nil, r.pair.A.Bytes(int(a)))
		at := bytes.Index(text, letters)
		if at < 0 || bytes.Index(text[at+1:], letters) >= 0 {
			continue
		}
		lo, hi := owner[at], owner[at+len(letters)-1]
		if hi-lo > 12 {
			continue
		}
		if r.To[a] != linediff.None && r.From[r.To[a]] == a {
			r.From[r.To[a]] = linediff.None
		}
		r.To[a], r.last[a], r.how[a], r.sim[a] = lo, hi, byReflow, 900
		for b := lo; b <= hi; b++ {
			if r.From[b] == linediff.None {
				r.From[b] = a
			}
		}
	}
}

// squash appends the letters and digits of a line.
func squash(to, line []byte) []byte {
	for _, c := range line {
		if isWord(c) && c != '_' {
			to = append(to, c)
		}
	}
	return to
}
