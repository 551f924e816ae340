package memory

import (
	"context"
	"errors"

	"consider/gitstore"
	"consider/internal/fail"
	"consider/internal/memory/keep"
	"consider/internal/session"
	"consider/internal/words"
)

// placeIn returns a function that finds the store's only memory. In a linked worktree it starts as a copy of the main
// worktree's.
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

// mainMemory returns the main worktree's memory, or nil.
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
	if held, err := readBlobs(blobs{r: st.Commit, dir: dir}); err == nil && len(held) > 0 {
		return held
	}
	return nil
}

// refusal converts a refusal of the memory into an error of its kind.
func refusal(err error) error {
	var r *keep.Refusal
	if !errors.As(err, &r) {
		return err
	}
	kinds := map[keep.Kind]error{
		keep.Usage: fail.ErrUsage, keep.NotFound: fail.ErrNotFound, keep.Conflict: fail.ErrConflict, keep.Denied: fail.ErrDenied,
	}
	e := &fail.Error{Kind: kinds[r.Kind], Message: words.Plain(r.Text), Cause: err}
	if !r.Hint.IsZero() {
		e.Hints = []words.Text{r.Hint}
	}
	return e
}

// noMemory is the error when a setting's value is unknown. Its hint says how the human can set it.
func noMemory(err error, name, value string) error {
	e, ok := fail.As(err)
	if !ok {
		return err
	}
	out := fail.Denied("the memory is unavailable: %w", err)
	out.Hints = e.Hints
	return out.Hint("or change the setting for this worktree (human only): {config %s %s}", name, value)
}
