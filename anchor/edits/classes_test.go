package edits

import (
	"math/rand"
	"strings"

	"consider/anchor"
)

// classes are the ways to edit one text; the hard ones are adversarial. Each edits the document and returns the place
// that is asked for, in lines of the old text counted from 0; ok is false when the text has nothing to edit in that way.
var classes = []class{
	{"insert-above", insertAbove},
	{"insert-adjacent", insertAdjacent},
	{"insert-inside", insertInside},
	{"delete-target", deleteTarget},
	{"delete-around", deleteAround},
	{"delete-dup", deleteDup},
	{"delete-block", deleteBlock},
	{"replace", replace},
	{"change", change},
	{"rename", rename},
	{"wrap", wrap},
	{"reorder", reorder},
	{"move-far", moveFar},
	{"extract", extract},
	{"duplicate", duplicate},
	{"slider", slider},
	{"split-line", splitLine},
	{"join-lines", joinLines},
	{"partial-range", partialRange},
	{"trivial-line", trivialLine},
	{"line-ends", lineEnds},
	{"tabs", tabs},
	{"hard-twin-deleted", twinDeleted},
	{"hard-twin-kept", twinKept},
	{"hard-move-change", moveChange},
	{"hard-rows", rows},
	{"hard-heavy", heavy},
	{"hard-rewrite", agentRewrite},
	{"copies-first-deleted", copies(firstDeleted, true)},
	{"copies-second-deleted", copies(secondDeleted, true)},
	{"copies-kept", copies(bothKept, true)},
	{"copies-exchanged", copies(exchanged, true)},
	{"copies-third-inserted", copies(thirdInserted, true)},
	{"alike-first-deleted", copies(firstDeleted, false)},
	{"alike-second-deleted", copies(secondDeleted, false)},
	{"alike-kept", copies(bothKept, false)},
	{"alike-exchanged", copies(exchanged, false)},
	{"alike-third-inserted", copies(thirdInserted, false)},
}

type class struct {
	name string
	make func(d *doc) (start, end int, ok bool)
}

// ask edits a text and asks where a part of it is now.
func (c class) ask(rng *rand.Rand, files [][]string) (question, bool) {
	k := rng.Intn(len(files))
	donor := files[(k+1+rng.Intn(len(files)-1))%len(files)]
	d := newDoc(rng, files[k], donor)
	start, end, ok := c.make(d)
	if !ok {
		return question{}, false
	}
	return question{d, d.old, start, end, anchor.Map(join(d.old), join(d.texts())).Place(start+1, end+1)}, true
}

// target picks a line that says something, or a short range half of the time.
func (d *doc) target() (int, int, bool) {
	for range 40 {
		s := d.rng.Intn(len(d.lines))
		if letters(d.lines[s].text) < 6 {
			continue
		}
		e := s
		if d.rng.Intn(3) == 0 {
			e = min(s+1+d.rng.Intn(6), len(d.lines)-1)
		}
		for e > s && letters(d.lines[e].text) < 6 {
			e--
		}
		if !d.repeatsNeighbour(s) && !d.repeatsNeighbour(e) {
			return s, e, true
		}
	}
	return 0, 0, false
}

// repeatsNeighbour reports whether a line equals one next to it, so that it
// would be unclear which of the two was deleted.
func (d *doc) repeatsNeighbour(i int) bool {
	t := d.lines[i].text
	return i > 0 && d.lines[i-1].text == t || i+1 < len(d.lines) && d.lines[i+1].text == t
}

func insertAbove(d *doc) (int, int, bool) {
	s, e, ok := d.target()
	for range 1 + d.rng.Intn(4) {
		d.insert(d.rng.Intn(s+1), d.fresh(1+d.rng.Intn(8))...)
		if at := d.at(s); at > s {
			break
		}
	}
	return s, e, ok
}

func insertAdjacent(d *doc) (int, int, bool) {
	s, e, ok := d.target()
	d.insert(e+1, d.fresh(1+d.rng.Intn(5))...)
	d.insert(s, d.fresh(1+d.rng.Intn(5))...)
	return s, e, ok
}

func insertInside(d *doc) (int, int, bool) {
	s, e, ok := d.target()
	if ok && e > s {
		d.insert(s+1+d.rng.Intn(e-s), d.fresh(1+d.rng.Intn(4))...)
	}
	return s, e, ok && e > s
}

func deleteTarget(d *doc) (int, int, bool) {
	s, e, ok := d.target()
	d.remove(s, e+1)
	return s, e, ok
}

func deleteAround(d *doc) (int, int, bool) {
	s, e, ok := d.target()
	hi := min(e+1+1+d.rng.Intn(5), len(d.lines))
	d.remove(e+1, hi)
	lo := max(s-1-d.rng.Intn(5), 0)
	d.remove(lo, s)
	return s, e, ok
}

func deleteDup(d *doc) (int, int, bool) {
	seen := map[string]int{}
	for _, l := range d.lines {
		seen[l.text]++
	}
	for range 200 {
		s := d.rng.Intn(len(d.lines))
		if letters(d.lines[s].text) >= 6 && seen[d.lines[s].text] > 1 && !d.repeatsNeighbour(s) && !d.near(s, 12) {
			d.remove(s, s+1)
			return s, s, true
		}
	}
	return 0, 0, false
}

// near reports whether an equal line is within n lines.
func (d *doc) near(i, n int) bool {
	for j := max(i-n, 0); j < min(i+n, len(d.lines)); j++ {
		if j != i && d.lines[j].text == d.lines[i].text {
			return true
		}
	}
	return false
}

func deleteBlock(d *doc) (int, int, bool) {
	lo, hi, ok := d.block()
	if !ok {
		return 0, 0, false
	}
	s := lo + d.rng.Intn(hi-lo)
	ok = letters(d.lines[s].text) >= 6
	d.remove(lo, hi)
	return s, s, ok
}

func replace(d *doc) (int, int, bool) {
	s, e, ok := d.target()
	fresh := d.fresh(e - s + 1)
	for _, l := range fresh {
		ok = ok && letters(l.text) >= 6
	}
	d.remove(s, e+1)
	d.insert(s, fresh...)
	return s, e, ok
}

func change(d *doc) (int, int, bool) {
	s, _, ok := d.target()
	return s, s, ok && d.change(s)
}

func rename(d *doc) (int, int, bool) {
	s, e, ok := d.target()
	return s, e, ok && d.rename(s)
}

func wrap(d *doc) (int, int, bool) {
	s, e, ok := d.target()
	d.wrap(max(s-d.rng.Intn(3), 0), min(e+1+d.rng.Intn(3), len(d.lines)))
	return s, e, ok
}

// reorder changes the places of two neighbouring blocks.
func reorder(d *doc) (int, int, bool) {
	lo, mid, ok := d.block()
	if !ok || mid+5 >= len(d.lines) {
		return 0, 0, false
	}
	next := mid
	for next < len(d.lines)-1 && strings.TrimSpace(d.lines[next].text) == "" {
		next++
	}
	hi := blockEnd(d.lines, next)
	s := lo + d.rng.Intn(mid-lo)
	ok = hi-next >= 4 && letters(d.lines[s].text) >= 6 && unique(d.texts(), s)
	d.move(next, hi, lo)
	return s, s, ok
}

func unique(texts []string, i int) bool {
	n := 0
	for _, t := range texts {
		if t == texts[i] {
			n++
		}
	}
	return n == 1
}

func moveFar(d *doc) (int, int, bool) {
	lo, hi, ok := d.block()
	if !ok {
		return 0, 0, false
	}
	s := lo + d.rng.Intn(hi-lo)
	ok = letters(d.lines[s].text) >= 6 && unique(d.texts(), s)
	to := len(d.lines)
	if lo > len(d.lines)/2 {
		to = 0
	}
	d.move(lo, hi, to)
	return s, s, ok
}

// extract moves lines into a new function at the end.
func extract(d *doc) (int, int, bool) {
	s, e, ok := d.target()
	lo, hi := max(s-2, 0), min(e+3, len(d.lines))
	ok = ok && unique(d.texts(), s) && unique(d.texts(), e)
	d.insert(hi, line{text: "\textracted()"})
	d.insert(len(d.lines), line{text: ""}, line{text: "func extracted() {"})
	d.move(lo, hi, len(d.lines))
	d.insert(len(d.lines), line{text: "}"})
	return s, e, ok
}

func duplicate(d *doc) (int, int, bool) {
	lo, hi, ok := d.block()
	if !ok {
		return 0, 0, false
	}
	s := lo + d.rng.Intn(hi-lo)
	copies := []line{{text: ""}}
	for _, l := range d.lines[lo:hi] {
		copies = append(copies, line{text: l.text})
	}
	ok = letters(d.lines[s].text) >= 6
	d.insert(hi, copies...)
	return s, s, ok
}

// slider puts a block before or after one that ends in the same way, and asks
// for the closing line of the old one.
func slider(d *doc) (int, int, bool) {
	lo, hi, ok := d.block()
	if !ok || letters(d.lines[hi-1].text) > 0 || strings.TrimSpace(d.lines[hi-1].text) == "" {
		return 0, 0, false
	}
	indent := indentation(d.lines[lo].text)
	added := []line{{text: indent + "func added() {"}, {text: indent + "\tworkOnSomethingElse()"}, {text: d.lines[hi-1].text}}
	if d.rng.Intn(2) == 0 {
		d.insert(hi, append([]line{{text: ""}}, added...)...)
	} else {
		d.insert(lo, append(added, line{text: ""})...)
	}
	return hi - 1, hi - 1, true
}

func splitLine(d *doc) (int, int, bool) {
	for range 60 {
		s := d.rng.Intn(len(d.lines))
		text := d.lines[s].text
		open, end := strings.IndexByte(text, '('), strings.LastIndexByte(text, ')')
		if open < 0 || end < open+12 || strings.Count(text, ",") == 0 {
			continue
		}
		indent := indentation(text)
		parts := []line{{text[:open+1], []int{s}}}
		for arg := range strings.SplitSeq(text[open+1:end], ",") {
			parts = append(parts, line{indent + "\t" + strings.TrimSpace(arg) + ",", []int{s}})
		}
		parts = append(parts, line{indent + text[end:], []int{s}})
		d.remove(s, s+1)
		d.insert(s, parts...)
		return s, s, true
	}
	return 0, 0, false
}

func joinLines(d *doc) (int, int, bool) {
	for range 60 {
		s := d.rng.Intn(len(d.lines) - 1)
		if letters(d.lines[s].text) < 8 || letters(d.lines[s+1].text) < 8 {
			continue
		}
		joined := line{d.lines[s].text + " " + strings.TrimSpace(d.lines[s+1].text), []int{s, s + 1}}
		d.remove(s, s+2)
		d.insert(s, joined)
		return s, s, true
	}
	return 0, 0, false
}

func partialRange(d *doc) (int, int, bool) {
	s, e, ok := d.target()
	if !ok || e < s+3 {
		return 0, 0, false
	}
	if d.rng.Intn(2) == 0 {
		d.remove(e, e+1)
	} else {
		d.remove(s, s+1)
	}
	return s, e, true
}

func trivialLine(d *doc) (int, int, bool) {
	for range 100 {
		s := d.rng.Intn(len(d.lines))
		if letters(d.lines[s].text) > 0 || d.repeatsNeighbour(s) || s < 3 || s > len(d.lines)-4 {
			continue
		}
		d.insert(d.rng.Intn(s-1), d.fresh(1+d.rng.Intn(6))...)
		if at := d.at(s) + 3; at < len(d.lines) {
			d.insert(at+d.rng.Intn(len(d.lines)-at), d.fresh(1+d.rng.Intn(6))...)
		}
		return s, s, true
	}
	return 0, 0, false
}

func lineEnds(d *doc) (int, int, bool) {
	s, e, ok := insertAbove(d)
	for i := range d.lines {
		d.lines[i].text += "\r"
	}
	return s, e, ok
}

func tabs(d *doc) (int, int, bool) {
	s, e, ok := d.target()
	for i, l := range d.lines {
		in := indentation(l.text)
		d.lines[i].text = strings.ReplaceAll(in, "\t", "  ") + l.text[len(in):]
	}
	return s, e, ok
}
