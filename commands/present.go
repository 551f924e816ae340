package commands

import (
	"bytes"
	"fmt"
	"strings"
	"time"

	"consider/internal/fail"
	"consider/internal/printable"
	"consider/internal/words"
)

// failure prints what went wrong.
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

// page is the text of an answer under construction.
type page struct {
	textOptions

	b      bytes.Buffer
	cursor string                   // cursor from which wait continues, for readers that use it
	fields bool                     // the reader gives fields, not flags
	terse  bool                     // the reader pays for each word
	advice func(now time.Time) bool // see [session.Session.IsAdviceDue]; nil for a text without advice
}

// phrase formats a text, in which the format marks commands and flags, for the reader.
func (p *page) phrase(format string, args ...any) string {
	text, _ := words.Textf(format, args...).In(p.surface)
	return text
}

// advise writes one line, in which the format marks commands and flags.
func (p *page) advise(format string, args ...any) { p.line("%s", p.phrase(format, args...)) }

// waitCursor prints the cursor from which a reader can continue to wait.
func (p *page) waitCursor() {
	if p.cursor != "" {
		p.line("cursor: %s", safe(p.cursor[:min(len(p.cursor), shortCursor)]))
	}
}

// line writes one line. Its arguments must be safe to print.
func (p *page) line(format string, args ...any) {
	fmt.Fprintf(&p.b, format+"\n", args...)
}

// apart writes one line, already safe to print, after an empty one.
func (p *page) apart(line string) { p.line("\n%s", line) }

// put writes a line of several parts. It avoids parsing a format for each of thousands of lines of a list.
func (p *page) put(parts ...string) {
	for _, part := range parts {
		p.b.WriteString(part)
	}
	p.b.WriteByte('\n')
}

// body writes the words of a thread, each line behind indent.
func (p *page) body(indent, text string) {
	p.b.WriteString(printable.Indent(strings.TrimRight(printable.Text(text), "\n"), indent))
	p.b.WriteByte('\n')
}

// Text that has to be read uses colours that stand out on white and on black. Yellow and cyan are not used, because
// terminals with a white background show them pale. Patches use git's colours.
const (
	bold      = "1"
	dim       = "2"
	red       = "31"
	green     = "32"
	cyan      = "36"
	attention = red  // lost its place, damaged or not done
	magenta   = "35" // files and names, as in git grep
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

// shortCursor is how many digits of a cursor a line shows; --since accepts as few.
const shortCursor = 10
