package present

import (
	"fmt"
	"strings"

	"consider/internal/place"
	"consider/internal/thread"
	"consider/internal/words"
)

// head returns a thread's first line: id, place and states.
func (p *Page) head(t *place.ThreadView) string { return p.headIn(t, "", "") }

// newThreadHead returns the head line of a new thread. On a screen it omits that the thread is open and anchored.
func (p *Page) newThreadHead(t *place.ThreadView) string {
	if p.isOnScreen() {
		return p.headIn(t, string(thread.Open), "all")
	}
	return p.head(t)
}

// headIn returns the head line of a thread in a list. It omits workflow and anchor, the states that the list's own head
// names, as well as "anchored" and, for agents, "seen".
func (p *Page) headIn(t *place.ThreadView, workflow, anchor string) string {
	var states []string
	if workflow != string(t.WorkflowState) {
		states = append(states, p.state("workflow", safe(string(t.WorkflowState))))
	}
	mayBeThere := t.Foreign && t.AnchorState == thread.Orphaned // its own worktree may have its code
	if state := t.Placement.State(); !mayBeThere && (anchor == "" || anchor != state && state != string(thread.Anchored)) {
		states = append(states, p.state("anchor", safe(state)))
	}
	if t.OtherBranch != "" {
		states = append(states, p.state("branch", safe(t.OtherBranch)))
	}
	if t.Author == thread.Elsewhere {
		states = append(states, "from another store")
	}
	if t.Author == thread.Agent && workflow != "" {
		states = append(states, p.state("author", safe(thread.Author{Kind: t.Author, Name: t.AuthorName}.MarkName())))
	}
	states = append(states, p.readBy(t, workflow == "")...)
	if t.Question != nil {
		states = append(states, p.openQuestion())
	}
	if t.Flag != nil {
		states = append(states, "flagged: "+safe(string(t.Flag.Kind)))
	}
	states = append(states, p.finding(t.Finding)...)
	if t.ProposedBy != "" {
		states = append(states, safe(t.ProposedBy)+" proposes resolving this thread")
	}
	if t.Archived {
		states = append(states, "archived")
	}
	if t.Deleted {
		states = append(states, "deleted")
	}
	if t.Foreign && !(t.Elsewhere && p.isOnScreen()) { // its heading there names the worktree
		states = append(states, p.state("worktree", worktreeName(t.Worktree)))
	}
	if len(t.Labels) > 0 {
		states = append(states, p.state("labels", safe(strings.Join(t.Labels, ","))))
	}
	code := ""
	if t.AnchorState != thread.Anchored {
		code = Attention
	}
	out := p.Paint(Bold, "["+t.ID+"]") + " " + p.Paint(magenta, safe(p.Where(t.Where())))
	if len(states) == 0 {
		return out
	}
	return out + " " + p.Paint(code, "("+strings.Join(states, ", ")+")")
}

// finding returns the states of a finding: how far it has come, its kind, and who reported it with which confidence.
func (p *Page) finding(f *thread.Finding) (states []string) {
	if f == nil {
		return nil
	}
	confidence, finders := "", ""
	if f.Confidence > 0 {
		confidence = fmt.Sprintf("%d%%", f.Confidence)
	}
	if len(f.Finders) > 1 {
		finders = strings.Join(f.Finders, ",")
	}
	for _, s := range [][2]string{
		{"finding", string(f.State)}, {"kind", f.Kind}, {"confidence", confidence}, {"finders", finders}, {"another tree", words.Headline(f.Tree)},
	} {
		if s[1] != "" {
			states = append(states, p.state(s[0], safe(s[1])))
		}
	}
	if f.Unproven {
		states = append(states, "unproven")
	}
	return states
}

// readBy returns who has read, holds or has not read a thread. Agents are only shown in full that they have read it.
func (p *Page) readBy(t *place.ThreadView, full bool) []string {
	var states []string
	switch {
	case t.Receipt != nil && t.Receipt.State != thread.Replied && p.isOnScreen():
		states = append(states, p.receipt(t.Receipt))
	case t.Unseen:
		states = append(states, p.readMark("unseen"))
	case t.Unread || p.isOnScreen() && t.LastReply != nil && t.LastReply.Author == thread.Agent:
		// An agent has always seen what it answered.
	case full || p.isOnScreen():
		states = append(states, p.readMark("seen"))
	}
	if t.Receipt.IsWork() && !p.isOnScreen() {
		states = append(states, p.receipt(t.Receipt))
	}
	if t.Unread {
		states = append(states, "unread by you")
	}
	return states
}

// state is one of a thread's states: in plain words on a person's screen, for others as the name and the value.
func (p *Page) state(name, value string) string {
	switch {
	case !p.isOnScreen():
		return name + "=" + value
	case name == "author":
		return "by " + value
	case name == "workflow" || name == "anchor":
		return strings.TrimPrefix(value, "anchored, ") // the states after it imply it
	}
	return name + " " + value
}

// receipt says how far delivery of the person's words to agents has come.
func (p *Page) receipt(r *thread.Receipt) string {
	switch {
	case r.Yours:
		return "taken by you"
	case r.State == thread.Working:
		return safe(r.By) + " is working on it"
	case r.State == thread.Asked:
		return safe(r.By) + " is working on it, in a sandbox"
	case r.State == thread.ToldOf:
		return safe(r.By) + " was notified " + p.when(r.At)
	case r.State == thread.HasRead && r.At.IsZero():
		return "read by " + safe(r.By)
	case r.State == thread.HasRead:
		return "read by " + safe(r.By) + " " + p.when(r.At)
	}
	return safe(string(r.State))
}

// readMark adds on a person's screen that agents have read or not read the thread, because persons have a mark too.
func (p *Page) readMark(mark string) string {
	if p.isOnScreen() {
		return strings.Replace(mark, "seen", "read", 1) + " by agents"
	}
	return mark
}

// openQuestion returns the state of a thread with an open question: who has to answer it.
func (p *Page) openQuestion() string {
	if p.Terse {
		return "asks the human"
	}
	return "awaiting you"
}

// isOnScreen reports whether a person reads the text on a terminal.
func (p *Page) isOnScreen() bool { return !p.Terse && !p.Now.IsZero() }

func authorName(kind thread.AuthorKind, name string) string {
	return safe(thread.Author{Kind: kind, Name: name}.String())
}

// more prints how many lines were omitted.
func (p *Page) more(n int, indent string) {
	if n > 0 {
		p.Line("%s%s", indent, p.Paint(dim, "… "+words.Plural(n, "more line")))
	}
}

// Where returns a place as it can be typed in the reader's folder.
func (p *Page) Where(w thread.Where) string {
	w.File = p.path(w.File)
	return w.String()
}
