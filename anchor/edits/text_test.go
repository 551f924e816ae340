package edits

import (
	"math/rand"
	"regexp"
	"slices"
	"strings"
)

// doc is a text whose lines know which lines of the old text they hold.
type doc struct {
	rng   *rand.Rand
	old   []string // the old text; a class may give the document another one
	lines []line
	donor []string // lines of another text, for what is put in
}

type line struct {
	text string
	from []int // lines of the old text; none for a new line
}

func newDoc(rng *rand.Rand, old, donor []string) *doc {
	d := &doc{rng: rng, old: old, donor: donor}
	for i, l := range old {
		d.lines = append(d.lines, line{l, []int{i}})
	}
	return d
}

func (d *doc) texts() []string {
	out := make([]string, len(d.lines))
	for i, l := range d.lines {
		out[i] = l.text
	}
	return out
}

// at returns where line i of the old text is, or -1.
func (d *doc) at(i int) int {
	return slices.IndexFunc(d.lines, func(l line) bool { return slices.Contains(l.from, i) })
}

// fresh returns n lines of the other text.
func (d *doc) fresh(n int) []line {
	out := make([]line, 0, n)
	at := d.rng.Intn(max(len(d.donor)-n, 1))
	for _, l := range d.donor[at:min(at+n, len(d.donor))] {
		out = append(out, line{text: l})
	}
	return out
}

func (d *doc) insert(at int, lines ...line) { d.lines = slices.Insert(d.lines, at, lines...) }

func (d *doc) remove(lo, hi int) { d.lines = slices.Delete(d.lines, lo, hi) }

// move takes lines lo to hi (exclusive) out and puts them in before to.
func (d *doc) move(lo, hi, to int) {
	part := slices.Clone(d.lines[lo:hi])
	d.remove(lo, hi)
	if to >= hi {
		to -= hi - lo
	}
	d.insert(to, part...)
}

// wrap puts a block around lines lo to hi (exclusive).
func (d *doc) wrap(lo, hi int) {
	indent := indentation(d.lines[lo].text)
	for i := lo; i < hi; i++ {
		if strings.TrimSpace(d.lines[i].text) != "" {
			d.lines[i].text = "\t" + d.lines[i].text
		}
	}
	d.insert(hi, line{text: indent + "}"})
	d.insert(lo, line{text: indent + "if enabled {"})
}

// rename renames one identifier in all lines, or reports that it found no identifier.
func (d *doc) rename(at int) bool {
	old := longestWord(d.lines[at].text)
	if len(old) < 4 {
		return false
	}
	renamed := old + "Next"
	for i := range d.lines {
		d.lines[i].text = replaceWord(d.lines[i].text, old, renamed)
	}
	return true
}

// change changes one line a little.
func (d *doc) change(at int) bool {
	text := d.lines[at].text
	if letters(text) < 8 {
		return false
	}
	switch i := strings.LastIndexByte(text, ')'); {
	case i > 0 && text[i-1] != '(':
		text = text[:i] + ", extra" + text[i:]
	case d.rng.Intn(2) == 0:
		text += " // reviewed"
	default:
		text = strings.Replace(text, longestWord(text), longestWord(text)+"2", 1)
	}
	d.lines[at].text = text
	return true
}

func indentation(s string) string { return s[:len(s)-len(strings.TrimLeft(s, " \t"))] }

var word = regexp.MustCompile(`\w+`)

// letters counts those of words.
func letters(s string) int { return len(strings.Join(word.FindAllString(s, -1), "")) }

func longestWord(s string) string {
	best := ""
	for _, w := range word.FindAllString(s, -1) {
		if len(w) > len(best) {
			best = w
		}
	}
	return best
}

func replaceWord(s, old, renamed string) string {
	return word.ReplaceAllStringFunc(s, func(w string) string {
		if w == old {
			return renamed
		}
		return w
	})
}

// block returns the lines lo to hi (exclusive) of a random indented block: a
// header, deeper lines, and a closing line.
func (d *doc) block() (lo, hi int, ok bool) {
	for range 40 {
		lo = d.rng.Intn(len(d.lines))
		hi = blockEnd(d.lines, lo)
		if hi-lo >= 4 && hi-lo <= 60 && letters(d.lines[lo].text) >= 6 {
			return lo, hi, true
		}
	}
	return 0, 0, false
}

func blockEnd(lines []line, lo int) int {
	depth := len(indentation(lines[lo].text))
	hi := lo + 1
	for hi < len(lines) {
		text := lines[hi].text
		if strings.TrimSpace(text) != "" && len(indentation(text)) <= depth {
			break
		}
		hi++
	}
	for hi > lo+1 && strings.TrimSpace(lines[hi-1].text) == "" {
		hi--
	}
	if hi > lo+1 && hi < len(lines) && letters(lines[hi].text) == 0 && strings.TrimSpace(lines[hi].text) != "" {
		hi++
	}
	return hi
}
