package review

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"consider/internal/checkpoint"
	"consider/internal/fail"
	"consider/internal/place"
	"consider/internal/session"
	"consider/internal/thread"
)

// maxFlags is how many flags of one agent are shown in a round: its latest ones.
const maxFlags = 20

// flagIn returns the flag of a new thread, nil for none.
func flagIn(kind thread.FlagKind, step int, who thread.Author) (*thread.Flag, error) {
	switch {
	case kind == "" && step == 0:
		return nil, nil
	case kind == "" || step < 0:
		return nil, fail.Usage("{--step} must be 1 or more, and requires {--flag}")
	case who.Kind == thread.Human:
		return nil, fail.Usage("{--flag} is for agents").Hint("comment on the lines without {--flag}")
	}
	return &thread.Flag{Kind: kind, Step: step}, nil
}

// flagged returns the threads that agents flagged since the last round ended, in the order in which the agents want them
// read, and how many more there are.
func flagged(st *session.Snapshot, found []*place.ThreadView) (route []*place.ThreadView, more int, err error) {
	last, err := checkpoint.Find(st.Commit, checkpoint.Last, st.Session.MadeHere)
	if err != nil && !errors.Is(err, fail.ErrNotFound) {
		return nil, 0, err
	}
	count := map[string]int{} // by agent
	slices.SortStableFunc(found, func(a, b *place.ThreadView) int { return b.CreatedAt.Compare(a.CreatedAt) })
	for _, v := range found {
		if v.Flag == nil || !v.CreatedAt.After(last.CreatedAt) {
			continue
		}
		if count[v.AuthorName]++; count[v.AuthorName] > maxFlags {
			more++
		} else {
			route = append(route, v)
		}
	}
	slices.Reverse(route)
	slices.SortStableFunc(route, func(a, b *place.ThreadView) int {
		return cmp.Or(strings.Compare(a.AuthorName, b.AuthorName), cmp.Compare(a.Flag.Step, b.Flag.Step))
	})
	return route, more, nil
}
