package review

import (
	"context"

	"consider/internal/place"
	"consider/internal/session"
	"consider/internal/thread"
)

// ReconcileInput says which threads to place again.
type ReconcileInput struct {
	All bool `json:"all,omitempty" flag:"all" help:"include resolved threads"`
}

// ReconcileOutput says where threads are, computed from their texts alone.
type ReconcileOutput struct {
	Checked  int                `json:"checked"`
	Anchored int                `json:"anchored"`
	Stale    int                `json:"stale"`
	Orphaned int                `json:"orphaned"`
	Moved    []place.ThreadView `json:"moved"` // anchored, but on other lines or in another file than where they were put
	Lost     []place.ThreadView `json:"lost"`  // stale or orphaned
	Damaged  []thread.Damage    `json:"damaged,omitempty"`
	Newer    []thread.Damage    `json:"newer,omitempty"` // threads that a newer consider wrote
}

// Reconcile places threads without using the cache. Every read places threads; this verb also deletes what was cached.
func Reconcile(ctx context.Context, s *session.Session, in ReconcileInput) (ReconcileOutput, error) {
	store, err := s.OpenStore(ctx, false)
	if err != nil {
		return ReconcileOutput{}, err
	}
	_ = store.WriteCache(s.ViewFile(), []byte("{}")) // a cache that cannot be emptied could not have been written either
	filter := ListInput{}
	if in.All {
		filter.Workflow = "all"
	}
	list, _, err := listAt(ctx, s, filter, nil)
	if err != nil {
		return ReconcileOutput{}, err
	}
	out := ReconcileOutput{Checked: len(list.Threads), Moved: []place.ThreadView{}, Lost: []place.ThreadView{}, Damaged: list.Damaged, Newer: list.Newer}
	for _, t := range list.Threads {
		switch t.AnchorState {
		case thread.Stale:
			out.Stale++
			out.Lost = append(out.Lost, t)
		case thread.Orphaned:
			out.Orphaned++
			out.Lost = append(out.Lost, t)
		default:
			out.Anchored++
			if m := t.Placement.Method; m != "" && m != "unchanged" && m != place.ByHand {
				out.Moved = append(out.Moved, t)
			}
		}
	}
	return out, nil
}
