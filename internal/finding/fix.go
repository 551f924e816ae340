package finding

import (
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// Fix is a change of one file: edits that do not overlap.
type Fix []Edit

// Edit replaces the text between two points.
type Edit struct {
	From, To Point
	Text     string
}

// Point is a place between two characters. Columns count from 1, in units; 0 is the beginning of the line or, for the
// end of an edit, its end.
type Point struct {
	Line, Column int
	Unit         Unit
}

// Unit is the unit in which columns count.
type Unit int

// The units of columns.
const (
	Bytes Unit = iota // of UTF-8
	UTF16
	Runes
)

// Lines returns what the fix makes of whole lines of a text: those from start to end (1-based, inclusive) become what.
// ok is false where the text has no such place.
func (f Fix) Lines(text string) (start, end int, what []string, ok bool) {
	lines := linesOf(text)
	text = strings.Join(append(lines, ""), "\n")
	edits := slices.Clone(f)
	slices.SortFunc(edits, func(a, b Edit) int {
		return b.From.Line*maxColumn + b.From.Column - a.From.Line*maxColumn - a.From.Column
	})
	start, end = len(lines)+1, 0
	last := len(text)
	for _, e := range edits {
		lo, hi, ok := e.bounds(lines)
		put := strings.ReplaceAll(e.Text, "\r\n", "\n")
		if e.ofLines() && put == "" { // they go with their ends
			hi++
		}
		if !ok || hi > last {
			return 0, 0, nil, false
		}
		last = lo
		text = text[:lo] + put + text[hi:]
		start, end = min(start, e.From.Line), max(end, e.lastLine(put))
	}
	end = min(end, len(lines))
	now := linesOf(text)
	if n := len(now) - (len(lines) - end); len(f) > 0 && start <= end && n >= start-1 && slices.Equal(now[n:], lines[end:]) {
		return start, end, slices.Clip(now[start-1 : n]), true
	}
	return 0, 0, nil, false
}

// linesOf returns the lines of a text without their ends.
func linesOf(text string) []string {
	text = strings.ReplaceAll(text, "\r\n", "\n")
	if text == "" {
		return []string{}
	}
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n")
}

// maxColumn is a limit on columns; higher ones are rejected.
const maxColumn = 1 << 20

// ofLines reports whether the edit replaces whole lines.
func (e Edit) ofLines() bool { return e.From.Column == 0 && e.To.Column == 0 }

// lastLine is the last line that the edit changes. An end before the first character of a line leaves that line alone when
// what is put ends a line too.
func (e Edit) lastLine(put string) int {
	if strings.HasSuffix(put, "\n") || put == "" && e.From.Column <= 1 {
		return e.covers()
	}
	return e.To.Line
}

// covers is the last line of which the edit's range has something.
func (e Edit) covers() int {
	if e.To.Column == 1 && e.To.Line > e.From.Line {
		return e.To.Line - 1
	}
	return e.To.Line
}

// bounds returns the edit's offsets in lines joined by line feeds.
func (e Edit) bounds(lines []string) (lo, hi int, ok bool) {
	if lo, ok = e.From.offset(lines, false); !ok {
		return 0, 0, false
	}
	hi, ok = e.To.offset(lines, true)
	return lo, hi, ok && lo <= hi
}

func (p Point) offset(lines []string, end bool) (int, bool) {
	if p.Line < 1 || p.Line > len(lines)+1 || p.Column < 0 || p.Column >= maxColumn {
		return 0, false
	}
	at := 0
	for _, line := range lines[:p.Line-1] {
		at += len(line) + 1
	}
	if p.Line > len(lines) { // after the end of the last line
		return at, p.Column <= 1
	}
	line := lines[p.Line-1]
	if p.Column == 0 {
		if end {
			at += len(line)
		}
		return at, true
	}
	n, ok := p.bytesOf(line)
	return at + n, ok
}

// bytesOf returns how many bytes of a line are before the point.
func (p Point) bytesOf(line string) (int, bool) {
	left := p.Column - 1
	if p.Unit == Bytes {
		return left, left <= len(line) && (left == len(line) || utf8.RuneStart(line[left]))
	}
	for at, r := range line {
		if left <= 0 {
			return at, left == 0
		}
		left--
		if p.Unit == UTF16 && utf16.RuneLen(r) == 2 {
			left--
		}
	}
	return len(line), left == 0
}
