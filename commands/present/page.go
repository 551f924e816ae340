package present

import (
	"bytes"
	"fmt"
	"strings"
	"time"

	"consider/internal/fail"
	"consider/internal/printable"
	"consider/internal/words"
)

// Failure prints what went wrong.
func (p *Page) Failure(f fail.Failure) {
	said := "consider: " + printable.Text(f.Message)
	if !strings.Contains(said, "\n") {
		said = p.Fold(said, "  ")
	}
	p.Line("%s", said)
	for _, c := range f.Candidates {
		p.Line("%s", p.Fold("  "+printable.Line(strings.TrimSpace(p.placed(c.ID, c.File)+"  "+p.placed(c.Place, c.File)+"  "+c.Body)), "    "))
	}
	for _, h := range f.Hints {
		p.Line("%s", p.Fold("hint: "+printable.Line(h), "      "))
	}
}

// Page is the text of an answer under construction.
type Page struct {
	Options

	Text   bytes.Buffer             // the text printed so far
	Cursor string                   // cursor from which wait continues, for readers that use it
	Terse  bool                     // the reader pays for each word
	Advice func(now time.Time) bool // see [session.Session.IsAdviceDue]; nil for a text without advice

	fields bool // the reader gives fields, not flags
}

// Phrase formats a text, in which the format marks commands and flags, for the reader.
func (p *Page) Phrase(format string, args ...any) string {
	text, _ := words.Textf(format, args...).In(p.Surface)
	return text
}

// Advise writes one line, in which the format marks commands and flags.
func (p *Page) Advise(format string, args ...any) { p.Line("%s", p.Phrase(format, args...)) }

// waitCursor prints the cursor from which a reader can continue to wait.
func (p *Page) waitCursor() {
	if p.Cursor != "" {
		p.Line("cursor: %s", safe(p.Cursor[:min(len(p.Cursor), shortCursor)]))
	}
}

// Line writes one line. Its arguments must be safe to print.
func (p *Page) Line(format string, args ...any) {
	fmt.Fprintf(&p.Text, format+"\n", args...)
}

// apart writes one line, already safe to print, after an empty one.
func (p *Page) apart(line string) { p.Line("\n%s", line) }

// put writes a line of several parts. It avoids parsing a format for each of thousands of lines of a list.
func (p *Page) put(parts ...string) {
	for _, part := range parts {
		p.Text.WriteString(part)
	}
	p.Text.WriteByte('\n')
}

// Body writes the words of a thread, each line behind indent.
func (p *Page) Body(indent, text string) {
	p.Text.WriteString(printable.Indent(strings.TrimRight(printable.Text(text), "\n"), indent))
	p.Text.WriteByte('\n')
}

// Text that has to be read uses colours that stand out on white and on black. Yellow and cyan are not used, because
// terminals with a white background show them pale. Patches use git's colours.
const (
	Bold      = "1" // for the head of what follows
	Attention = red // lost its place, damaged or not done

	dim     = "2"
	red     = "31"
	green   = "32"
	cyan    = "36"
	magenta = "35" // files and names, as in git grep
)

// Paint colours s on a terminal.
func (p *Page) Paint(code, s string) string {
	if !p.Color || s == "" || code == "" {
		return s
	}
	return "\x1b[" + code + "m" + s + "\x1b[0m"
}

// safe makes s fit for one line.
func safe(s string) string { return printable.Line(s) }

// ifAny returns a further count of a line, as ", 2 plans"; "" for none.
func ifAny(n int, noun string) string {
	if n == 0 {
		return ""
	}
	return ", " + words.Plural(n, noun)
}

// safeCode makes a line of code fit to print; its tabs stay.
func safeCode(s string) string { return printable.Text(strings.TrimRight(s, "\r")) }

// shortCursor is how many digits of a cursor a line shows; --since accepts as few.
const shortCursor = 10
