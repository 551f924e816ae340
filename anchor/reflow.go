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
	var begins []bool // where a word begins
	for _, b := range bs {
		line := r.pair.B.Bytes(int(b))
		for i, c := range line {
			if isLetter(c) {
				text, owner = append(text, c), append(owner, b)
				begins = append(begins, i == 0 || !isLetter(line[i-1]))
			}
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
		if at < 0 || bytes.Contains(text[at+1:], letters) || !begins[at] || at+len(letters) < len(text) && !begins[at+len(letters)] {
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
		if isLetter(c) {
			to = append(to, c)
		}
	}
	return to
}

func isLetter(c byte) bool { return isWord(c) && c != '_' }
