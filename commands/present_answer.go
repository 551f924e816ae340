package commands

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"consider/internal/review"
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
	if !slices.ContainsFunc(presenters, func(present presenter) bool { return present(p, out) }) {
		// A test checks that every output type has a presenter.
		panic(fmt.Sprintf("no presenter for %T", out))
	}
}

// presenter writes an answer of one type, and reports whether the answer is of that type.
type presenter func(p *page, out any) bool

func presents[T any](write func(*page, T)) presenter {
	return func(p *page, out any) bool {
		o, is := out.(T)
		if is {
			write(p, o)
		}
		return is
	}
}

// presenters has one for each type of answer.
var presenters = []presenter{
	presents((*page).list),
	presents((*page).summary),
	presents((*page).added),
	presents((*page).thread),
	presents((*page).contexts),
	presents((*page).next),
	presents((*page).replied),
	presents((*page).evidence),
	presents((*page).states),
	presents((*page).edited),
	presents((*page).applied),
	presents((*page).labels),
	presents((*page).reanchored),
	presents((*page).reconcile),
	presents((*page).adopted),
	presents((*page).moved),
	presents((*page).released),
	presents((*page).editor),

	presents((*page).checkpoint),
	presents((*page).rounds),
	presents((*page).checkpointDetails),
	presents((*page).diff),
	presents((*page).restored),
	presents((*page).checkpointDeleted),
	presents((*page).turn),
	presents((*page).turns),
	presents((*page).turnsDeleted),
	presents((*page).log),
	presents((*page).wait),
	presents((*page).undo),

	presents((*page).setup),
	presents((*page).uninstall),
	presents((*page).responses),
	presents((*page).responseShown),
	presents((*page).marked),
	presents((*page).unmarked),
	presents((*page).feedback),
	presents((*page).planAdded),
	presents((*page).plans),
	presents((*page).plan),
	presents((*page).planDiff),
	presents((*page).planCommented),
	presents((*page).planFeedback),
	presents((*page).planDecided),

	presents((*page).memory),
	presents((*page).memoryList),
	presents((*page).memoryGet),
	presents((*page).memoryPin),
	presents((*page).memoryClear),
	presents((*page).memoryPurge),
	presents((*page).memoryLog),
	presents((*page).memorySync),
	presents((*page).memoryExport),
	presents((*page).memoryImport),
	presents((*page).memoryLearn),

	presents((*page).exported),
	presents((*page).imported),
	presents((*page).config),
	presents((*page).fsck),
	presents((*page).gc),
	presents((*page).doctor),
}

func (p *page) added(o review.AddOutput) {
	p.line("%s", p.fold("added "+p.newThreadHead(&o.Thread), "  "))
}

func (p *page) replied(o review.ReplyOutput) {
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
}

func (p *page) edited(o review.EditOutput) {
	did := "edited"
	if o.Before == o.Body {
		did = "unchanged:"
	}
	p.line("%s %s", did, o.Entry)
}

func (p *page) labels(o review.LabelOutput) {
	p.line("%s: %s", o.ID, cmp.Or(safe(strings.Join(o.Labels, ", ")), "no labels"))
}

func (p *page) reanchored(o review.ReanchorOutput) { p.line("%s", p.fold(p.head(&o.Thread), "  ")) }

func (p *page) released(o review.ReleaseOutput) {
	p.moved(review.MovedOutput{IDs: o.IDs, Did: "released"})
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
