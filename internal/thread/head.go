package thread

import "time"

// Head is what filters and orders need of a thread: a list that is cut has those of all threads, and the rows of a few.
type Head struct {
	ID       string
	File     string // where it was put last
	Line     int    // the first, there
	Workflow WorkflowState
	Due      bool // see [IsDue]
	Proposed bool // to resolve it
	Asks     bool // a question stands in it
	Unheard  bool // as far as it knows, a person's words in it were told to no agent

	By        AuthorKind // who spoke last,
	Entry     string     // in which entry, a reply or the thread,
	At        time.Time  // and when
	LastHuman int        // as in [Row]
	Humans    int        // likewise
	LastAgent string     // likewise
	Seen      SeenUpTo
}

// Head is the row's.
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

// Unseen reports whether the thread holds human words that agent has not seen; with agent "" that no agent
// has seen.
func (h *Head) Unseen(agent string) bool { return h.Seen.Unread(agent, h.LastHuman) }
