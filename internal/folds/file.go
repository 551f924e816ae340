package folds

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"consider/internal/gitdiff"
	"consider/internal/gitdir"
	"consider/internal/treediff"
)

// file is one file of a comparison in the making of its report.
type file struct {
	*treediff.FileDiff
	in      language // unknown also if the file is not analysed
	sides   [2]text  // the old and the new one
	changes []change // those of its hunks
	skipped string
	whole   string // the proof of a generated file
}

// change is what a hunk changes, from its first changed line to its last one.
type change struct {
	sides [2]part
	ends  bool // its lines end in different ways

	// clear: both sides are complete tokens, and no comment in them or next to them can mean something to a program.
	clear bool
	// joined: the token after them follows in the same way on both sides.
	joined bool
	pairs  map[pair]int // the names in which alone the sides differ, and in how many places
	moved  []string     // the declarations that were put elsewhere, or come from there
	proof  string       // why it is mechanical
}

// isOpen reports whether a proof can still be found.
func (c change) isOpen() bool { return c.clear && c.proof == "" }

// part is one side of a change.
type part struct {
	span
	lines  []string // with those between the changed ones
	own    []line   // the changed ones
	tokens []token
	moved  map[int]bool // the lines of declarations that are elsewhere on the other side
}

// line is a changed line with its number, counted from 0.
type line struct {
	at   int
	text string
}

func (l line) isBlank() bool { return strings.TrimSpace(l.text) == "" }

// pair is a name and the one in its place.
type pair struct{ old, new string }

// open reads a file.
func open(d *treediff.FileDiff, s content) *file {
	f := &file{FileDiff: d, changes: changesIn(d.Hunks), skipped: opaque(d, s)}
	if f.skipped == "" {
		f.whole = generated(d, s)
	}
	if f.skipped != "" || f.whole != "" {
		return f
	}
	f.sides = [2]text{{path: cmp.Or(d.From, d.Path), raw: string(s.old)}, {path: d.Path, raw: string(s.new)}}
	if f.skipped = s.skipped; f.skipped == "" {
		f.lex()
	}
	return f
}

// lex cuts both sides into tokens, and the tokens into changes.
func (f *file) lex() {
	in, old, now := languageOf(f.Path), lineEnds(f.sides[0].raw), lineEnds(f.sides[1].raw)
	if f.sides[0].raw != "" && f.sides[1].raw != "" && old != now || now == [2]bool{true, true} {
		f.skipped = "its line ends differ"
		return
	}
	for k := range f.sides {
		t, ok := &f.sides[k], false
		if t.tokens, ok = lex(t.raw, in); !ok || t.hasTags() {
			f.skipped = "its syntax is not known here"
			return
		}
	}
	f.in = in
	for i := range f.changes {
		f.cut(&f.changes[i])
	}
}

// cut finds the tokens of a change.
func (f *file) cut(c *change) {
	var next [2]*token
	c.clear = !c.ends
	for k := range c.sides {
		t, p := &f.sides[k], &c.sides[k]
		from, to, ok := t.within(p.span)
		p.tokens, next[k] = t.tokens[from:to], tokenAt(t.tokens, to)
		c.clear = c.clear && ok && t.quiet(from-1, to+1)
		for _, l := range p.own {
			if l.isBlank() { // in a token, it is part of a text
				_, _, ok = t.within(span{l.at, l.at})
				c.clear = c.clear && ok
			}
		}
	}
	c.joined = next[0].text == next[1].text && next[0].tight == next[1].tight && next[0].breaks == next[1].breaks
}

// opaque says why nothing in a file can be folded, whatever its lines are.
func opaque(d *treediff.FileDiff, s content) string {
	plain := []string{"", gitdir.ModeOfFile, gitdir.ModeOfScript}
	switch {
	case len(d.Parts) > 0 || !slices.Contains(plain, d.OldMode) || !slices.Contains(plain, d.NewMode),
		d.OldMode != "" && d.NewMode != "" && d.OldMode != d.NewMode:
		return "it is not a plain file, or its mode changed"
	case d.Unread != "" || s.old == nil && s.new == nil:
		return "it was not read"
	case d.Binary || !s.encoded:
		return "it is not text in UTF-8"
	}
	return ""
}

// lineEnds returns which line ends a text has: with a carriage return, without, or both.
func lineEnds(s string) [2]bool {
	returns := strings.Count(s, "\r\n")
	return [2]bool{returns > 0, strings.Count(s, "\n") > returns}
}

// changesIn returns what hunks change.
func changesIn(hunks []gitdiff.Hunk) []change {
	out := make([]change, len(hunks))
	isChanged := func(l gitdiff.HunkLine) bool { return l.Sign != ' ' }
	for i := range hunks {
		h, c := &hunks[i], &out[i]
		skip := max(slices.IndexFunc(h.Lines, isChanged), 0)
		lines := h.Lines[skip:]
		for len(lines) > 0 && !isChanged(lines[len(lines)-1]) {
			lines = lines[:len(lines)-1]
		}
		for k, side := range [][2]int{{h.OldStart, h.OldLines}, {h.NewStart, h.NewLines}} {
			from := side[0] + skip - min(side[1], 1)
			c.sides[k] = part{span: span{from, from}, moved: map[int]bool{}}
		}
		for _, l := range lines {
			c.ends = c.ends || l.NoEOL || strings.HasSuffix(l.Text, "\r") != strings.HasSuffix(lines[0].Text, "\r")
			for k, other := range []byte("+-") { // the sign of lines that the side lacks
				if p := &c.sides[k]; l.Sign != other {
					if isChanged(l) {
						p.own = append(p.own, line{p.to, l.Text})
					}
					p.lines, p.to = append(p.lines, l.Text), p.to+1
				}
			}
		}
	}
	return out
}

// isOdd reports whether a hunk has an invisible character, or one that can pass for another.
func isOdd(h *gitdiff.Hunk) bool {
	for _, l := range h.Lines {
		for _, r := range strings.TrimSuffix(l.Text, "\r") {
			plain := r == '\t' || r >= ' ' && r < 0x7f
			letter := r >= 0xc0 && r <= 0x17f && r != 'ı' && r != 'ĸ' && r != 'ſ' && r != '×' && r != '÷'
			hides := r < 0x3000 || r == 0x3164 || r >= 0xf900 // radicals, and letters without a shape
			if !plain && !letter && (hides || !unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)) {
				return true
			}
		}
	}
	return false
}
