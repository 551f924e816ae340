package memory

import (
	"context"
	"errors"

	"consider/gitstore"
	"consider/internal/fail"
	"consider/internal/memory/keep"
	"consider/internal/session"
)

// placeIn is the one memory of the store. That of a linked worktree starts from the main worktree's.
func placeIn(s *session.Session, dir string) func(context.Context, gitstore.Files) (scope, error) {
	return func(ctx context.Context, r gitstore.Files) (scope, error) {
		p := scope{dir: dir}
		if !s.Place.Linked {
			return p, nil
		}
		if _, err := (blobs{r: r, dir: dir}).Read(scopeFile); errors.Is(err, keep.ErrNotExist) {
			p.origin = mainMemory(ctx, s, dir)
		}
		return p, nil
	}
}

// mainMemory is what the main worktree remembers, nil for nothing.
func mainMemory(ctx context.Context, s *session.Session, dir string) keep.Blobs {
	main, ok := s.Place.Main()
	if !ok || !s.OwnsStore() {
		return nil
	}
	other := s.InWorktree(main)
	defer other.Release()
	st, err := other.Snapshot(ctx)
	if err != nil {
		return nil
	}
	if held, err := hold(blobs{r: st.Commit, dir: dir}); err == nil && len(held) > 0 {
		return held
	}
	return nil
}

// refusal gives a refusal of the memory its kind.
func refusal(err error) error {
	var r *keep.Refusal
	if !errors.As(err, &r) {
		return err
	}
	kinds := map[keep.Kind]error{
		keep.Usage: fail.ErrUsage, keep.NotFound: fail.ErrNotFound, keep.Conflict: fail.ErrConflict, keep.Denied: fail.ErrDenied,
	}
	e := &fail.Error{Kind: kinds[r.Kind], Message: r.Text, Cause: err}
	if r.Hint != "" {
		e.Hints = []string{r.Hint}
	}
	return e
}

// noMemory refuses the memory for a setting that cannot be known, which the human can make known.
func noMemory(err error, name, value string) error {
	e, ok := fail.As(err)
	if !ok {
		return err
	}
	out := fail.Denied("the memory is not used: %w", err)
	out.Hints = e.Hints
	return out.Hint("or the human chooses for this worktree: consider config %s %s", name, value)
}
