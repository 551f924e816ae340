package linediff

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"
)

// Hunk is a stretch of two texts with changes in it.
type Hunk struct {
	OldStart, OldLines int // of lines; the start of no lines is the line before them
	NewStart, NewLines int
	Section            string // the line above the hunk that names what it is in, cut as git does
	Lines              []HunkLine
}

// HunkLine is a line of a hunk: ' ' of both texts, '-' of the old one, '+' of the new one.
type HunkLine struct {
	Sign  byte
	Text  string // without its line feed
	NoEOL bool   // it ends the text without one
}

// DiffOptions are the settings of Hunks.
type DiffOptions struct {
	Context     int  // unchanged lines around a change
	IgnoreSpace bool // white space does not count, as in git diff -w
}

// Hunks compares two texts line by line and shows the lines that git diff shows.
func Hunks(a, b []byte, o DiffOptions) []Hunk {
	d := newDiffer(string(a), string(b), o)
	c := changesOf(d.idsA, d.idsB, d.kinds)
	settle(d.idsA, d.idsB, c.out, c.in, rawIndents(d.a))
	settle(d.idsB, d.idsA, c.in, c.out, rawIndents(d.b))
	var hunks []Hunk
	for x, y := 0, 0; ; {
		for x < len(d.a) && y < len(d.b) && !c.out[x] && !c.in[y] {
			x, y = x+1, y+1
		}
		if x == len(d.a) && y == len(d.b) {
			keepOnly(hunks)
			return hunks
		}
		h, nextX, nextY := d.hunk(c, x, y)
		hunks = append(hunks, h)
		x, y = nextX, nextY
	}
}

// keepOnly copies the lines together, so that they do not keep the texts in memory.
func keepOnly(hunks []Hunk) {
	var all strings.Builder
	for i := range hunks {
		for _, l := range hunks[i].Lines {
			all.WriteString(l.Text)
		}
		hunks[i].Section = strings.Clone(hunks[i].Section)
	}
	text := all.String()
	for i := range hunks {
		for k := range hunks[i].Lines {
			l := &hunks[i].Lines[k]
			l.Text, text = text[:len(l.Text)], text[len(l.Text):]
		}
	}
}

// differ is two texts as lines with their ends, and as numbers.
type differ struct {
	a, b       []string
	idsA, idsB []int32
	kinds      int
	o          DiffOptions
}

func newDiffer(a, b string, o DiffOptions) *differ {
	d := &differ{a: rawLines(a), b: rawLines(b), o: o}
	known := make(map[string]int32, len(d.a))
	number := func(lines []string) []int32 {
		ids := make([]int32, len(lines))
		for i, line := range lines {
			if o.IgnoreSpace {
				line = withoutSpace(line)
			}
			id, ok := known[line]
			if !ok {
				id = int32(len(known))
				known[line] = id
			}
			ids[i] = id
		}
		return ids
	}
	d.idsA, d.idsB = number(d.a), number(d.b)
	d.kinds = len(known)
	return d
}

// rawLines cuts a text into lines with their ends.
func rawLines(text string) []string {
	lines := make([]string, 0, strings.Count(text, "\n")+1)
	for line := range strings.Lines(text) {
		lines = append(lines, line)
	}
	return lines
}

// gitSpace is what git takes for white space.
const gitSpace = " \t\r\n"

func withoutSpace(line string) string {
	kept := make([]byte, 0, len(line))
	for i := range len(line) {
		if strings.IndexByte(gitSpace, line[i]) < 0 {
			kept = append(kept, line[i])
		}
	}
	return string(kept)
}

const (
	gitTab    = 8   // columns
	maxIndent = 200 // columns
)

// rawIndents measures indentation as git does, noIndent for blank lines.
func rawIndents(lines []string) []int32 {
	indents := make([]int32, len(lines))
	for i, line := range lines {
		indents[i] = rawIndent(line)
	}
	return indents
}

func rawIndent(line string) int32 {
	columns := int32(0)
	for i := range len(line) {
		switch line[i] {
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
	return noIndent
}

// hunk makes the hunk that begins with the change at x, y, and returns where it ends.
func (d *differ) hunk(c changes, x, y int) (h Hunk, endX, endY int) {
	before := min(d.o.Context, x)
	x0, y0 := x-before, y-before
	h.add(' ', d.b[y0:y])
	for {
		x1, y1 := x, y
		for c.out[x1] {
			x1++
		}
		for c.in[y1] {
			y1++
		}
		h.add('-', d.a[x:x1])
		h.add('+', d.b[y:y1])
		for x, y = x1, y1; x < len(d.a) && y < len(d.b) && !c.out[x] && !c.in[y]; {
			x, y = x+1, y+1
		}
		if last := x == len(d.a) && y == len(d.b); last || x-x1 > 2*d.o.Context {
			after := min(d.o.Context, x-x1)
			h.add(' ', d.b[y1:y1+after])
			x, y = x1+after, y1+after
			break
		}
		h.add(' ', d.b[y1:y])
	}
	h.OldStart, h.OldLines = extent(x0, x)
	h.NewStart, h.NewLines = extent(y0, y)
	h.Section = section(d.a[:x0])
	return h, x, y
}

func (h *Hunk) add(sign byte, lines []string) {
	for _, line := range lines {
		text, ended := strings.CutSuffix(line, "\n")
		h.Lines = append(h.Lines, HunkLine{sign, text, !ended})
	}
}

func extent(lo, hi int) (start, lines int) {
	if lo == hi {
		return lo, 0
	}
	return lo + 1, hi - lo
}

const maxSection = 80 // bytes

// section finds the nearest line above a hunk that begins as names do.
func section(above []string) string {
	for i := len(above) - 1; i >= 0; i-- {
		line := above[i]
		if c := line[0]; c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c == '$' {
			return validPart(strings.TrimRight(line[:min(len(line), maxSection)], gitSpace))
		}
	}
	return ""
}

// validPart is a text up to the first byte that is not UTF-8.
func validPart(text string) string {
	for i, r := range text {
		if r == utf8.RuneError && !strings.HasPrefix(text[i:], string(utf8.RuneError)) {
			return text[:i]
		}
	}
	return text
}

// Size is the length of the lines in bytes.
func (h *Hunk) Size() (n int) {
	for _, l := range h.Lines {
		n += len(l.Text)
	}
	return n
}

// Head is the first line of the hunk, as git prints it.
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

// Unified writes hunks as git diff prints them, below names; "" for no hunks.
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
