package submission

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"consider/internal/fail"
	"consider/internal/place"
	"consider/internal/review"
	"consider/internal/review/compare"
	"consider/internal/session"
	"consider/internal/thread"
)

// ChangesInput says what to compare. The default scope is the comparison that the caller has on screen or, without one,
// HEAD and the files.
type ChangesInput struct {
	Scope string `json:"scope,omitempty" enum:"head,since,staged,unstaged,base,range,turn" help:"the comparison (default: head)"`
	From  string `json:"from,omitempty" help:"with scope since, a checkpoint (last: the latest round); with base, a revision; with range, A..B; with turn, its ID"`
	Folds bool   `json:"folds,omitempty" help:"also count the lines that are mechanical"`
}

// ChangesOutput is the files that differ, in the order in which people see them.
type ChangesOutput struct {
	compare.Changes
	Viewed  []string `json:"viewed"`  // hashes of the files that are marked as viewed
	Answers []Answer `json:"answers"` // changes with which threads were addressed
}

// Answer is the change with which an open thread was addressed: the change at its lines, or the nearest.
type Answer struct {
	Thread string `json:"thread"`
	File   string `json:"file"` // its path on the new side
	Line   int    `json:"line"` // first line of the change; if it only removed lines, the line before
}

// ListChanges lists the files that differ, those that the reviewer has viewed, and where threads were addressed.
func ListChanges(ctx context.Context, s *session.Session, in ChangesInput) (ChangesOutput, error) {
	comparison, err := compared(ctx, s, in.Scope, in.From)
	if err != nil {
		return ChangesOutput{}, err
	}
	out := ChangesOutput{Changes: comparison.Changes(), Viewed: []string{}, Answers: []Answer{}}
	if in.Folds {
		_, at := comparison.Listed()
		out.Files = slices.Clone(out.Files) // the comparison keeps them
		for i, reports := 0, comparison.Folds(); i < len(out.Files); i++ {
			for _, h := range reports[at[out.Files[i].ID]].Hunks {
				if h.Proof != "" {
					out.Files[i].Mechanical += h.Lines
				}
			}
		}
	}
	marks, err := Viewed(ctx, s)
	if err != nil {
		return ChangesOutput{}, err
	}
	marked := make(map[string]bool, len(marks))
	for _, hash := range marks {
		marked[hash] = true
	}
	for i := range out.Files {
		if marked[out.Files[i].Hash] {
			out.Viewed = append(out.Viewed, out.Files[i].Hash)
		}
	}
	list, err := review.List(ctx, s, review.ListInput{})
	if err != nil && !errors.Is(err, fail.ErrNoStore) {
		return ChangesOutput{}, err
	}
	for i := range list.Threads {
		if a, ok := answerTo(comparison, &list.Threads[i]); ok {
			out.Answers = append(out.Answers, a)
		}
	}
	return out, nil
}

// compared returns the comparison of a scope. The default is the one on screen or, without one, HEAD and the files.
func compared(ctx context.Context, s *session.Session, scope, from string) (*compare.Comparison, error) {
	if scope == "" && from != "" {
		return nil, fail.Usage("\"from\" requires a scope: since, base or range")
	}
	if shown := compare.OnScreen(s); shown != nil && scope == "" {
		return shown, nil
	}
	return compare.New(ctx, s, compare.Scope{Kind: scope, From: from})
}

// answerTo finds the change with which a thread was addressed, if its last reply says that it was.
func answerTo(l *compare.Comparison, v *place.ThreadView) (Answer, bool) {
	if v.LastReply == nil || v.LastReply.Outcome != thread.Addressed || v.Target != thread.OnLines {
		return Answer{}, false
	}
	f, ok := l.File(cmp.Or(v.Placement.File, v.File))
	if !ok || len(f.Hunks) == 0 {
		return Answer{}, false
	}
	start, end, side := v.Placement.StartLine, v.Placement.EndLine, thread.New
	if g := v.Placement.Guess; g != nil {
		start, end = g.StartLine, g.EndLine
	}
	if start == 0 || !v.Side.Now() {
		start, end, side = v.Line, v.Line, thread.Old
	}
	return Answer{Thread: v.ID, File: f.Path, Line: f.Nearest(start, end, side)}, true
}
