package edits

import (
	"fmt"
	"slices"
	"strings"
)

// twin doubles a block of the old text, the copy under another name, so that
// the old text has twins. It returns where they are.
func (d *doc) twin() (lo, hi, size int, ok bool) {
	lo, hi, ok = d.block()
	if !ok || letters(longestWord(d.lines[lo].text)) < 4 {
		return 0, 0, 0, false
	}
	size = hi - lo
	copies := []string{""}
	name := longestWord(d.lines[lo].text)
	for _, l := range d.lines[lo:hi] {
		copies = append(copies, replaceWord(l.text, name, "other"+name))
	}
	texts := slices.Insert(d.texts(), hi, copies...)
	*d = *newDoc(d.rng, texts, d.donor)
	return lo, hi, size, true
}

// twinDeleted deletes one of two twins and asks for a line of it.
func twinDeleted(d *doc) (int, int, bool) {
	lo, hi, size, ok := d.twin()
	if !ok {
		return 0, 0, false
	}
	k := d.rng.Intn(size)
	if d.rng.Intn(2) == 0 {
		d.remove(hi, hi+1+size)
		return hi + 1 + k, hi + 1 + k, letters(newText(d, lo+k)) >= 6
	}
	text := d.lines[lo+k].text
	d.remove(lo, hi+1)
	return lo + k, lo + k, letters(text) >= 6
}

func newText(d *doc, i int) string { return d.lines[i].text }

// twinKept deletes one twin, changes the other, and asks for that.
func twinKept(d *doc) (int, int, bool) {
	lo, hi, size, ok := d.twin()
	if !ok {
		return 0, 0, false
	}
	k := d.rng.Intn(size)
	s := hi + 1 + k
	ok = letters(d.lines[s].text) >= 6
	d.remove(lo, hi+1)
	d.change(lo + d.rng.Intn(size))
	return s, s, ok
}

// moveChange moves a block far away and changes the line that is asked for.
func moveChange(d *doc) (int, int, bool) {
	s, _, ok := moveFar(d)
	return s, s, ok && d.change(d.at(s))
}

// rows makes a table of rows that look alike, edits around one and asks for it.
func rows(d *doc) (int, int, bool) {
	base := d.rng.Intn(len(d.lines))
	texts := d.texts()
	var table []string
	for i := range 30 {
		table = append(table, fmt.Sprintf("\t{name: %q, size: %d, kind: %q},", strings.Repeat(string(rune('a'+i%26)), 3)+fmt.Sprint(i), d.rng.Intn(40), []string{"file", "link", "folder"}[d.rng.Intn(3)]))
	}
	*d = *newDoc(d.rng, slices.Insert(texts, base, table...), d.donor)
	s := base + 2 + d.rng.Intn(26)
	for range 3 {
		at := d.at(base + d.rng.Intn(30))
		if at < 0 || slices.Contains(d.lines[at].from, s) {
			continue
		}
		if d.rng.Intn(2) == 0 {
			d.remove(at, at+1)
		} else {
			d.insert(at, line{text: fmt.Sprintf("\t{name: %q, size: %d, kind: %q},", fmt.Sprintf("new%d", at), d.rng.Intn(40), "file")})
		}
	}
	if d.rng.Intn(3) == 0 {
		at := d.at(s)
		d.lines[at].text = strings.Replace(d.lines[at].text, "kind:", "link: true, kind:", 1)
	}
	return s, s, true
}

// heavy edits the text 25 to 60 times.
func heavy(d *doc) (int, int, bool) {
	s, e, ok := d.target()
	if !ok {
		return 0, 0, false
	}
	for range 25 + d.rng.Intn(35) {
		at := d.rng.Intn(len(d.lines))
		switch d.rng.Intn(6) {
		case 0:
			d.insert(at, d.fresh(1+d.rng.Intn(5))...)
		case 1:
			if hi := min(at+1+d.rng.Intn(3), len(d.lines)); len(d.lines) > minLines {
				d.remove(at, hi)
			}
		case 2, 3:
			d.change(at)
		case 4:
			d.rename(at)
		case 5:
			d.wrap(at, min(at+1+d.rng.Intn(5), len(d.lines)))
		}
	}
	return s, e, true
}

// agentRewrite rewrites the surroundings of a place as an agent does: wraps,
// renames, changes, and new lines in between.
func agentRewrite(d *doc) (int, int, bool) {
	s, e, ok := d.target()
	if !ok {
		return 0, 0, false
	}
	lo, hi := max(s-12, 0), min(e+13, len(d.lines))
	for i := hi - 1; i >= lo; i-- {
		switch d.rng.Intn(5) {
		case 0:
			d.insert(i, d.fresh(1)...)
		case 1:
			d.change(i)
		case 2:
			if i < s || i > e {
				d.remove(i, i+1)
			}
		}
	}
	if at := d.at(s); at >= 0 {
		d.rename(at)
	}
	return s, e, true
}
