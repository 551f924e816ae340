package memory

import (
	"context"

	"consider/gitstore"
	"consider/internal/fail"
)

// placeIn returns a function that finds the store's only memory.
func placeIn(dir string) func(context.Context, gitstore.Files) (scope, error) {
	return func(context.Context, gitstore.Files) (scope, error) { return scope{dir: dir}, nil }
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
