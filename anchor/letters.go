package anchor

import "bytes"

// reflowLines bounds how far apart the first and the last line may be that one line was split into.
const reflowLines = 12

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
	if b < lo || b > hi {
		return n
	}
	for _, o := range l.owner {
		if o == b {
			n--
		}
	}
	return n
}

func isLetter(c byte) bool { return wordBytes[c] && c != '_' }
