package memory

import (
	"context"

	"consider/internal/memory/keep"
	"consider/internal/session"
)

// OpenStorage opens a storage by its backend, as a verb does when the settings name it.
func OpenStorage(ctx context.Context, s *session.Session, backend string) (keep.Storage, error) {
	chosen, err := s.Settings(ctx)
	if err != nil {
		return nil, err
	}
	return openBackend(ctx, s, backend, chosen)
}
