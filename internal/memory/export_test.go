package memory

import (
	"context"

	"consider/internal/memory/keep"
	"consider/internal/session"
)

// OpenStorage opens one of the places to keep a memory, as a verb does whose settings name it.
func OpenStorage(ctx context.Context, s *session.Session, backend string) (keep.Storage, error) {
	chosen, err := s.Settings(ctx)
	if err != nil {
		return nil, err
	}
	return openBackend(ctx, s, backend, chosen)
}
