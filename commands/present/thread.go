package present

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"consider/internal/fail"
	"consider/internal/place"
	"consider/internal/review"
	"consider/internal/session"
	"consider/internal/thread"
	"consider/internal/words"
)

func (p *Page) thread(o review.GetOutput) {
	t := o.Thread
	p.opening(t)
	p.span(t.Span)
	p.code(t.Code, t.Placement)
	p.since(o.Since)
	p.messages(t, 0)
	p.images(t.Images)
	p.suggestions(t)
	p.howToAnswer(t, true)
	p.hearing(o.Hearing)
}

// since says whether a thread's lines changed since a checkpoint.
func (p *Page) since(s *review.SinceView) {
	if s == nil {
		return
	}
	p.apart(p.Paint(Bold, "since "+safe(s.Checkpoint)+": "+safe(s.What)))
	if s.Diff != "" {
		p.Body("  ", s.Diff)
	}
}

// opening prints a thread's state and how its place was found.
func (p *Page) opening(t place.ThreadDetail) {
	p.Line("%s", p.Fold(p.head(&t.ThreadView), "  "))
	p.found(t)
}

// found prints how a thread's place was found, unless that is its original one.
func (p *Page) found(t place.ThreadDetail) {
	switch pl := t.Placement; {
	case pl.Reason != "":
		p.Line("  %s: %s (originally %s)", pl.AnchorState, safe(t.Why()), p.originText(t))
		if pl.Guess != nil {
			p.Line("  best guess: %s", words.Lines(pl.Guess.StartLine, pl.Guess.EndLine))
		}
		if c := pl.Candidate; c != nil {
			p.Advise("  may have moved to %s; accept with '{reanchor %s --here}'", words.LineRange(safe(p.path(c.File)), c.StartLine, c.EndLine), t.ID)
		}
	case pl.Method != "" && pl.Method != "unchanged":
		p.Line("  originally %s; %s", p.originText(t), foundBy(pl))
	}
	if t.Placement.Perhaps {
		p.Advise("  uncertain location; confirm with '{reanchor %s --here}', reject with {--gone}", t.ID)
	}
}

// methodTexts explain to people how a thread's current lines were found, by method.
var methodTexts = map[string]string{
	"diff":     "shifted by edits elsewhere",
	"edited":   "the lines were edited since",
	"moved":    "the lines moved",
	"reflowed": "the lines were split or joined",
	"context":  "the lines were found by their text",
	"renamed":  "the file was renamed",
	"manual":   "moved manually",
}

func foundBy(pl thread.Placement) string { return cmp.Or(methodTexts[pl.Method], safe(pl.Method)) }

// originText returns the original location of a thread, and its commit.
func (p *Page) originText(t place.ThreadDetail) string {
	out := safe(p.Where(thread.Where{Target: t.Target, Side: t.Side, File: t.File, Response: t.Response}.Described(t.Anchor)))
	if a := t.Anchor; a != nil && len(a.Base.Commit) > 10 {
		out += " at " + safe(a.Base.Commit[:10])
	}
	return out
}

// code prints a range of a file with line numbers and marks the thread's own lines.
func (p *Page) code(c *place.Code, pl thread.Placement) {
	if c == nil || len(c.Lines) == 0 {
		return
	}
	first, last := pl.StartLine, pl.EndLine
	width := len(fmt.Sprint(c.StartLine + len(c.Lines)))
	if !p.Terse {
		p.Line("")
	} else {
		p.Line("%s", p.Paint(dim, words.Lines(c.StartLine, c.StartLine+len(c.Lines)-1)+":"))
	}
	for i, l := range c.Lines {
		n := c.StartLine + i
		mark := " "
		if first > 0 && n >= first && n <= last {
			mark = ">"
		}
		if p.Terse {
			p.Line("%s%s", mark, safeCode(l))
		} else {
			p.Line("%s %*d | %s", mark, width+1, n, safeCode(l))
		}
	}
	p.more(c.More, " ")
}

// messages prints a thread's messages. If an agent has read the first ones before, the others are marked; if the first
// ones are long, they come last, in one line.
func (p *Page) messages(t place.ThreadDetail, read int) {
	old := len(t.Body)
	for i := range read - 1 {
		old += len(t.Thread[i].Body)
	}
	folded := read > 0 && old > maxExcerpt
	for i := range len(t.Thread) + 1 {
		isNew := read > 0 && i >= read
		switch {
		case folded && !isNew:
		case isNew && (t.Finding != nil || t.Stored.Messages()[i].By.Kind == thread.Human):
			p.entry(t, i, "new: ")
		default:
			p.entry(t, i, "")
		}
	}
	if folded {
		p.Line("")
		p.Advise("%s, already read (first: \"%s\"): {show %s --all}", words.Plural(read, "earlier message"), safe(words.FirstLine(t.Body)), t.ID)
	}
}

// entry prints the i-th message of a thread, from 0, with a mark before its author.
func (p *Page) entry(t place.ThreadDetail, i int, mark string) {
	if i == 0 {
		p.message(mark+authorName(t.Author, t.AuthorName), t.CreatedAt, "", t.EditedAt, t.Body)
		p.choices(t.Choices)
		return
	}
	r := &t.Thread[i-1]
	said := p.outcome(r.Outcome, r.Proof, r.Unchanged)
	if r.Choice != "" {
		said = chosenText(r.Choice)
	} else if r.Stance != "" {
		said = safe(string(r.Stance))
	}
	p.message(mark+authorName(r.Author, r.AuthorName)+" "+r.ID, r.CreatedAt, said, r.EditedAt, r.Body)
	p.choices(r.Choices)
}

// outcome is what an agent claims, and what in the project bears it out.
func (p *Page) outcome(o thread.Outcome, proof thread.Proof, unchanged bool) string {
	out := safe(string(o))
	if found := p.proof(proof, unchanged); found != "" {
		out += ", " + found
	}
	return out
}

// Unread prints the messages that the reader of the answer has not been given before.
func (p *Page) Unread(u *session.Unread) {
	if u == nil {
		return
	}
	for _, m := range u.Messages {
		p.message("new in "+m.Thread+", "+strings.TrimSpace(authorName(m.Author, m.AuthorName)+" "+m.Reply), m.At, "", nil, m.Body)
	}
	if len(u.Messages) > 0 && len(u.Notes) > 0 {
		p.Line("")
	}
	for _, note := range u.Notes {
		p.Advise("%s", note)
	}
}

// choices prints the answers that a question offers, with the numbers that choose them.
func (p *Page) choices(choices []string) {
	if thread.AreChoices(choices) {
		p.Line("  %s", p.Paint(Bold, "choose: "+numbered(choices)))
	}
}

func numbered(choices []string) string {
	out := make([]string, 0, len(choices))
	for i, c := range choices {
		out = append(out, fmt.Sprintf("%d %s", i+1, safe(c)))
	}
	return strings.Join(out, " | ")
}

// chosenText returns a person's answer to a question.
func chosenText(choice string) string { return `chose "` + safe(choice) + `"` }

func (p *Page) message(by string, at time.Time, outcome string, edited *time.Time, body string) {
	head := by + ", " + p.at(at)
	if outcome != "" {
		head += ", " + outcome
	}
	if edited != nil {
		head += ", edited"
	}
	p.apart(p.Paint(Bold, head+":"))
	p.prose("  ", body)
}

func (p *Page) howToAnswer(t place.ThreadDetail, last bool) {
	open := !t.Archived && !t.Deleted && t.WorkflowState != thread.Resolved
	if open && p.Terse && (p.fields || !last) { // a reader that gives fields already knows the tool for it
		return
	}
	p.Line("")
	switch {
	case t.Archived:
		p.Advise("restore: {unarchive %s}", t.ID)
	case t.Deleted:
		p.Advise("restore: {undelete %s}", t.ID)
	case t.WorkflowState == thread.Resolved:
		p.Advise("reopen: {reopen %s}", t.ID)
	case t.Question != nil && !p.Terse:
		p.Advise("reply: {reply %s --choose 1}, or {-m} '...'", t.ID)
	default:
		p.Advise("reply: {reply %s -m '...'}", t.ID)
	}
}

func (p *Page) summary(o review.SummaryOutput) {
	p.Damaged(o.Damaged, o.Newer)
	p.Line("%s in %s, %d unread; %d resolved", words.Plural(o.Open, "open thread"), words.Plural(o.Files, "file"), o.UnseenOpen, o.Resolved)
	if astray := o.OpenAnchors["stale"] + o.OpenAnchors["orphaned"]; astray > 0 {
		p.Line("%d stale, %d orphaned", o.OpenAnchors["stale"], o.OpenAnchors["orphaned"])
	}
	if o.Proposed > 0 {
		p.Line("proposals to resolve: %d", o.Proposed)
	}
	if o.Questions > 0 && p.Terse {
		p.Line("questions to the human: %d", o.Questions)
	} else if o.Questions > 0 {
		p.Advise("questions from agents: %d; {list --awaiting me}", o.Questions)
	}
	if o.Open > 0 {
		you := "the human"
		if p.isOnScreen() {
			you = "you"
		}
		p.Line("%d awaiting %s, %d awaiting agents", o.AwaitHuman, you, o.AwaitAgent)
		switch {
		case o.AllWorktrees:
			p.Advise("read them: {list --all-worktrees}")
		case p.Terse && o.UnseenOpen > 0 && o.UnseenOpen < o.Open:
			p.Advise("read the unread ones: {list --unseen}")
		default:
			p.Advise("read them: {list}")
		}
	} else if p.isOnScreen() {
		p.Advise("no open threads; to start a thread: {add FILE:LINE -m TEXT}")
	}
	for _, f := range o.Finders {
		closed := f.Findings - f.Confirmed - f.Refuted - f.Open
		p.Line("%s by %s: %d confirmed, %d refuted, %d closed, %d open", words.Plural(f.Findings, "finding"), safe(f.Name), f.Confirmed, f.Refuted, closed, f.Open)
	}
	p.hearing(o.Hearing)
	if o.Elsewhere > 0 {
		p.Line("open in other worktrees: %d; %s", o.Elsewhere, p.Phrase("{list --all-worktrees}"))
	}
	if o.PutAway > 0 {
		p.Line("open threads in the archive: %d; %s", o.PutAway, p.Phrase("{list --archived --workflow open}"))
	}
	if o.Memory > 0 {
		p.Line("memory: %s from earlier conversations; %s", words.Plural(o.Memory, "file"), p.Phrase("read them first: {memory view}"))
	}
	p.waitCursor()
}

func (p *Page) states(o review.StateOutput) {
	p.Damaged(o.Damaged, o.Newer)
	if len(o.Threads) == 0 {
		p.Line("no open threads match")
	}
	for _, t := range o.Threads {
		switch {
		case t.ProposedBy != "":
			p.Line("%s: %s proposes resolving this thread; the human decides", t.ID, safe(t.ProposedBy))
		case t.Changed:
			p.Line("%s: %s", t.ID, safe(string(t.WorkflowState)))
		default:
			p.Line("%s: already %s", t.ID, safe(string(t.WorkflowState)))
		}
	}
}

func (p *Page) moved(o review.MovedOutput) {
	if len(o.IDs) == 0 {
		p.Line("nothing to do")
		return
	}
	for _, id := range o.IDs {
		p.Line("%s: %s", id, o.Did)
	}
	const named = 5
	if o.Back == "" {
		return
	}
	if len(o.IDs) > named || o.Back == "undo" {
		p.Advise("undo: {undo}")
		return
	}
	p.Advise("undo: {%s %s}", o.Back, strings.Join(o.IDs, " "))
}

func (p *Page) reconcile(o review.ReconcileOutput) {
	p.Damaged(o.Damaged, o.Newer)
	p.Line("%s: %d anchored, %d stale, %d orphaned", words.Plural(o.Checked, "thread"), o.Anchored, o.Stale, o.Orphaned)
	for _, t := range o.Moved {
		p.Line("  %s; %s", p.head(&t), foundBy(t.Placement))
	}
	for _, t := range o.Lost {
		p.Line("  %s: %s", p.head(&t), safe(t.Why()))
	}
}

// Damaged prints what an answer lacks because it is damaged, or because a newer consider wrote it.
func (p *Page) Damaged(list, newer []thread.Damage) {
	for _, d := range list {
		p.Line("%s", p.Fold(p.Paint(Attention, fmt.Sprintf("damaged: %s: %s", safe(d.Path), safe(d.Problem))), "  "))
	}
	p.newerVersion(newer)
}

// newerVersion prints in one line what is not shown because a newer consider wrote it.
func (p *Page) newerVersion(list []thread.Damage) {
	if len(list) == 0 {
		return
	}
	const named = 5
	var names []string
	for _, d := range list[:min(len(list), named)] {
		names = append(names, safe(d.Path))
	}
	if more := len(list) - named; more > 0 {
		names = append(names, fmt.Sprintf("and %d more", more))
	}
	p.Line("%s", p.Paint(Attention, fmt.Sprintf("written by a newer version, and not shown: %d (%s)", len(list), strings.Join(names, ", "))))
	p.Line("  hint: %s", fail.UpdateHint)
}
