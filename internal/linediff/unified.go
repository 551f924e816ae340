package linediff

import (
	"bytes"
	"fmt"
	"strings"
)

// Unified returns the unified diff of two texts for display, with context
// lines around every change; "" when the texts are equal. It is drawn from
// the same line map that places threads, so that what is shown agrees with
// where a thread went; lines that differ only in white space are shown as
// changed, and lines that moved as taken out and put in.
func Unified(a, b []byte, nameA, nameB string, context int) string {
	if bytes.Equal(a, b) {
		return ""
	}
	u := unified{a: rawLines(a), b: rawLines(b), context: max(context, 0)}
	u.match(a, b)
	var out strings.Builder
	fmt.Fprintf(&out, "--- %s\n+++ %s\n", nameA, nameB)
	for x, y := 0, 0; ; {
		x, y = u.equalRun(x, y)
		if x == len(u.a) && y == len(u.b) {
			return out.String()
		}
		x, y = u.hunk(&out, x, y)
	}
}

// rawLines cuts a text into lines with their ends.
func rawLines(text []byte) [][]byte {
	lines := bytes.SplitAfter(text, []byte{'\n'})
	if n := len(lines); len(lines[n-1]) == 0 {
		lines = lines[:n-1]
	}
	return lines
}

type unified struct {
	a, b    [][]byte
	partner []int // of each line of a: its line of b, -1 for none
	context int
}

// match finds the lines that stay: those that the line map kept in order and
// that are equal to the byte.
func (u *unified) match(a, b []byte) {
	u.partner = make([]int, len(u.a))
	for i := range u.partner {
		u.partner[i] = -1
	}
	p := NewPair(a, b)
	if len(p.A.Lines) != len(u.a) || len(p.B.Lines) != len(u.b) {
		return // UTF-16: shown as wholly changed
	}
	m := NewMap(p)
	for _, i := range m.Spine() {
		if j := int(m.To[i]); bytes.Equal(u.a[i], u.b[j]) {
			u.partner[i] = j
		}
	}
}

// equalRun skips lines that stay.
func (u *unified) equalRun(x, y int) (int, int) {
	for x < len(u.a) && u.partner[x] == y {
		x, y = x+1, y+1
	}
	return x, y
}

// changed returns the ends of the change that begins at x, y.
func (u *unified) changed(x, y int) (int, int) {
	for x < len(u.a) && u.partner[x] < 0 {
		x++
	}
	if x < len(u.a) {
		return x, u.partner[x]
	}
	return x, len(u.b)
}

// hunk writes the hunk that begins with the change at x, y and returns where
// it ends.
func (u *unified) hunk(out *strings.Builder, x, y int) (int, int) {
	var body strings.Builder
	before := min(u.context, x)
	x0, y0 := x-before, y-before
	u.write(&body, ' ', u.a[x0:x])
	for {
		x1, y1 := u.changed(x, y)
		u.write(&body, '-', u.a[x:x1])
		u.write(&body, '+', u.b[y:y1])
		x, y = u.equalRun(x1, y1)
		last := x == len(u.a) && y == len(u.b)
		if last || x-x1 > 2*u.context {
			after := min(u.context, x-x1)
			u.write(&body, ' ', u.a[x1:x1+after])
			x, y = x1+after, y1+after
			break
		}
		u.write(&body, ' ', u.a[x1:x])
	}
	fmt.Fprintf(out, "@@ -%s +%s @@\n%s", extent(x0, x), extent(y0, y), body.String())
	return x, y
}

func (u *unified) write(out *strings.Builder, mark byte, lines [][]byte) {
	for _, l := range lines {
		out.WriteByte(mark)
		out.Write(l)
		if !bytes.HasSuffix(l, []byte{'\n'}) {
			out.WriteString("\n\\ No newline at end of file\n")
		}
	}
}

// extent writes lines lo to hi (exclusive) as a hunk's header does.
func extent(lo, hi int) string {
	switch hi - lo {
	case 0:
		return fmt.Sprintf("%d,0", lo)
	case 1:
		return fmt.Sprint(lo + 1)
	}
	return fmt.Sprintf("%d,%d", lo+1, hi-lo)
}
