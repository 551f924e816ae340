package present

import (
	"strings"

	"consider/internal/place"
	"consider/internal/review"
	"consider/internal/thread"
	"consider/internal/words"
)

func (p *Page) contexts(o review.ContextOutput) {
	p.context(o.ThreadContext, len(o.Others) == 0)
	for i, c := range o.Others {
		p.Line("")
		p.context(c, i == len(o.Others)-1)
	}
	for _, h := range o.Held {
		p.Line("")
		p.Line("[%s] %s, since %s", h.ID, p.receipt(&h.Receipt), p.at(h.At))
	}
	if len(o.Left) > 0 {
		p.Line("")
		p.Advise("%s omitted because of length and still unread: {show %s}", words.Plural(len(o.Left), "thread"), safe(strings.Join(o.Left, " ")))
	}
}

func (p *Page) context(o review.ThreadContext, last bool) {
	p.withCode(o)
	p.howToAnswer(o.Thread, last)
}

// next prints a waiting thread, with what was changed for it.
func (p *Page) next(o review.NextOutput) {
	p.Damaged(o.Damaged, o.Newer)
	p.withCode(o.ThreadContext)
	if o.Proof != nil {
		p.Line("")
		p.evidence(*o.Proof)
	}
	p.howToAnswer(o.Thread, true)
	if o.More > 0 {
		p.Advise("%d more: {next --skip %s}", o.More, o.Thread.ID)
	}
}

func (p *Page) withCode(o review.ThreadContext) {
	t := o.Thread
	p.opening(t)
	p.there(t.ThreadView, o.There)
	p.span(t.Span)
	p.messages(t, o.Read)
	p.images(t.Images)
	if t.Code != nil {
		p.Line("")
		if !p.Terse { // the first line names the file
			p.Line("%s", p.Paint(Bold, safe(p.path(t.Code.File))+" (current):"))
		}
		p.code(t.Code, t.Placement)
	}
	p.compared(o)
	p.since(o.Since)
}

// compared prints the original code, or how it differs from the current code.
func (p *Page) compared(o review.ThreadContext) {
	switch {
	case o.Diff != "":
		p.apart(p.Paint(Bold, "changes from original to current:"))
		p.Body("  ", o.Diff)
	case o.Then != nil:
		p.apart(p.Paint(Bold, safe(p.path(o.Then.File))+" (original):"))
		p.code(o.Then, originalPlace(o.Thread))
	}
}

// originalPlace returns the place where the thread was made, to mark its lines.
func originalPlace(t place.ThreadDetail) thread.Placement {
	if t.Anchor == nil {
		return thread.Placement{}
	}
	return thread.Placement{StartLine: t.Anchor.StartLine, EndLine: t.Anchor.EndLine}
}
