package history

import (
	"context"
	"iter"

	"consider/gitstore"
)

// InEffect walks the events that changed something, newest first, except those that a later undo reversed. It includes
// undos, unless they were undone themselves.
func (h History) InEffect(ctx context.Context, o gitstore.LogOptions) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		undone := map[string]bool{}
		for c, err := range h.Store.Log(ctx, o) {
			if err != nil {
				yield(Event{}, err)
				return
			}
			e := EventOf(c)
			if e.Quiet() || e.recoveredNothing() || undone[e.Cursor] {
				continue
			}
			if e.Kind == Undone {
				undone[e.Undoes] = true
			}
			if !yield(e, nil) {
				return
			}
		}
	}
}

// Redone reports whether an event undid an undo, and returns the cursor of the change that this restored.
func (h History) Redone(ctx context.Context, e Event) (cursor string, ok bool) {
	if e.Kind != Undone {
		return "", false
	}
	of, err := h.event(ctx, e.Undoes)
	return of.Undoes, err == nil && of.Kind == Undone
}
