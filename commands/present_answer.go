package commands

import (
	"cmp"
	"strings"

	"consider/internal/project"
	"consider/internal/review"
	"consider/internal/review/apply"
	"consider/internal/session"
	"consider/internal/thread"
	"consider/internal/verb"
)

// present prints an answer as text. s is given for a person, who may get a pager. lean is for a reader that pays for
// each word, and continues from the cursor, which a person does not.
func (a *app) present(e verb.Envelope, s *session.Session, lean bool) error {
	p := a.page()
	p.terse = lean
	if s != nil && s.Store != nil {
		p.advice = s.IsAdviceDue
	}
	if lean {
		p.columns, p.cursor = 0, e.Cursor
	}
	p.answer(e.Data)
	p.unread(e.Unread)
	return a.show(p.b.Bytes(), s)
}

// answer writes an answer as text, by its type. Everything in it that came from outside passes through package
// printable, and such words never begin a line.
func (p *page) answer(out any) {
	switch o := out.(type) {
	case review.ListOutput:
		p.list(o)
	case review.SummaryOutput:
		p.summary(o)
	case review.AddOutput:
		p.line("%s", p.fold("added "+p.newThreadHead(&o.Thread), "  "))
	case review.GetOutput:
		p.thread(o)
	case review.ContextOutput:
		p.contexts(o)
	case review.NextOutput:
		p.next(o)
	case review.ReplyOutput:
		for _, r := range append([]review.Replied{o.Replied}, o.Others...) {
			p.line("replied %s to %s%s", r.Reply.ID, r.ID, map[bool]string{true: ", and resolved it"}[r.WorkflowState == thread.Resolved])
			if r.ProposedBy != "" {
				p.states(review.StateOutput{Threads: []review.ThreadState{{ID: r.ID, ProposedBy: r.ProposedBy}}})
			}
			if len(r.Reply.Choices) > 0 && p.terse {
				p.advise("  the human chooses: {wait --thread %s}, or end your turn", r.ID)
			}
			if r.Reply.Proof.Empty() || r.Reply.Unchanged {
				p.line("  %s", p.proof(r.Reply.Proof, r.Reply.Unchanged))
			}
		}
		p.waitCursor()
	case review.ProofOutput:
		p.evidence(o)
	case review.StateOutput:
		p.states(o)
	case review.EditOutput:
		did := "edited"
		if o.Before == o.Body {
			did = "unchanged:"
		}
		p.line("%s %s", did, o.Entry)
	case apply.Output:
		p.applied(o)
	case review.LabelOutput:
		p.line("%s: %s", o.ID, cmp.Or(safe(strings.Join(o.Labels, ", ")), "no labels"))
	case review.ReanchorOutput:
		p.line("%s", p.fold(p.head(&o.Thread), "  "))
	case review.ReconcileOutput:
		p.reconcile(o)
	case review.AdoptOutput:
		p.adopted(o)
	case review.MovedOutput:
		p.moved(o)
	case review.ReleaseOutput:
		p.moved(review.MovedOutput{IDs: o.IDs, Did: "released"})
	case project.EditorOutput:
		p.editor(o)
	default:
		if !p.checkpoint(out) && !p.presentTurn(out) && !p.presentSetup(out) && !p.memory(out) && !p.presentResponses(out) && !p.presentPlan(out) {
			p.presentStore(out)
		}
	}
}

func (a *app) page() *page {
	here := textOptions{folder: a.folder, surface: a.surface()}
	if a.env.OutTerminal {
		here.color = a.env.Getenv("NO_COLOR") == "" && a.env.Getenv("TERM") != "dumb"
		here.now = a.env.Now()
		here.columns = a.columns()
	}
	return &page{textOptions: here}
}
