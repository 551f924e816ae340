package memory

import (
	"context"
	"errors"

	"consider/gitstore"
	"consider/internal/fail"
	"consider/internal/memory/keep"
	"consider/internal/words"
)

// placeIn returns a function that finds the store's only memory.
func placeIn(dir string) func(context.Context, gitstore.Files) (scope, error) {
	return func(context.Context, gitstore.Files) (scope, error) { return scope{dir: dir}, nil }
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

// noMemory is the error when a setting's value is unknown.
func noMemory(err error) error {
	e, ok := fail.As(err)
	if !ok {
		return err
	}
	out := fail.Denied("the memory is unavailable: %w", err)
	out.Hints = e.Hints
	return out
}
