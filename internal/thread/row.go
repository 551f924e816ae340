package thread

import (
	"slices"
	"strings"
	"time"

	"consider/internal/suggest"
	"consider/internal/words"
)

// Summary is what a list shows of a thread wherever it is now.
type Summary struct {
	ID            string        `json:"id"`
	Target        Target        `json:"target"`
	File          string        `json:"file,omitempty"` // where it was put last: by its author or by hand
	Side          Side          `json:"side,omitempty"`
	Labels        []string      `json:"labels,omitempty"`
	Branch        string        `json:"branch,omitempty"` // the branch that was checked out when the thread was put
	WorkflowState WorkflowState `json:"workflowState"`
	ProposedBy    string        `json:"resolveProposedBy,omitempty"`
	Author        AuthorKind    `json:"author"`
	AuthorName    string        `json:"authorName,omitempty"`
	CreatedAt     time.Time     `json:"createdAt"`
	Body          string        `json:"body"`
	Approval      bool          `json:"approval,omitempty"` // the words of an approval, which waits for nothing before it has a reply
	Replies       int           `json:"replies"`
	Suggestions   int           `json:"suggestionCount,omitempty"` // of all its messages
	Applied       int           `json:"appliedCount,omitempty"`    // how many of them a person applied
	LastReply     *LastReply    `json:"lastReply,omitempty"`
	Response      *ResponseRef  `json:"response,omitempty"` // of a thread on a response
	Flag          *Flag         `json:"flag,omitempty"`     // as in [Thread]
	Question      *Question     `json:"question,omitempty"` // an open question of an agent to the person; reply with one of its choices
	Finding       *Finding      `json:"finding,omitempty"`  // the thread began as a finding
}

// Row has the fields of a thread that lists need: enough to filter, sort, place and print it without opening its blob.
// It is a function of the blob's bytes and is kept in the view under the blob's id.
type Row struct {
	Summary
	Worktree  string // as in [Thread]
	Blob      string // git blob id of the thread's JSON
	Shape     Target // the target that it is treated as: if its own is unknown, the one that its place suggests
	Start     int
	End       int
	Base      Base
	Manual    bool
	Gone      bool     // see [Thread.SaidGone]
	Quote     []string // first lines of the original text
	LastHuman int      // entry of the last human message: 0 the body, i the i-th reply, -1 none
	Humans    int      // number of messages of persons
	LastAgent string   // id of the last entry by an agent that a person may not have read, "" for none
	Seen      SeenUpTo
	Imported  string
	Linter    bool     // as in [Thread]
	Receipt   *Receipt // of the newest message of a person in it
	Visitors  []Visitor
	Given     []string // of a finding: the agents that wrote the entries which other agents are given, "" for other entries
	Merged    []string // IDs that the findings merged into it had
}

// Visitor is an agent that replied in a worktree other than the thread's.
type Visitor struct{ Agent, Worktree string }

// IsDue reports whether the thread waits for a person or an agent: it is open, and is not an approval without a reply.
func (s *Summary) IsDue() bool { return isDue(s.WorkflowState, s.Approval, s.Replies) }

// AwaitsPerson reports whether a thread that is due waits for a person: an agent spoke last in it, or proposes to
// resolve it. A finding waits if it was not accepted, or if the agents have had their turns. All others wait for an agent.
func (s *Summary) AwaitsPerson() bool {
	if f := s.Finding; f != nil {
		return s.ProposedBy != "" || f.State == Held || f.State == Undecided
	}
	by, _, _ := s.Latest()
	return s.ProposedBy != "" || by == Agent // an unanswered question is the newest entry, or only agents' entries follow it
}

// Latest returns who spoke last, in which entry, a reply or the thread, and when.
func (s *Summary) Latest() (by AuthorKind, entry string, at time.Time) {
	if s.LastReply != nil {
		return s.LastReply.Author, s.LastReply.ID, s.LastReply.CreatedAt
	}
	return s.Author, s.ID, s.CreatedAt
}

// severities are the labels that findings are ordered by, the least severe first.
var severities = []string{"info", "warning", "error"}

// Weight orders findings by severity, number of finders and confidence. It is 0 for any other thread.
func (s *Summary) Weight() int {
	if s.Finding == nil {
		return 0
	}
	severity := 0
	for _, label := range s.Labels {
		severity = max(severity, slices.Index(severities, label)+1)
	}
	return 1 + 1_000_000*severity + 1_000*min(len(s.Finding.Finders), 999) + max(0, min(s.Finding.Confidence, 100))
}

// LastReply is the last reply of a thread, without its text.
type LastReply struct {
	ID         string     `json:"id"`
	Author     AuthorKind `json:"author"`
	AuthorName string     `json:"authorName,omitempty"`
	CreatedAt  time.Time  `json:"createdAt"`
	Outcome    Outcome    `json:"outcome,omitempty"`
	Choice     string     `json:"choice,omitempty"`    // the choice that the human made with it
	Unchanged  bool       `json:"unchanged,omitempty"` // as in [Reply]
	Proof      Proof      `json:"proof,omitempty"`     // as in [Reply]
}

const (
	quoteLines   = 3
	quoteColumns = 160 // bytes of a quoted line
)

// RowOf returns the row of t, whose JSON is the blob of that id.
func RowOf(t *Thread, blob string) Row {
	file, a, manual := t.Place()
	r := Row{
		Summary: Summary{
			ID: t.ID, Target: t.Target, File: file, Side: t.Side, Labels: t.Labels, Branch: t.Branch, WorkflowState: t.WorkflowState,
			Author: t.Author, AuthorName: t.AuthorName, CreatedAt: t.CreatedAt, Body: t.Body,
			Approval: t.Approval, Replies: len(t.Replies), Applied: len(t.Applied), Flag: t.Flag, Question: t.OpenQuestion(),
			Finding: t.Finding(),
		},
		Worktree: t.Worktree, Blob: blob, Shape: t.shape(), Manual: manual, Gone: t.SaidGone(),
		LastHuman: lastHuman(t), Imported: t.ImportedFrom, Linter: t.Linter, Receipt: t.Receipt(), Given: t.givenBy(), Merged: t.merged(),
	}
	if !t.Target.Known() && !SafePath(file) {
		r.File = "" // for known targets Decode has checked the path
	}
	if a != nil {
		r.Start, r.End, r.Base = a.StartLine, a.EndLine, Base{Commit: a.Base.Commit, From: a.Base.From, Blob: a.Base.Blob}
	}
	if r.Shape == OnLines {
		r.Quote = Quote(strings.Split(a.TargetContent, "\n"))
	}
	if t.Span != nil && r.Shape == OnResponse {
		r.Quote = Quote(strings.Split(t.Span.Quote, "\n"))
		r.Response = &ResponseRef{t.Span.Response, t.Span.Agent, t.Span.Mark, t.Span.plan()}
	}
	if t.Proposal != nil {
		r.ProposedBy = t.Proposal.By
	}
	if n := len(t.Replies); n > 0 {
		last := t.Replies[n-1]
		r.LastReply = &LastReply{last.ID, last.Author, last.AuthorName, last.CreatedAt, last.Outcome, words.Headline(last.Choice), last.Unchanged, last.Proof}
	}
	for i := range t.Replies {
		if said := &t.Replies[i]; said.Worktree != nil && said.Author == Agent {
			r.Visitors = append(r.Visitors, Visitor{said.AuthorName, *said.Worktree})
		}
	}
	messages := t.Messages()
	for i := range messages {
		r.Suggestions += len(suggest.In(messages[i].Body))
		if messages[i].By.Kind == Human {
			r.Humans++
		} else if i >= t.ReadBefore() {
			r.LastAgent = t.EntryID(i)
		}
	}
	for name, id := range t.SeenUpTo {
		seen := SeenEntry{Agent: name, Entry: t.Entry(id)}
		for _, m := range messages[seen.Entry+1:] {
			if m.By.Kind == Human {
				seen.Left++
			}
		}
		r.Seen = append(r.Seen, seen)
	}
	slices.SortFunc(r.Seen, func(a, b SeenEntry) int { return strings.Compare(a.Agent, b.Agent) })
	return r
}

// Quote shortens lines to what a list shows.
func Quote(lines []string) []string {
	var out []string
	for _, l := range lines[:min(len(lines), quoteLines)] {
		l = strings.TrimRight(l, "\r")
		if len(l) > quoteColumns {
			l = strings.ToValidUTF8(l[:quoteColumns], "") + "…"
		}
		out = append(out, l)
	}
	return out
}

// SeenUpTo says how far agents have read a thread. Agents are few, so it is not a map.
type SeenUpTo []SeenEntry

// SeenEntry is the last entry that an agent has seen.
type SeenEntry struct {
	Agent string
	Entry int
	Left  int // number of messages of persons after it
}

// CountUnseen returns how many of all messages of persons agent has not seen or, with agent "", no agent has seen.
func (s SeenUpTo) CountUnseen(agent string, all int) int {
	for _, e := range s {
		if agent == "" || e.Agent == agent {
			all = min(all, e.Left)
		}
	}
	return all
}

// Unread reports whether agent has not seen an entry or, with agent "", whether no agent has. Entry -1 is none.
func (s SeenUpTo) Unread(agent string, entry int) bool {
	return entry >= 0 && !slices.ContainsFunc(s, func(e SeenEntry) bool { return (agent == "" || e.Agent == agent) && e.Entry >= entry })
}

// Newest returns the last entry that agent has to be given or, with agent "", the last human message; -1 if there is none.
func (r *Row) Newest(agent string) int {
	if r.Finding.Hides(agent) {
		return -1
	}
	last := r.LastHuman
	for i, name := range r.Given {
		if agent != "" && name != "" && name != agent {
			last = max(last, i)
		}
	}
	return last
}

// Unseen reports whether the thread has a message that agent has to be given and has not seen or, with agent "", a
// human's that no agent has seen.
func (r *Row) Unseen(agent string) bool { return r.Seen.Unread(agent, r.Newest(agent)) }
