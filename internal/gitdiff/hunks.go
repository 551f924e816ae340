package gitdiff

import (
	"bytes"
	"fmt"
	"hash/maphash"
	"iter"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"consider/internal/linemap"
)

// Hunk is a stretch of two texts with changes in it.
type Hunk struct {
	OldStart, OldLines int // of lines; the start of no lines is the line before them
	NewStart, NewLines int
	Section            string // the line above the hunk that names its section, cut as git does
	Lines              []HunkLine
}

// HunkLine is a line of a hunk: ' ' of both texts, '-' of the old one, '+' of the new one.
type HunkLine struct {
	Sign  byte
	Text  string // without its line feed
	NoEOL bool   // it ends the text without one
}

// NumberedLine is a line of a hunk with its 1-based number in each text, 0 for a text that does not have it.
type NumberedLine struct {
	HunkLine
	Old, New int
}

// Numbered yields the lines with their numbers.
func (h *Hunk) Numbered() iter.Seq[NumberedLine] {
	return func(yield func(NumberedLine) bool) {
		older, newer := h.OldStart, h.NewStart
		for _, line := range h.Lines {
			n := NumberedLine{HunkLine: line}
			if line.Sign != '+' {
				n.Old, older = older, older+1
			}
			if line.Sign != '-' {
				n.New, newer = newer, newer+1
			}
			if !yield(n) {
				return
			}
		}
	}
}

// Options are the settings of Hunks.
type Options struct {
	Context     int  // unchanged lines around a change
	IgnoreSpace bool // white space does not count, as in git diff -w
}

// Hunks compares two texts line by line and shows the lines that git diff shows.
func Hunks(a, b []byte, o Options) []Hunk {
	d := newDiffer(a, b, o)
	defer differs.Put(d)
	c := changesOf(d.idsA, d.idsB, d.kinds)
	settle(d.idsA, d.idsB, c.out, c.in, d.a.indents)
	settle(d.idsB, d.idsA, c.in, c.out, d.b.indents)
	var hunks []Hunk
	for x, y := 0, 0; ; {
		for x < d.a.len() && y < d.b.len() && !c.out[x] && !c.in[y] {
			x, y = x+1, y+1
		}
		if x == d.a.len() && y == d.b.len() {
			d.text(hunks)
			return hunks
		}
		h, nextX, nextY := d.hunk(c, x, y)
		hunks = append(hunks, h)
		d.ends = append(d.ends, len(d.lines))
		x, y = nextX, nextY
	}
}

// rawText is a text with the offsets at which its lines, with their ends, begin; and with that of its end.
type rawText struct {
	bytes  []byte
	starts []int32
}

func (t *rawText) cut(text []byte) {
	t.bytes, t.starts = text, append(slices.Grow(t.starts[:0], linemap.Count(text)+1), 0)
	for at := 0; at < len(text); t.starts = append(t.starts, int32(at)) {
		if n := bytes.IndexByte(text[at:], '\n'); n >= 0 {
			at += n + 1
		} else {
			at = len(text)
		}
	}
}

func (t *rawText) len() int { return len(t.starts) - 1 }

func (t *rawText) line(i int) []byte { return t.bytes[t.starts[i]:t.starts[i+1]] }

// indents measures indentation as git does, linemap.NoIndent for blank lines.
func (t *rawText) indents() []int32 {
	indents := make([]int32, t.len())
	for i := range indents {
		indents[i] = rawIndent(t.line(i))
	}
	return indents
}

// differ is two texts as lines, and as numbers. Its memory, the largest part of a comparison's, is kept for the next one.
type differ struct {
	a, b       rawText
	idsA, idsB []int32
	kinds      int
	o          Options
	numbers    linemap.Table
	kept       []byte     // text of the lines shown, without line feeds
	lens       []int32    // of the lines in it
	lines      []HunkLine // of all hunks, without their text
	ends       []int      // of the hunks in them
}

var differs = sync.Pool{New: func() any { return &differ{} }}

func newDiffer(a, b []byte, o Options) *differ {
	d := differs.Get().(*differ)
	d.o, d.kept, d.lens, d.lines, d.ends = o, d.kept[:0], d.lens[:0], d.lines[:0], d.ends[:0]
	d.a.cut(a)
	d.b.cut(b)
	d.idsA, d.idsB = sized(d.idsA, d.a.len()), sized(d.idsB, d.b.len())
	d.numbers.Reset(d.a.len() + d.b.len())
	start := d.sameStart()
	end := d.sameEnd(start)
	d.number(&d.a, d.idsA, 0, d.a.len())
	d.number(&d.b, d.idsB, start, d.b.len()-end)
	copy(d.idsB, d.idsA[:start])
	copy(d.idsB[d.b.len()-end:], d.idsA[d.a.len()-end:])
	d.kinds = d.numbers.Release()
	return d
}

// sized returns s with that length, and undefined elements.
func sized(s []int32, n int) []int32 { return slices.Grow(s[:0], n)[:n] }

func (d *differ) number(text *rawText, ids []int32, from, to int) {
	for i := from; i < to; i++ {
		line := text.line(i)
		if d.o.IgnoreSpace {
			line = withoutSpace(line)
		}
		ids[i] = d.numbers.Number(line, maphash.Bytes(lineSeed, line), bytes.Equal)
	}
}

var lineSeed = maphash.MakeSeed()

// sameStart counts the lines at the start of both texts that are equal to the byte.
func (d *differ) sameStart() (n int) {
	for n < d.a.len() && n < d.b.len() && bytes.Equal(d.a.line(n), d.b.line(n)) {
		n++
	}
	return n
}

// sameEnd counts those at the end of both, behind the ones at the start.
func (d *differ) sameEnd(start int) (n int) {
	for n < d.a.len()-start && n < d.b.len()-start && bytes.Equal(d.a.line(d.a.len()-1-n), d.b.line(d.b.len()-1-n)) {
		n++
	}
	return n
}

// gitSpace has the characters that git counts as white space.
const gitSpace = " \t\r\n"

func withoutSpace(line []byte) []byte {
	kept := make([]byte, 0, len(line))
	for _, c := range line {
		if strings.IndexByte(gitSpace, c) < 0 {
			kept = append(kept, c)
		}
	}
	return kept
}

const (
	gitTab    = 8   // columns
	maxIndent = 200 // columns
)

func rawIndent(line []byte) int32 {
	columns := int32(0)
	for _, c := range line {
		switch c {
		case ' ':
			columns++
		case '\t':
			columns += gitTab - columns%gitTab
		case '\r', '\n':
		default:
			return columns
		}
		if columns >= maxIndent {
			return maxIndent
		}
	}
	return linemap.NoIndent
}

// hunk makes the hunk that begins with the change at x, y, and returns where it ends.
func (d *differ) hunk(c changes, x, y int) (h Hunk, endX, endY int) {
	before := min(d.o.Context, x)
	x0, y0 := x-before, y-before
	d.add(' ', &d.b, y0, y)
	for {
		x1, y1 := x, y
		for c.out[x1] {
			x1++
		}
		for c.in[y1] {
			y1++
		}
		d.add('-', &d.a, x, x1)
		d.add('+', &d.b, y, y1)
		for x, y = x1, y1; x < d.a.len() && y < d.b.len() && !c.out[x] && !c.in[y]; {
			x, y = x+1, y+1
		}
		if last := x == d.a.len() && y == d.b.len(); last || x-x1 > 2*d.o.Context {
			after := min(d.o.Context, x-x1)
			d.add(' ', &d.b, y1, y1+after)
			x, y = x1+after, y1+after
			break
		}
		d.add(' ', &d.b, y1, y)
	}
	h.OldStart, h.OldLines = extent(x0, x)
	h.NewStart, h.NewLines = extent(y0, y)
	h.Section = d.section(x0)
	return h, x, y
}

// add adds lines to the hunk in the making, whose text is set by [differ.text].
func (d *differ) add(sign byte, from *rawText, start, end int) {
	for i := start; i < end; i++ {
		text, ended := bytes.CutSuffix(from.line(i), []byte{'\n'})
		d.kept = append(d.kept, text...)
		d.lens = append(d.lens, int32(len(text)))
		d.lines = append(d.lines, HunkLine{Sign: sign, NoEOL: !ended})
	}
}

// text gives hunks their lines, of which there is one copy: they do not keep the compared texts in memory.
func (d *differ) text(hunks []Hunk) {
	text, lines, from := string(d.kept), slices.Clone(d.lines), 0
	for i, n := range d.lens {
		lines[i].Text, text = text[:n], text[n:]
	}
	for i, end := range d.ends {
		hunks[i].Lines, from = lines[from:end:end], end
	}
	d.a.bytes, d.b.bytes = nil, nil // nor does what is kept for the next comparison
}

func extent(lo, hi int) (start, lines int) {
	if lo == hi {
		return lo, 0
	}
	return lo + 1, hi - lo
}

const maxSection = 80 // bytes

// section finds the nearest line above a hunk that begins as names do.
func (d *differ) section(above int) string {
	for i := above - 1; i >= 0; i-- {
		line := d.a.line(i)
		if c := line[0]; c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c == '$' {
			return validPart(strings.TrimRight(string(line[:min(len(line), maxSection)]), gitSpace))
		}
	}
	return ""
}

// validPart returns a text up to the first byte that is not UTF-8.
func validPart(text string) string {
	for i, r := range text {
		if r == utf8.RuneError && !strings.HasPrefix(text[i:], string(utf8.RuneError)) {
			return text[:i]
		}
	}
	return text
}

// Size returns the length of the lines in bytes.
func (h *Hunk) Size() (n int) {
	for _, l := range h.Lines {
		n += len(l.Text)
	}
	return n
}

// Head returns the first line of the hunk, as git prints it.
func (h *Hunk) Head() string {
	head := fmt.Sprintf("@@ -%s +%s @@", span(h.OldStart, h.OldLines), span(h.NewStart, h.NewLines))
	if h.Section != "" {
		head += " " + h.Section
	}
	return head
}

func span(start, lines int) string {
	if lines == 1 {
		return fmt.Sprint(start)
	}
	return fmt.Sprintf("%d,%d", start, lines)
}

// Unified returns hunks as git diff prints them, below names; "" for no hunks.
func Unified(hunks []Hunk, nameA, nameB string) string {
	if len(hunks) == 0 {
		return ""
	}
	var out bytes.Buffer
	out.WriteString("--- " + nameA + "\n+++ " + nameB + "\n")
	for i := range hunks {
		out.WriteString(hunks[i].Head() + "\n")
		for _, l := range hunks[i].Lines {
			out.WriteByte(l.Sign)
			out.WriteString(l.Text + "\n")
			if l.NoEOL {
				out.WriteString("\\ No newline at end of file\n")
			}
		}
	}
	return out.String()
}
