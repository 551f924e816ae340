package thread

import "time"

// Head has the fields of a thread that filters and ordering need. A limited list reads the heads of all threads, and
// the rows of a few.
type Head struct {
	ID       string
	File     string // where it was put last
	Line     int    // the first line there
	Workflow WorkflowState
	Due      bool // see [IsDue]
	Proposed bool // an agent proposes to resolve it
	Asks     bool // it has an unanswered question
	Unheard  bool // according to the thread, no agent was notified of a person's message

	By        AuthorKind // who spoke last,
	Entry     string     // in which entry, a reply or the thread,
	At        time.Time  // and when
	LastHuman int        // as in [Row]
	Humans    int        // likewise
	LastAgent string     // likewise
	Seen      SeenUpTo
}

// Head returns the head of the row.
func (r *Row) Head() Head {
	h := Head{
		ID: r.ID, File: r.File, Line: r.Start, Workflow: r.Workflow, Due: IsDue(r.Workflow, r.Approval, r.Replies), Proposed: r.Proposed != "", Asks: r.Question != nil,
		Unheard: r.Receipt != nil && r.Receipt.State == NotHeard,
		By:      r.Author, Entry: r.ID, At: r.CreatedAt, LastHuman: r.LastHuman, Humans: r.Humans, LastAgent: r.LastAgent, Seen: r.Seen,
	}
	if r.Last != nil {
		h.By, h.Entry, h.At = r.Last.Author, r.Last.ID, r.Last.CreatedAt
	}
	return h
}

// Unseen reports whether the thread has a human's message that agent has not seen or, with agent "", that no agent has
// seen.
func (h *Head) Unseen(agent string) bool { return h.Seen.Unread(agent, h.LastHuman) }
