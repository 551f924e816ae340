package review

import (
	"context"
	"slices"
	"strings"

	"consider/internal/memory"
	"consider/internal/place"
	"consider/internal/session"
	"consider/internal/thread"
)

// SummaryInput says which threads to count.
type SummaryInput struct {
	AllWorktrees bool `json:"allWorktrees,omitempty" rare:"true" flag:"all-worktrees" help:"include threads from other worktrees, even removed ones"`
}

// SummaryOutput counts the active threads.
type SummaryOutput struct {
	Open         int            `json:"open"` // without approvals that have no reply, as all counts of open threads
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
	Finders      []FinderCount  `json:"finders,omitempty"`      // who reported findings, by name
	Hearing
	Damaged []thread.Damage `json:"damaged,omitempty"`
	Newer   []thread.Damage `json:"newer,omitempty"` // threads that a newer consider wrote; not counted
}

// FinderCount counts the findings of an agent or a tool, by their ends. The remaining ones will not be done, or were
// resolved without an outcome.
type FinderCount struct {
	Name      string `json:"name"`
	Findings  int    `json:"findings"`
	Confirmed int    `json:"confirmed"` // the code was changed
	Refuted   int    `json:"refuted"`   // no change was needed, or the human dismissed them
	Open      int    `json:"open"`
}

// Summary says briefly whether feedback waits.
func Summary(ctx context.Context, s *session.Session, in SummaryInput) (SummaryOutput, error) {
	out := SummaryOutput{
		OpenAnchors:  map[string]int{"anchored": 0, "stale": 0, "orphaned": 0},
		AllAnchors:   map[string]int{"anchored": 0, "stale": 0, "orphaned": 0},
		AllWorktrees: in.AllWorktrees,
	}
	all, threads, st, err := findAt(ctx, s, ListInput{Workflow: "all", AllWorktrees: in.AllWorktrees}, nil)
	if err != nil {
		return SummaryOutput{}, err
	}
	out.Damaged, out.Newer, out.Hearing = all.Damaged, all.Newer, hearing(s, threads)
	isPerson, files := s.Caller.IsPerson(), map[string]bool{}
	for _, v := range threads {
		out.count(v, isPerson && v.Unread || !isPerson && v.Unseen && !v.Busy)
		if v.IsDue() && v.Placement.File != "" {
			files[v.Placement.File] = true
		}
		if v.Finding != nil {
			out.countFinding(v.Finding)
		}
	}
	slices.SortFunc(out.Finders, func(a, b FinderCount) int { return strings.Compare(a.Name, b.Name) })
	out.Files = len(files)
	if err := out.unlisted(st); err != nil {
		return SummaryOutput{}, err
	}
	out.Memory = memory.Remembered(ctx, s)
	return out, nil
}

// count counts a thread; isNew says that the caller has not read its newest words.
func (o *SummaryOutput) count(v *place.ThreadView, isNew bool) {
	o.AllAnchors[string(v.AnchorState)]++
	if v.ProposedBy != "" {
		o.Proposed++
	}
	if v.WorkflowState == thread.Resolved {
		o.Resolved++
	}
	if !v.IsDue() {
		return
	}
	o.Open++
	if v.Question != nil {
		o.Questions++
	}
	o.OpenAnchors[string(v.AnchorState)]++
	if isNew {
		o.UnseenOpen++
	}
	if v.AwaitsPerson() {
		o.AwaitHuman++
	} else {
		o.AwaitAgent++
	}
}

func (o *SummaryOutput) countFinding(f *thread.Finding) {
	for _, name := range f.Finders {
		i := slices.IndexFunc(o.Finders, func(c FinderCount) bool { return c.Name == name })
		if i < 0 {
			o.Finders, i = append(o.Finders, FinderCount{Name: name}), len(o.Finders)
		}
		c := &o.Finders[i]
		c.Findings++
		switch f.State {
		case thread.Fixed:
			c.Confirmed++
		case thread.Refuted, thread.Rejected:
			c.Refuted++
		case thread.Waived, thread.Closed:
		default:
			c.Open++
		}
	}
}

// unlisted counts the open threads that a plain list does not show.
func (o *SummaryOutput) unlisted(st *session.Snapshot) error {
	open := func(rows []thread.Row) (n int) {
		for i := range rows {
			if rows[i].IsDue() && !st.Session.Hides(rows[i].Finding) {
				n++
			}
		}
		return n
	}
	rows, _, err := thread.ReadRows(st.Commit, thread.Archived, nil)
	if err == nil {
		o.Elsewhere, o.PutAway = open(st.View.Rows)-o.Open, open(rows)
	}
	return err
}
