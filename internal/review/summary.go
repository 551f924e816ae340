package review

import (
	"context"

	"consider/internal/memory"
	"consider/internal/session"
	"consider/internal/thread"
)

// SummaryInput says which threads to count.
type SummaryInput struct {
	AllWorktrees bool `json:"allWorktrees,omitempty" flag:"all-worktrees" help:"also the threads of the other worktrees of the repository, and of removed ones"`
}

// SummaryOutput counts the active threads.
type SummaryOutput struct {
	Open        int             `json:"open"`
	Resolved    int             `json:"resolved"`
	Files       int             `json:"files"`       // with open threads
	UnseenOpen  int             `json:"unseenOpen"`  // open threads with human words that the caller (or any agent) has not read
	OpenAnchors map[string]int  `json:"openAnchors"` // open threads by anchor state
	AllAnchors  map[string]int  `json:"allAnchors"`  // all active threads by anchor state
	Proposed    int             `json:"resolveProposed,omitempty"`
	Memory      int             `json:"memory,omitempty"` // files that earlier conversations left; see the memory verbs
	Damaged     []thread.Damage `json:"damaged,omitempty"`
	Newer       []thread.Damage `json:"newer,omitempty"` // threads that a newer consider wrote; they are not counted
}

// Summary tells at a glance whether feedback waits.
func Summary(ctx context.Context, s *session.Session, in SummaryInput) (SummaryOutput, error) {
	all, err := List(ctx, s, ListInput{Workflow: "all", AllWorktrees: in.AllWorktrees})
	if err != nil {
		return SummaryOutput{}, err
	}
	out := SummaryOutput{
		OpenAnchors: map[string]int{"anchored": 0, "stale": 0, "orphaned": 0},
		AllAnchors:  map[string]int{"anchored": 0, "stale": 0, "orphaned": 0},
		Damaged:     all.Damaged, Newer: all.Newer,
	}
	files := map[string]bool{}
	for _, t := range all.Threads {
		out.AllAnchors[string(t.AnchorState)]++
		if t.ProposedBy != "" {
			out.Proposed++
		}
		if t.WorkflowState == thread.Resolved {
			out.Resolved++
			continue
		}
		out.Open++
		out.OpenAnchors[string(t.AnchorState)]++
		if t.Placement.File != "" {
			files[t.Placement.File] = true
		}
		if t.Unseen {
			out.UnseenOpen++
		}
	}
	out.Files = len(files)
	out.Memory = memory.Remembered(ctx, s)
	return out, nil
}
