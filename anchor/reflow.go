package anchor

import (
	"bytes"

	"consider/internal/linemap"
)

const (
	// minReflow is how many letters a line needs to be found by its letters alone.
	minReflow = 8
	// maxReflow bounds the letters of a gap. reflowLines bounds how far apart the first and the last line may be that one
	// line was split into.
	maxReflow   = 1 << 16
	reflowLines = 12
	// reflowSimilarity is the similarity of a line whose letters were all found.
	reflowSimilarity = 900
	// sureEnough is the similarity from which a line keeps its partner. It may only get more lines next to it.
	sureEnough = 800
	// lostLetters is how many letters outside its partner a line may have ("<p>") without getting another line.
	lostLetters = 2
)

// letters are the letters and digits of the lines of a gap, in one string.
type letters struct {
	text   []byte
	owner  []int32 // line of B of each letter
	begins []bool  // whether a word begins with it
}

func (l *letters) clear() { l.text, l.owner, l.begins = l.text[:0], l.owner[:0], l.begins[:0] }

func (l *letters) add(b int32, line []byte) {
	inside := false
	for _, c := range line {
		letter := isLetter(c)
		if letter {
			l.text, l.owner, l.begins = append(l.text, c), append(l.owner, b), append(l.begins, !inside)
		}
		inside = letter
	}
}

// find returns the lines that hold the letters of a line. The letters must occur once, from the start of a word to the
// end of a word.
func (l *letters) find(want []byte) (lo, hi int32, ok bool) {
	at := bytes.Index(l.text, want)
	if at < 0 || bytes.Contains(l.text[at+1:], want) {
		return 0, 0, false
	}
	end := at + len(want)
	lo, hi = l.owner[at], l.owner[end-1]
	return lo, hi, l.begins[at] && (end == len(l.text) || l.begins[end]) && hi-lo <= reflowLines
}

// outside returns how many of the n letters found in lines lo to hi are not in line b.
func (l *letters) outside(lo, hi, b int32, n int) int {
	in := 0
	for _, o := range l.owner {
		if o == b {
			in++
		}
	}
	if b < lo || b > hi {
		return n
	}
	return n - in
}

// reflow finds lines that were split or joined: all their letters and digits are still there, in other lines.
func (r *resolver) reflow(as, bs []int32) {
	if len(as) == 0 || len(bs) == 0 {
		return
	}
	all, mine := &r.all, &r.mine
	all.clear()
	for _, b := range bs {
		all.add(b, r.pair.B.Bytes(int(b)))
		if len(all.text) > maxReflow {
			return
		}
	}
	for _, a := range as {
		if r.weight(a) < minReflow || r.sim[a] == full {
			continue
		}
		mine.clear()
		mine.add(0, r.pair.A.Bytes(int(a)))
		lo, hi, ok := all.find(mine.text)
		if !ok || r.sim[a] >= sureEnough && (r.To[a] < lo || r.To[a] > hi) {
			continue
		}
		if r.To[a] != linemap.None && all.outside(lo, hi, r.To[a], len(mine.text)) <= lostLetters {
			continue
		}
		if r.To[a] != linemap.None && r.From[r.To[a]] == a {
			r.From[r.To[a]] = linemap.None
		}
		r.To[a], r.last[a], r.how[a], r.sim[a] = lo, hi, byReflow, reflowSimilarity
		for b := lo; b <= hi; b++ {
			if r.From[b] == linemap.None {
				r.From[b] = a
			}
		}
	}
}

func isLetter(c byte) bool { return wordBytes[c] && c != '_' }
