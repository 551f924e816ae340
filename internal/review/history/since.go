package history

import (
	"context"
	"errors"
	"time"

	"consider/gitstore"
	"consider/internal/checkpoint"
	"consider/internal/fail"
	"consider/internal/session"
)

// Start is where a walk back through the history ends: after a commit of the store or, if Commit is zero, at a time.
type Start struct {
	Commit gitstore.ID // zero when a time was given
	At     time.Time   // that time, or the commit's
}

// Since parses the value of --since: a cursor, a checkpoint's name, or a time.
func Since(ctx context.Context, st *session.Snapshot, ref string) (Start, error) {
	if ref == "" {
		return Start{}, nil
	}
	if ref == checkpoint.Last {
		c, err := checkpoint.Find(st.Commit, checkpoint.Last, st.Session.MadeHere)
		if err != nil {
			return Start{}, err
		}
		ref = c.Name
	}
	h := History{st.Store}
	if isCursor(ref) {
		id, err := h.cursor(ctx, ref)
		if !errors.Is(err, fail.ErrNotFound) {
			return h.startAt(ctx, id, err)
		}
	}
	id, err := h.checkpoint(ctx, ref)
	if !errors.Is(err, errNoSuchCheckpoint) {
		return h.startAt(ctx, id, err)
	}
	if at, ok := ParseTime(ref, st.Session.Now()); ok {
		return Start{At: at}, nil
	}
	if isCursor(ref) {
		return Start{}, NoCursor(ref)
	}
	return Start{}, fail.NotFound("unknown checkpoint %q", ref).
		Hint("{--since} takes a cursor of at least %d digits, the name of a checkpoint, or a time: 2h, '3 days ago', yesterday, 2026-11-20", minCursor)
}

// startAt returns the start after a commit. It does not check that the history has the commit; the walk to it does.
func (h History) startAt(ctx context.Context, id gitstore.ID, err error) (Start, error) {
	if err != nil || id == NoCommit {
		return Start{Commit: id}, err
	}
	c, _ := h.Commit(ctx, id, false) // one that cannot be read has no time
	return Start{Commit: id, At: c.When}, nil
}
