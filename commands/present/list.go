package present

import (
	"fmt"
	"slices"
	"strings"

	"consider/internal/place"
	"consider/internal/review"
	"consider/internal/thread"
	"consider/internal/words"
)

// listHead counts the threads of a list, and approvals that have no reply apart.
func (p *Page) listHead(o review.ListOutput) string {
	approvals := 0
	for i := range o.Threads {
		if t := &o.Threads[i]; t.WorkflowState != thread.Resolved && !t.IsDue() {
			approvals++
		}
	}
	n := len(o.Threads) - approvals
	head := fmt.Sprintf("%s (workflow=%s, anchor=%s)", words.Plural(n, "thread"), o.Workflow, o.Anchor)
	if p.isOnScreen() {
		head = words.Plural(n, strings.TrimPrefix(o.Workflow+" thread", "all "))
		if o.Anchor != "all" {
			head += ", " + o.Anchor
		}
	}
	return head + ifAny(approvals, "approval")
}

func (p *Page) list(o review.ListOutput) {
	p.Damaged(o.Damaged, o.Newer)
	p.change(o.Change)
	head := p.listHead(o)
	if len(o.Threads) == 0 {
		p.Line("%s", head)
		if p.isOnScreen() {
			p.Advise("to include resolved threads, use {--workflow} all; to start a thread: {add FILE:LINE -m TEXT}")
		}
		p.waitCursor()
		return
	}
	p.Line("%s:", head)
	group := ""
	if p.isOnScreen() {
		slices.SortStableFunc(o.Threads, func(a, b place.ThreadView) int { return strings.Compare(groupOf(&a), groupOf(&b)) })
	}
	for i := range o.Threads {
		t := &o.Threads[i]
		p.put()
		if now := groupOf(t); p.isOnScreen() && now != group {
			group = now
			p.Line("%s", p.Paint(Bold, worktreeHead(t.Worktree, o)))
			p.put()
		}
		p.listed(t, o)
	}
	if p.isOnScreen() && (len(o.Listeners)+len(o.Elsewhere) > 0 || o.Nobody) {
		p.Line("")
		p.hearing(o.Hearing)
	}
	astray := p.lostCounts(o)
	if o.More > 0 || astray != "" || p.Cursor != "" {
		p.Line("")
	}
	if o.More > 0 {
		p.Advise("%d more; repeat the list with {--after} %s", o.More, safe(o.Next))
	}
	if astray != "" {
		p.Line("%s", astray)
	}
	p.waitCursor()
}

// change prints a change for a reviewer, and how to report a finding.
func (p *Page) change(c *review.ChangeToReview) {
	if c == nil {
		return
	}
	head := words.Plural(len(c.Files)+c.More, "file") + " changed since " + safe(c.From[:min(len(c.From), shortCursor)])
	if c.More > 0 {
		head += fmt.Sprintf(", %d not listed", c.More)
	}
	p.Line("%s:", head)
	for _, f := range c.Files {
		line := fmt.Sprintf("%s %s +%d -%d", safe(f.Status), safe(p.path(f.Path)), f.Additions, f.Deletions)
		if f.Why != "" {
			line += ", not shown: " + safe(f.Why)
		} else if f.Mechanical > 0 {
			line += ", not shown: " + words.Plural(f.Mechanical, "mechanical line")
		}
		p.Line("%s", p.Paint(Bold, line))
		if f.Patch != "" {
			p.patch(f.Patch)
		}
	}
	p.Advise("report a finding: {add FILE:LINE --kind KIND -m TEXT}; judge an outcome: {reply ID --stance confirm -m TEXT}")
	p.Line("")
}

// listed prints one thread of a list.
func (p *Page) listed(t *place.ThreadView, o review.ListOutput) {
	if p.Terse || p.isOnScreen() { // only these readers get one row each; a program that parses the text finds the same states on every thread
		p.put(p.Fold(p.headIn(t, o.Workflow, o.Anchor), "  "))
	} else {
		p.put(p.Fold(p.head(t), "  "))
	}
	for _, l := range t.Quote {
		p.put("  ", p.Paint(dim, "| "+safeCode(l)))
	}
	p.more(t.QuoteMore, "  | ")
	p.excerpt("  ", t.Body, `"`)
	if said := p.replies(t); said != "" {
		p.put("  ", said)
	}
	if q := t.Question; q != nil {
		if q.Reply != "" {
			p.Line("  %s %s", p.Paint(Bold, authorName(thread.Agent, q.AuthorName)+" asks:"), `"`+safe(q.Body)+`"`)
		}
		p.choices(q.Choices)
	}
	for _, r := range t.UnreadReplies {
		if q := t.Question; q != nil && r.ID == q.Reply && r.Body == q.Body {
			continue // it is above, with its choices
		}
		p.Line("  %s", p.Paint(Bold, "new from "+authorName(r.Author, r.AuthorName)+":"))
		p.excerpt("    ", r.Body, "")
	}
}

// lostCounts returns how many threads of a list have lost their place, including those not shown.
func (p *Page) lostCounts(o review.ListOutput) string {
	stale, orphaned := "", ""
	if !p.Terse {
		stale, orphaned = " (lines missing or uncertain)", " (file missing or unreadable)"
	}
	var parts []string
	if o.Stale > 0 {
		parts = append(parts, p.Paint(Attention, fmt.Sprintf("%d stale", o.Stale))+stale)
	}
	if o.Orphaned > 0 {
		parts = append(parts, p.Paint(Attention, fmt.Sprintf("%d orphaned", o.Orphaned))+orphaned)
	}
	return strings.Join(parts, ", ")
}

func (p *Page) replies(t *place.ThreadView) string {
	if t.Replies+t.Suggestions == 0 && p.Terse {
		return ""
	}
	out := words.Plural(t.Replies, "reply")
	if t.Suggestions > 0 { // a deleted reply has none, though its own may have been applied
		out += ", " + words.Plural(t.Suggestions, "suggestion")
		if t.Applied > 0 {
			out += fmt.Sprintf(" (%d applied)", t.Applied)
		}
	}
	if r := t.LastReply; r != nil {
		out += ", last reply from: " + authorName(r.Author, r.AuthorName)
		if r.Outcome != "" {
			out += ", " + p.outcome(r.Outcome, r.Proof, r.Unchanged)
		}
		if r.Choice != "" {
			out += ", " + chosenText(r.Choice)
		}
	}
	return p.Paint(dim, out)
}
