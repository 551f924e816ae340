package review

import (
	"context"

	"consider/internal/memory"
	"consider/internal/session"
	"consider/internal/thread"
)

// SummaryInput says which threads to count.
type SummaryInput struct {
	AllWorktrees bool `json:"allWorktrees,omitempty" rare:"true" flag:"all-worktrees" help:"also the threads of the other worktrees of the repository, and of removed ones"`
}

// SummaryOutput counts the active threads.
type SummaryOutput struct {
	Open         int            `json:"open"`
	Resolved     int            `json:"resolved"`
	Files        int            `json:"files"`                   // that have open threads
	UnseenOpen   int            `json:"unseenOpen"`              // open threads with words of the other side that the caller has not read
	OpenAnchors  map[string]int `json:"openAnchors"`             // open threads by anchor state
	AllAnchors   map[string]int `json:"allAnchors"`              // all active threads by anchor state
	AwaitHuman   int            `json:"awaitingHuman"`           // open threads in which an agent spoke last, or proposes to resolve
	AwaitAgent   int            `json:"awaitingAgent"`           // the other open threads
	Questions    int            `json:"questions,omitempty"`     // open threads in which an agent asks the human, with choices
	Elsewhere    int            `json:"openElsewhere,omitempty"` // open threads of other worktrees, if not counted above
	PutAway      int            `json:"openArchived,omitempty"`  // open threads in the archive
	Proposed     int            `json:"resolveProposed,omitempty"`
	Memory       int            `json:"memory,omitempty"`       // files that earlier conversations left; see the memory verbs
	AllWorktrees bool           `json:"allWorktrees,omitempty"` // the threads of the other worktrees are counted too
	Hearing
	Damaged []thread.Damage `json:"damaged,omitempty"`
	Newer   []thread.Damage `json:"newer,omitempty"` // threads that a newer consider wrote; not counted
}

// Summary says briefly whether feedback waits.
func Summary(ctx context.Context, s *session.Session, in SummaryInput) (SummaryOutput, error) {
	all, threads, st, err := findAt(ctx, s, ListInput{Workflow: "all", AllWorktrees: in.AllWorktrees}, nil)
	if err != nil {
		return SummaryOutput{}, err
	}
	out := SummaryOutput{
		OpenAnchors:  map[string]int{"anchored": 0, "stale": 0, "orphaned": 0},
		AllAnchors:   map[string]int{"anchored": 0, "stale": 0, "orphaned": 0},
		AllWorktrees: in.AllWorktrees, Damaged: all.Damaged, Newer: all.Newer,
	}
	out.Hearing = hearing(s, threads)
	isPerson := s.Caller.IsPerson()
	files := map[string]bool{}
	for _, t := range threads {
		out.AllAnchors[string(t.AnchorState)]++
		if t.ProposedBy != "" {
			out.Proposed++
		}
		if t.WorkflowState == thread.Resolved {
			out.Resolved++
			continue
		}
		out.Open++
		if t.Question != nil {
			out.Questions++
		}
		out.OpenAnchors[string(t.AnchorState)]++
		if t.Placement.File != "" {
			files[t.Placement.File] = true
		}
		if isPerson && t.Unread || !isPerson && t.Unseen {
			out.UnseenOpen++
		}
		if t.ProposedBy != "" || t.LastReply == nil && t.Author == thread.Agent || t.LastReply != nil && t.LastReply.Author == thread.Agent {
			out.AwaitHuman++
		} else {
			out.AwaitAgent++
		}
	}
	out.Files = len(files)
	if err := out.unlisted(ctx, s, st, in); err != nil {
		return SummaryOutput{}, err
	}
	out.Memory = memory.Remembered(ctx, s)
	return out, nil
}

// unlisted counts the open threads that a plain list does not show.
func (o *SummaryOutput) unlisted(ctx context.Context, s *session.Session, st *session.Snapshot, in SummaryInput) error {
	open := func(rows []thread.Row, counts func(r *thread.Row) bool) (n int) {
		for i := range rows {
			if rows[i].Workflow != thread.Resolved && counts(&rows[i]) {
				n++
			}
		}
		return n
	}
	if st != nil { // otherwise only other worktrees have a store
		rows, _, err := thread.ReadRows(st.Commit, thread.Archived, nil)
		if err != nil {
			return err
		}
		o.PutAway = open(rows, func(*thread.Row) bool { return true })
	}
	if in.AllWorktrees {
		return nil
	}
	p := s.OtherWorktrees(ctx)
	defer p.Close()
	for _, q := range p.Stores {
		if q.LoadView() != nil {
			continue // 'list --all-worktrees' reports its damage
		}
		o.Elsewhere += open(q.View.Rows, func(r *thread.Row) bool { return !p.Adopted(q, thread.Ref{Dir: thread.Active, ID: r.ID}) })
	}
	return ctx.Err()
}
