package commands

import (
	"bytes"
	"fmt"
	"strings"

	"consider/internal/fail"
	"consider/internal/printable"
	"consider/internal/review"
)

// present prints an answer as text.
func (a *app) present(out any) error {
	p := a.page()
	p.answer(out)
	_, err := a.env.Stdout.Write(p.b.Bytes())
	return err
}

// answer writes an answer as text, by its type. Everything in it that came from outside passes through
// package printable, and such words never start a line.
func (p *page) answer(out any) {
	switch o := out.(type) {
	case review.ListOutput:
		p.list(o)
	case review.SummaryOutput:
		p.summary(o)
	case review.AddOutput:
		p.line("added %s", p.head(o.Thread))
	case review.GetOutput:
		p.thread(o)
	case review.ContextOutput:
		p.context(o)
	case review.ReplyOutput:
		p.line("replied %s to %s", o.Reply.ID, o.ID)
	case review.StateOutput:
		p.states(o)
	case review.EditOutput:
		p.line("edited %s", o.Entry)
	case review.LabelOutput:
		p.line("%s: %s", o.ID, orNone(strings.Join(o.Labels, ", ")))
	case review.ReanchorOutput:
		p.line("%s", p.head(o.Thread))
	case review.ReconcileOutput:
		p.reconcile(o)
	case review.AdoptOutput:
		p.adopted(o)
	case review.MovedOutput:
		p.moved(o)
	default:
		if !p.checkpoint(out) && !p.presentEditor(out) && !p.presentSetup(out) && !p.memory(out) && !p.presentResponses(out) {
			p.presentStore(out)
		}
	}
}

// failure writes what went wrong.
func (p *page) failure(f fail.Failure) {
	p.line("consider: %s", printable.Text(f.Message))
	for _, c := range f.Candidates {
		p.line("  %s", printable.Line(strings.TrimSpace(c.ID+"  "+c.Place+"  "+c.Body)))
	}
	for _, h := range f.Hints {
		p.line("hint: %s", printable.Line(h))
	}
}

// page is a text being made.
type page struct {
	b     bytes.Buffer
	color bool
}

func (a *app) page() *page {
	return &page{color: a.env.OutTerminal && a.env.Getenv("NO_COLOR") == "" && a.env.Getenv("TERM") != "dumb"}
}

// line writes one line. The arguments are safe already.
func (p *page) line(format string, args ...any) {
	fmt.Fprintf(&p.b, format+"\n", args...)
}

// body writes the words of a thread, every line behind indent.
func (p *page) body(indent, text string) {
	p.b.WriteString(printable.Indent(strings.TrimRight(printable.Text(text), "\n"), indent))
	p.b.WriteByte('\n')
}

const (
	bold   = "1"
	dim    = "2"
	red    = "31"
	green  = "32"
	yellow = "33"
	cyan   = "36"
)

// paint colours s on a terminal.
func (p *page) paint(code, s string) string {
	if !p.color || s == "" {
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
