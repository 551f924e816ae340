package thread

import (
	"slices"
	"strings"
	"time"

	"consider/internal/words"
)

// Row has the fields of a thread that lists need: enough to filter, sort, place and print it without opening its blob.
// It is a function of the blob's bytes and is kept in the view under the blob's id.
type Row struct {
	ID         string
	Blob       string // git blob id of the thread's JSON
	Target     Target
	Shape      Target // the target that it is treated as, see [Target.Shape]
	File       string // where it was put last: by its author or by hand
	Side       Side
	Start      int
	End        int
	Base       Base
	Manual     bool
	Gone       bool     // see [Thread.SaidGone]
	Quote      []string // first lines of the original text
	Labels     []string
	Branch     string
	Workflow   WorkflowState
	Proposed   string // who proposes to resolve it
	Author     AuthorKind
	AuthorName string
	CreatedAt  time.Time
	Body       string
	Replies    int
	Last       *LastReply
	LastHuman  int    // entry of the last human message: 0 the body, i the i-th reply, -1 none
	Humans     int    // number of messages of persons
	LastAgent  string // id of the last entry by an agent that a person may not have read, "" for none
	Seen       SeenUpTo
	Approval   bool
	Imported   string
	Response   *ResponseRef
	Question   *Question // the open question
	Receipt    *Receipt  // of the newest message of a person in it
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
}

const (
	quoteLines   = 3
	quoteColumns = 160 // bytes of a quoted line
)

// RowOf returns the row of t, whose JSON is the blob of that id.
func RowOf(t *Thread, blob string) Row {
	file, a, manual := t.Place()
	r := Row{
		ID: t.ID, Blob: blob, Target: t.Target, Shape: t.shape(), File: file, Side: t.Side, Manual: manual, Gone: t.SaidGone(),
		Labels: t.Labels, Branch: t.Branch, Workflow: t.WorkflowState,
		Author: t.Author, AuthorName: t.AuthorName, CreatedAt: t.CreatedAt, Body: t.Body,
		Replies: len(t.Replies), LastHuman: lastHuman(t), Approval: t.Approval, Imported: t.ImportedFrom, Question: t.Standing(), Receipt: t.Receipt(),
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
		r.Proposed = t.Proposal.By
	}
	if n := len(t.Replies); n > 0 {
		last := t.Replies[n-1]
		r.Last = &LastReply{last.ID, last.Author, last.AuthorName, last.CreatedAt, last.Outcome, words.Headline(last.Choice), last.Unchanged}
	}
	messages := t.Messages()
	for i := range messages {
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

// Left returns how many of all messages of persons agent has not seen or, with agent "", no agent has seen.
func (s SeenUpTo) Left(agent string, all int) int {
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

// Unseen is [Head.Unseen].
func (r *Row) Unseen(agent string) bool { return r.Seen.Unread(agent, r.LastHuman) }
