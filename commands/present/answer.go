package present

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"consider/internal/review"
	"consider/internal/thread"
	"consider/internal/verb"
	"consider/internal/words"
)

// Plain returns an answer as it is printed without a terminal, with the commands in it reworded.
func Plain(e verb.Envelope, on words.Surface) string {
	p := Page{Options: Options{Surface: on}, fields: true, Terse: true, Cursor: e.Cursor}
	if e.Error != nil {
		p.Failure(*e.Error)
	} else {
		p.Answer(e.Data)
		p.Unread(e.Unread)
		p.beside(e)
	}
	return p.Text.String()
}

// Answer writes an answer as text, by its type. Everything in it that came from outside passes through package
// printable, and such words never begin a line.
func (p *Page) Answer(out any) {
	if !slices.ContainsFunc(presenters, func(present presenter) bool { return present(p, out) }) {
		// A test checks that every output type has a presenter.
		panic(fmt.Sprintf("no presenter for %T", out))
	}
}

// presenter writes an answer of one type, and reports whether the answer is of that type.
type presenter func(p *Page, out any) bool

func presents[T any](write func(*Page, T)) presenter {
	return func(p *Page, out any) bool {
		o, is := out.(T)
		if is {
			write(p, o)
		}
		return is
	}
}

// presenters has one for each type of answer.
var presenters = []presenter{
	presents((*Page).list),
	presents((*Page).summary),
	presents((*Page).added),
	presents((*Page).thread),
	presents((*Page).contexts),
	presents((*Page).next),
	presents((*Page).replied),
	presents((*Page).evidence),
	presents((*Page).states),
	presents((*Page).edited),
	presents((*Page).applied),
	presents((*Page).labels),
	presents((*Page).reanchored),
	presents((*Page).reconcile),
	presents((*Page).adopted),
	presents((*Page).moved),
	presents((*Page).released),
	presents((*Page).editor),

	presents((*Page).checkpoint),
	presents((*Page).rounds),
	presents((*Page).checkpointDetails),
	presents((*Page).diff),
	presents((*Page).restored),
	presents((*Page).checkpointDeleted),
	presents((*Page).turn),
	presents((*Page).turns),
	presents((*Page).turnsDeleted),
	presents((*Page).event),
	presents((*Page).log),
	presents((*Page).wait),
	presents((*Page).undo),

	presents((*Page).setup),
	presents((*Page).uninstall),
	presents((*Page).responses),
	presents((*Page).responseShown),
	presents((*Page).marked),
	presents((*Page).unmarked),
	presents((*Page).feedback),
	presents((*Page).planAdded),
	presents((*Page).plans),
	presents((*Page).plan),
	presents((*Page).planDiff),
	presents((*Page).planCommented),
	presents((*Page).planFeedback),
	presents((*Page).planDecided),

	presents((*Page).memory),
	presents((*Page).memoryList),
	presents((*Page).memoryGet),
	presents((*Page).memoryPin),
	presents((*Page).memoryClear),
	presents((*Page).memoryPurge),
	presents((*Page).memoryLog),
	presents((*Page).memorySync),
	presents((*Page).memoryExport),
	presents((*Page).memoryImport),
	presents((*Page).memoryLearn),

	presents((*Page).exported),
	presents((*Page).imported),
	presents((*Page).config),
	presents((*Page).fsck),
	presents((*Page).gc),
	presents((*Page).doctor),
}

func (p *Page) added(o review.AddOutput) {
	did := "added "
	if o.Same {
		did = "already reported "
	} else if o.Reply != "" {
		did = "added " + o.Reply + " to the same finding "
	}
	p.Line("%s", p.Fold(did+p.newThreadHead(&o.Thread), "  "))
}

func (p *Page) replied(o review.ReplyOutput) {
	for _, r := range append([]review.Replied{o.Replied}, o.Others...) {
		p.Line("replied %s to %s%s", r.Reply.ID, r.ID, map[bool]string{true: ", and resolved it"}[r.WorkflowState == thread.Resolved])
		if r.ProposedBy != "" {
			p.states(review.StateOutput{Threads: []review.ThreadState{{ID: r.ID, ProposedBy: r.ProposedBy}}})
		}
		if len(r.Reply.Choices) > 0 && p.Terse {
			p.Advise("  the human chooses: {wait --thread %s}, or end your turn", r.ID)
		}
		if r.Reply.Proof.Empty() || r.Reply.Unchanged {
			p.Line("  %s", p.proof(r.Reply.Proof, r.Reply.Unchanged))
		}
	}
	p.waitCursor()
}

func (p *Page) edited(o review.EditOutput) {
	did := "edited"
	if o.Before == o.Body {
		did = "unchanged:"
	}
	p.Line("%s %s", did, o.Entry)
}

func (p *Page) labels(o review.LabelOutput) {
	p.Line("%s: %s", o.ID, cmp.Or(safe(strings.Join(o.Labels, ", ")), "no labels"))
}

func (p *Page) reanchored(o review.ReanchorOutput) { p.Line("%s", p.Fold(p.head(&o.Thread), "  ")) }

func (p *Page) released(o review.ReleaseOutput) {
	p.moved(review.MovedOutput{IDs: o.IDs, Did: "released"})
}
