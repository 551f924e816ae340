package plan

import (
	"cmp"
	"context"
	"math"
	"slices"
	"strings"
	"time"

	"consider/internal/session"
	"consider/internal/thread"
)

// PlanShowInput names a plan, and which version of it.
type PlanShowInput struct {
	ID      string `json:"id,omitempty" arg:"id?" help:"plan ID (p_…) or a unique prefix (default: the latest plan)"`
	Version int    `json:"version,omitempty" flag:"version" help:"the version (default: the latest)" placeholder:"N"`
	All     bool   `json:"all,omitempty" flag:"all" help:"include resolved threads"`
}

// PlanShowOutput is one version of a plan, with everything said about the plan so far.
type PlanShowOutput struct {
	Plan    PlanView      `json:"plan"`
	Shown   int           `json:"shown"` // the version
	State   PlanState     `json:"state"` // the state of that version
	Text    string        `json:"text"`
	Threads []PlanThread  `json:"threads"`            // in the order of the text; those without a passage last
	Verdict []PlanVerdict `json:"verdicts,omitempty"` // oldest first
	Resolve int           `json:"resolved,omitempty"` // number of resolved threads, which are omitted
}

// PlanThread is a comment on a plan, with its passage's place in the version shown and its state.
type PlanThread struct {
	ID string `json:"id"`
	PlanPlaced
	Version       int                  `json:"version"`            // on which it was made
	WasStart      int                  `json:"wasStart,omitempty"` // its lines in that version; 0 for the whole plan
	WasEnd        int                  `json:"wasEnd,omitempty"`
	Quote         string               `json:"quote"` // the original words of the passage
	WorkflowState thread.WorkflowState `json:"workflowState"`
	Author        thread.AuthorKind    `json:"author"`
	AuthorName    string               `json:"authorName,omitempty"`
	CreatedAt     time.Time            `json:"createdAt"`
	Body          string               `json:"body"`
	Replies       []thread.Reply       `json:"replies"`
	Answered      bool                 `json:"answered"`          // an agent spoke last
	Outcome       thread.Outcome       `json:"outcome,omitempty"` // the outcome that the agent named
	Unseen        bool                 `json:"unseen"`            // human words that the asking agent has not read; for other callers: that no agent has read
}

// Show returns a version of a plan with the threads on it.
func Show(ctx context.Context, s *session.Session, in PlanShowInput) (PlanShowOutput, error) {
	st, err := s.Read(ctx)
	if err != nil {
		return PlanShowOutput{}, err
	}
	defer st.SaveView()
	p, err := find(st.Commit, in.ID)
	if err != nil {
		return PlanShowOutput{}, err
	}
	n, err := p.choose(in.Version)
	if err != nil {
		return PlanShowOutput{}, err
	}
	w, err := newPassageFinder(st.Commit, p, n)
	if err != nil {
		return PlanShowOutput{}, err
	}
	threads, err := w.threads(st, s.Agent())
	if err != nil {
		return PlanShowOutput{}, err
	}
	out := PlanShowOutput{Plan: p.summary(), Shown: n, State: p.state(n), Text: string(w.text), Threads: []PlanThread{}, Verdict: p.Verdicts}
	for _, t := range threads {
		open := t.WorkflowState != thread.Resolved
		if open {
			out.Plan.count(t.Answered)
		}
		if open || in.All {
			out.Threads = append(out.Threads, t)
		} else {
			out.Resolve++
		}
	}
	return out, nil
}

// threads returns all active threads on the plan, placed.
func (w *passageFinder) threads(st *session.Snapshot, agent string) ([]PlanThread, error) {
	var out []PlanThread
	rows := st.View.Rows
	for i := range rows {
		r := &rows[i]
		if !on(r, w.plan.ID) {
			continue
		}
		t, row, err := st.Thread(thread.Active, r.ID)
		if err != nil {
			return nil, err
		}
		out = append(out, w.thread(t, &row, agent))
	}
	slices.SortStableFunc(out, func(a, b PlanThread) int {
		return cmp.Or(cmp.Compare(a.order(), b.order()), strings.Compare(a.ID, b.ID))
	})
	return out, nil
}

// order is the sort key of a thread: threads on the whole plan come first, those without a passage last.
func (t *PlanThread) order() int {
	if t.Passage == Gone {
		return math.MaxInt
	}
	return t.StartLine
}

// thread is one thread, placed.
func (w *passageFinder) thread(t *thread.Thread, r *thread.Row, agent string) PlanThread {
	out := PlanThread{
		ID: t.ID, PlanPlaced: w.place(t.Span), Version: t.Span.Source.Version, Quote: t.Span.Quote, WorkflowState: t.WorkflowState,
		Author: t.Author, AuthorName: t.AuthorName, CreatedAt: t.CreatedAt, Body: t.Body, Replies: thread.OrEmpty(t.Replies), Answered: answered(r), Unseen: r.Unseen(agent),
	}
	if a := t.Span.Source.Anchor; a != nil {
		out.WasStart, out.WasEnd = a.StartLine, a.EndLine
	}
	if out.Answered {
		out.Outcome = r.LastReply.Outcome
	}
	return out
}
