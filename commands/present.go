package commands

import (
	"bytes"
	"fmt"
	"strings"

	"consider/internal/fail"
	"consider/internal/printable"
)

// failure writes what went wrong.
func (p *page) failure(f fail.Failure) {
	said := "consider: " + printable.Text(f.Message)
	if !strings.Contains(said, "\n") {
		said = p.fold(said, "  ")
	}
	p.line("%s", said)
	for _, c := range f.Candidates {
		p.line("%s", p.fold("  "+printable.Line(strings.TrimSpace(p.placed(c.ID, c.File)+"  "+p.placed(c.Place, c.File)+"  "+c.Body)), "    "))
	}
	for _, h := range f.Hints {
		p.line("%s", p.fold("hint: "+printable.Line(h), "      "))
	}
}

// page is a text being made.
type page struct {
	surroundings

	b      bytes.Buffer
	cursor string // that wait goes on from, for readers who will
	fields bool   // the reader gives fields, and no flags
	lean   bool   // it pays for each word
}

// flag is what the reader calls a field that is named like its flag.
func (p *page) flag(name string) string {
	if p.fields {
		return name
	}
	return "--" + name
}

// told is text with its commands as the reader would give them.
func (p *page) told(format string, args ...any) string {
	text := fmt.Sprintf(format, args...)
	if p.tell == nil {
		return text
	}
	return p.tell(text)
}

// goOn ends an answer that one can wait on from.
func (p *page) goOn() {
	if p.cursor != "" {
		p.line("cursor: %s", safe(p.cursor[:min(len(p.cursor), shortCursor)]))
	}
}

// line writes one line. The arguments are safe already.
func (p *page) line(format string, args ...any) {
	fmt.Fprintf(&p.b, format+"\n", args...)
}

// put writes a line of several parts. A list has thousands of lines, for which a format would have to be read each time.
func (p *page) put(parts ...string) {
	for _, part := range parts {
		p.b.WriteString(part)
	}
	p.b.WriteByte('\n')
}

// body writes the words of a thread, every line behind indent.
func (p *page) body(indent, text string) {
	p.b.WriteString(printable.Indent(strings.TrimRight(printable.Text(text), "\n"), indent))
	p.b.WriteByte('\n')
}

// The colours of words that have to be read stand out on white as on black: no yellow and no cyan, which terminals
// with a white background show pale. The others are git's, for a patch.
const (
	bold      = "1"
	dim       = "2"
	red       = "31"
	green     = "32"
	cyan      = "36"
	attention = red  // what has lost its place, is damaged or was not done
	magenta   = "35" // files and names, as git grep has them
)

// paint colours s on a terminal.
func (p *page) paint(code, s string) string {
	if !p.color || s == "" || code == "" {
		return s
	}
	return "\x1b[" + code + "m" + s + "\x1b[0m"
}

// safe makes s fit for one line.
func safe(s string) string { return printable.Line(s) }

// safeCode makes a line of code fit to print; its tabs stay.
func safeCode(s string) string { return printable.Text(strings.TrimRight(s, "\r")) }

func orNone(s string) string {
	if s == "" {
		return "no labels"
	}
	return safe(s)
}

// shortCursor is how many digits of a cursor a line shows; --since takes as few.
const shortCursor = 10
