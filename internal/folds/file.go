package folds

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"consider/internal/gitdiff"
	"consider/internal/gitdir"
	"consider/internal/lazy"
	"consider/internal/treediff"
)

// file is one file of a comparison in the making of its report.
type file struct {
	*treediff.FileDiff
	in       language // unknown also if the file is not analysed
	old, new text
	changes  []*change
	skipped  string
	whole    *proof // of a generated file
}

// change is a run of lines that were removed, added, or both.
type change struct {
	hunk           int
	old, new       span
	removed, added []string
	returns        bool // its lines have carriage returns
	ends           bool // its lines end in different ways

	// clear: both sides are complete tokens, and no comment in them or next to them can mean something to a program.
	clear bool
	a, b  []token
	// joined: the token after them follows in the same way on both sides.
	joined bool
	pairs  []pair // the names in which alone the sides differ
	// left and arrived are the lines of declarations that were put elsewhere, and that come from there; moved says so.
	left, arrived map[int]bool
	moved         []string
	proof         *proof
}

// pair is a name and the one in its place.
type pair struct{ old, new string }

// proof says why a change is mechanical.
type proof struct {
	kind Kind
	text string
}

// open reads a file.
func open(d *treediff.FileDiff, s sides) *file {
	f := &file{FileDiff: d, changes: changesIn(d.Hunks), skipped: opaque(d)}
	if s.old == nil && s.new == nil && f.skipped == "" {
		f.skipped = "it was not read"
	}
	if f.skipped != "" {
		return f
	}
	if why := generated(d, s); why != "" {
		f.whole = &proof{Generated, why}
		return f
	}
	f.old, f.new = text{path: cmp.Or(d.From, d.Path), raw: string(s.old)}, text{path: d.Path, raw: string(s.new)}
	if f.skipped = s.skipped; f.skipped == "" {
		f.skipped = unlike(f.old.raw, f.new.raw)
	}
	if f.skipped == "" {
		f.lex()
	}
	return f
}

// lex cuts both sides into tokens, and the tokens into changes.
func (f *file) lex() {
	var okA, okB bool
	in := languageOf(f.Path)
	if in == golang && (strings.Contains(f.old.raw, `"C"`) || strings.Contains(f.new.raw, `"C"`)) {
		f.skipped = "it may contain C"
		return
	}
	f.old.tokens, okA = lex(f.old.raw, in)
	f.new.tokens, okB = lex(f.new.raw, in)
	if !okA || !okB || f.old.hasTags() || f.new.hasTags() {
		f.skipped = "its syntax is not known here"
		return
	}
	f.in = in
	for _, c := range f.changes {
		f.cut(c)
	}
}

// cut finds the tokens of a change.
func (f *file) cut(c *change) {
	fromA, toA, okA := f.old.within(c.old)
	fromB, toB, okB := f.new.within(c.new)
	c.a, c.b = f.old.tokens[fromA:toA], f.new.tokens[fromB:toB]
	c.clear = okA && okB && !c.ends && f.old.quiet(fromA-1, toA+1) && f.new.quiet(fromB-1, toB+1)
	c.joined = f.old.after(toA) == f.new.after(toB)
}

// opaque says why nothing in a file can be folded, whatever its lines are.
func opaque(d *treediff.FileDiff) string {
	plain := []string{"", gitdir.ModeOfFile, gitdir.ModeOfScript}
	switch {
	case d.Unread != "":
		return "it was not read"
	case len(d.Parts) > 0 || !slices.Contains(plain, d.OldMode) || !slices.Contains(plain, d.NewMode):
		return "it is not a plain file"
	case d.OldMode != "" && d.NewMode != "" && d.OldMode != d.NewMode:
		return "its mode changed"
	case d.Binary:
		return "it is not text in UTF-8"
	}
	return ""
}

// unlike says why the lines of two texts cannot be compared as tokens.
func unlike(a, b string) string {
	const mark = "\ufeff"
	switch {
	case !utf8.ValidString(a) || !utf8.ValidString(b):
		return "it is not text in UTF-8"
	case strings.HasPrefix(a, mark) || strings.HasPrefix(b, mark):
		return "it begins with a byte order mark"
	case a != "" && b != "" && lineEnds(a) != lineEnds(b) || lineEnds(b) == [2]bool{true, true}:
		return "its line ends differ"
	}
	return ""
}

// lineEnds returns which line ends a text has: with a carriage return, without, or both.
func lineEnds(s string) [2]bool {
	returns := strings.Count(s, "\r\n")
	return [2]bool{returns > 0, strings.Count(s, "\n") > returns}
}

// changesIn returns the changes of hunks, in order.
func changesIn(hunks []gitdiff.Hunk) []*change {
	var out []*change
	for i := range hunks {
		h := &hunks[i]
		older, newer, open := max(h.OldStart-1, 0), max(h.NewStart-1, 0), false
		if h.OldLines == 0 {
			older = h.OldStart
		}
		if h.NewLines == 0 {
			newer = h.NewStart
		}
		for _, l := range h.Lines {
			if l.Sign == ' ' {
				older, newer, open = older+1, newer+1, false
				continue
			}
			if !open {
				out, open = append(out, &change{hunk: i, old: span{older, older}, new: span{newer, newer}}), true
			}
			c := out[len(out)-1]
			returns := strings.HasSuffix(l.Text, "\r")
			if len(c.removed)+len(c.added) == 0 {
				c.returns = returns
			}
			if c.ends = c.ends || l.NoEOL || returns != c.returns; l.Sign == '-' {
				older++
				c.old.to, c.removed = older, append(c.removed, l.Text)
			} else {
				newer++
				c.new.to, c.added = newer, append(c.added, l.Text)
			}
		}
	}
	return out
}

// familiar has the letters outside ASCII that neither hide nor pass for others.
var familiar = []*unicode.RangeTable{unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul}

// isOdd reports whether a hunk has an invisible character, or one that can pass for another.
func isOdd(h *gitdiff.Hunk) bool {
	for _, l := range h.Lines {
		for _, r := range strings.TrimSuffix(l.Text, "\r") {
			plain := r == '\t' || r >= ' ' && r < 0x7f
			letter := r >= 0xc0 && r <= 0x17f && r != 'ı' && r != 'ĸ' && r != 'ſ' && r != '×' && r != '÷'
			hides := r < 0x3000 || r == 0x3164 || r >= 0xf900 // radicals, and letters without a shape
			if !plain && !letter && (hides || !unicode.In(r, familiar...)) {
				return true
			}
		}
	}
	return false
}

var public = lazy.Regexp(`^\s*(?:export|pub|public|protected)\b|^func (?:\([^)]*\) )?[A-Z]|^type [A-Z]|^(?:class|def|async def) [A-Za-z]`)

// countPublic counts the lines that declare something for other files.
func countPublic(lines []string) (n int) {
	for _, line := range lines {
		if public().MatchString(line[:min(len(line), 200)]) {
			n++
		}
	}
	return n
}
