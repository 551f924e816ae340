package session

import (
	"context"
	"errors"

	"consider/gitstore"
	"consider/internal/fail"
)

// BackupAhead returns how far a copy of the store is ahead of it, nil if it is not. An editor or a page gets this
// once, and shows it.
func (s *Session) BackupAhead(ctx context.Context) *BackupAhead {
	if !s.showsBackup() {
		return nil
	}
	store, err := s.OpenStore(ctx, false)
	if errors.Is(err, fail.ErrNoStore) {
		return s.ahead(ctx, nil, gitstore.ID{})
	}
	if err != nil {
		return nil
	}
	tip, err := store.Tip()
	if err != nil {
		return nil
	}
	return s.ahead(ctx, store, tip)
}
