package thread

import (
	"slices"
	"strings"

	"consider/internal/enum"
)

// FindingState is the state of a finding. It follows from the messages.
type FindingState string

// The states of findings. Those from Fixed on are the ends.
const (
	Held      FindingState = "held"
	Reported  FindingState = "reported"
	Claimed   FindingState = "claimed"
	Undecided FindingState = "undecided"
	Fixed     FindingState = "fixed"
	Refuted   FindingState = "refuted"
	Waived    FindingState = "declined"
	Rejected  FindingState = "rejected"
	Closed    FindingState = "closed"
)

var findingStates = enum.Set{Values: []enum.Value{
	{Name: string(Held), Word: "Held back", Says: "other agents get it once the human accepts it", Badge: "stale"},
	{Name: string(Reported), Word: "Reported", Says: "it awaits an agent", Badge: "quiet"},
	{Name: string(Claimed), Word: "Claimed", Says: "an agent replied with an outcome, which the finder can confirm", Badge: "quiet"},
	{Name: string(Undecided), Word: "Undecided", Says: "it awaits the human", Badge: "stale"},
	{Name: string(Fixed), Word: "Fixed", Says: "the code was changed", Badge: "good"},
	{Name: string(Refuted), Word: "Refuted", Says: "no change was needed", Badge: "done"},
	{Name: string(Waived), Word: "Declined", Says: "it will not be done", Badge: "done"},
	{Name: string(Rejected), Word: "Rejected", Says: "the human dismissed it", Badge: "done"},
	{Name: string(Closed), Word: "Closed", Says: "it was resolved without an outcome", Badge: "done"},
}}

// Enum returns the states.
func (FindingState) Enum() enum.Set { return findingStates }

// Finding describes a thread that began as a finding.
type Finding struct {
	Kind       string       `json:"kind,omitempty"`
	Confidence int          `json:"confidence,omitempty"` // the highest of all finders, in percent
	State      FindingState `json:"state"`
	Unproven   bool         `json:"unproven,omitempty"` // the last outcome is that the code was changed, and the lines of the finding were not
	Finders    []string     `json:"finders"`            // the agents and tools that reported it
	Tree       string       `json:"tree,omitempty"`     // the commit that the first finder read, if its text was not the current one
	Held       bool         `json:"held,omitempty"`     // only the finders and the human get it
}

// Hides reports whether an agent does not get the thread. f may be nil.
func (f *Finding) Hides(agent string) bool {
	return f != nil && f.Held && !slices.Contains(f.Finders, agent)
}

// Finding returns the description of a finding, nil for any other thread.
func (t *Thread) Finding() *Finding {
	if t.Concern == nil {
		return nil
	}
	f := &Finding{
		Confidence: t.Concern.Confidence, Tree: Revision(t.Concern.Tree),
		Held: t.isHeld(), State: t.findingState(), Finders: t.finders(true),
	}
	if IsWord(t.Concern.Kind) {
		f.Kind = t.Concern.Kind
	}
	for i := range t.Replies {
		r := &t.Replies[i]
		if r.Concern != nil {
			f.Confidence = max(f.Confidence, r.Concern.Confidence)
		}
		if r.Outcome != "" {
			f.Unproven = r.Author == Agent && r.Outcome == Addressed && r.Proof != ChangedHere
		}
	}
	return f
}

// IsReport reports whether an agent or a tool began the thread, and not with a question: the human can accept or dismiss it.
func (t *Thread) IsReport() bool {
	return t.Author != Human && t.Target != OnResponse && len(t.Choices) == 0
}

// finders returns the agents that reported the finding, with those of reports on request.
func (t *Thread) finders(reports bool) []string {
	names := []string{}
	for _, m := range t.Messages() {
		if m.Concern != nil && (reports || !m.Concern.Report) && !slices.Contains(names, m.By.MarkName()) {
			names = append(names, m.By.MarkName())
		}
	}
	return names
}

// isHeld reports whether a finding is held back: a dismissal does not accept it.
func (t *Thread) isHeld() bool {
	accepts := func(r Reply) bool { return r.Author == Human && r.Outcome != Declined }
	return t.Concern.Held && !slices.ContainsFunc(t.Replies, accepts)
}

// course is how far the agents have come with a finding.
type course struct {
	human, claim, blocked, insist int  // the last entry of each kind; -1 or 0 if there is none
	ended                         bool // the agents have had their turns, and the human decides
	given                         int  // how many of the first entries agents give each other
}

// course follows the messages of a finding. Agents have two rounds: report and outcome, insistence and outcome. Without
// outcomes, finders can come back once. So no exchange between agents goes on without end.
func (t *Thread) course() course {
	c := course{human: lastHuman(t), given: len(t.Replies) + 1}
	end := func(given int) { c.ended, c.given = true, min(c.given, given) }
	finders, others, returns := t.finders(true), false, 0
	for i := range t.Replies {
		r, entry := &t.Replies[i], i+1
		finder := slices.Contains(finders, Author{r.Author, r.AuthorName}.MarkName())
		switch {
		case r.Author == Human:
			if c.claim > 0 {
				end(entry)
			}
		case r.Concern != nil:
		case r.Outcome == Blocked:
			c.blocked, others = entry, true
		case r.Outcome != "":
			if c.insist > 0 || finder {
				end(entry + 1)
			}
			c.claim, others = entry, true
		case !finder:
			others = true
		default:
			if r.Stance == Insist {
				c.insist = entry
			}
			if others {
				returns++
			}
			if others = false; returns > 1 {
				end(entry)
			}
		}
	}
	return c
}

func (t *Thread) findingState() FindingState {
	c := t.course()
	switch {
	case t.WorkflowState == Resolved && t.isHeld():
		return Rejected
	case t.WorkflowState == Resolved:
		return t.findingEnd()
	case t.isHeld():
		return Held
	case c.human > max(c.claim, c.blocked):
		return Reported
	case c.ended, c.blocked > max(c.claim, c.insist), len(t.finders(false)) == 0:
		return Undecided
	case c.insist >= c.claim:
		return Reported
	}
	return Claimed
}

// findingEnds are the ends of findings by their last outcome.
var findingEnds = map[Outcome]FindingState{Addressed: Fixed, Answered: Refuted, Declined: Waived}

// findingEnd returns the state of a finding that was resolved.
func (t *Thread) findingEnd() FindingState {
	for _, r := range slices.Backward(t.Replies) {
		if r.Author == Human && r.Outcome == Declined {
			return Rejected
		}
		if end, ends := findingEnds[r.Outcome]; ends {
			return end
		}
	}
	return Closed
}

// TakesConcern reports whether another finder's report of the same problem can become a reply: the thread is an open
// finding without an outcome.
func (t *Thread) TakesConcern() bool {
	return t.Concern != nil && t.WorkflowState != Resolved && t.course().claim == 0 && len(t.Replies) < MaxReplies
}

// merged returns the IDs that the findings merged into the thread had.
func (t *Thread) merged() (ids []string) {
	for i := range t.Replies {
		if r := &t.Replies[i]; r.Concern != nil {
			ids = append(ids, ThreadPrefix+strings.TrimPrefix(r.ID, ReplyPrefix))
		}
	}
	return ids
}

// MayInsist reports whether a finder can still insist, and whether there is an outcome that it can judge: one that the
// human has not replied to.
func (t *Thread) MayInsist() (may, judged bool) {
	c := t.course()
	return c.claim > 0 && c.insist == 0 && !c.ended, c.claim > max(c.human, 0)
}

// Unconfirmed returns the finders who read replies, except one, that have not confirmed the last outcome.
func (t *Thread) Unconfirmed(except string) []string {
	if t.Concern == nil {
		return nil
	}
	claim := t.course().claim
	return slices.DeleteFunc(t.finders(false), func(name string) bool {
		return name == except || slices.ContainsFunc(t.Replies[claim:], func(r Reply) bool {
			return r.Stance == Confirm && Author{r.Author, r.AuthorName}.MarkName() == name
		})
	})
}

// IsFinder reports whether an agent reported the finding and reads replies.
func (t *Thread) IsFinder(agent string) bool { return slices.Contains(t.finders(false), agent) }

// givenBy returns the agents that wrote entries of a finding, "" for an entry that other agents are not given. It is nil
// for any other thread.
func (t *Thread) givenBy() []string {
	if t.Concern == nil {
		return nil
	}
	names := make([]string, len(t.Replies)+1)
	for i, m := range t.Messages()[:t.course().given] {
		if m.By.Kind == Agent && (m.Concern == nil || !m.Concern.Report) {
			names[i] = m.By.MarkName()
		}
	}
	return names
}

// IsFor returns which entries a reader has to be given: a human those of agents; an agent those of humans and, in a
// finding, those of other agents until the human decides.
func (t *Thread) IsFor(reader Author) func(entry int) bool {
	messages, names, hidden := t.Messages(), t.givenBy(), t.Finding().Hides(reader.Name)
	return func(i int) bool {
		switch human := messages[i].By.Kind == Human; {
		case reader.Kind == Human:
			return !human
		case human || names == nil:
			return human && !hidden
		}
		return !hidden && reader.Name != "" && names[i] != "" && names[i] != reader.Name
	}
}
