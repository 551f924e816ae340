package commands

import (
	"strings"

	"consider/internal/place"
	"consider/internal/review"
	"consider/internal/thread"
	"consider/internal/words"
)

func (p *page) contexts(o review.ContextOutput) {
	p.context(o.ThreadContext, len(o.Others) == 0)
	for i, c := range o.Others {
		p.line("")
		p.context(c, i == len(o.Others)-1)
	}
	for _, h := range o.Held {
		p.line("")
		p.line("[%s] %s, since %s", h.ID, p.receipt(&h.Receipt), p.at(h.At))
	}
	if len(o.Left) > 0 {
		p.line("")
		p.advise("%s omitted because of length and still unread: {show %s}", words.Plural(len(o.Left), "thread"), safe(strings.Join(o.Left, " ")))
	}
}

func (p *page) context(o review.ThreadContext, last bool) {
	p.withCode(o)
	p.howToAnswer(o.Thread, last)
}

// next prints a waiting thread, with what was changed for it.
func (p *page) next(o review.NextOutput) {
	p.damaged(o.Damaged, o.Newer)
	p.withCode(o.ThreadContext)
	if o.Proof != nil {
		p.line("")
		p.evidence(*o.Proof)
	}
	p.howToAnswer(o.Thread, true)
	if o.More > 0 {
		p.advise("%d more: {next --skip %s}", o.More, o.Thread.ID)
	}
}

func (p *page) withCode(o review.ThreadContext) {
	t := o.Thread
	p.opening(t)
	p.there(t.ThreadView, o.There)
	p.span(t.Span)
	p.messages(t, o.Read)
	p.images(t.Images)
	if t.Code != nil {
		p.line("")
		if !p.terse { // the first line names the file
			p.line("%s", p.paint(bold, safe(p.path(t.Code.File))+" (current):"))
		}
		p.code(t.Code, t.Placement)
	}
	p.compared(o)
	p.since(o.Since)
}

// compared prints the original code, or how it differs from the current code.
func (p *page) compared(o review.ThreadContext) {
	switch {
	case o.Diff != "":
		p.apart(p.paint(bold, "changes from original to current:"))
		p.body("  ", o.Diff)
	case o.Then != nil:
		p.apart(p.paint(bold, safe(p.path(o.Then.File))+" (original):"))
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
