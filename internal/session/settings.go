package session

import (
	"context"
	"errors"

	"consider/internal/fail"
	"consider/internal/settings"
)

// SettingsIn returns the settings of this worktree, with the store's own read from the change under way.
func (s *Session) SettingsIn(ctx context.Context, c *Change) (settings.Settings, error) {
	own, err := settings.DecodeSettings(c.Tx.ReadFile(settings.SettingsFile))
	return s.withMain(ctx, own), err
}

// Settings returns the current settings of this worktree's store. A linked worktree takes those that it does not set
// from the main worktree's store. Without a store they are the defaults.
func (s *Session) Settings(ctx context.Context) (settings.Settings, error) {
	store, err := s.OpenStore(ctx, false)
	if errors.Is(err, fail.ErrNoStore) {
		return s.withMain(ctx, settings.Settings{}), nil
	}
	if err != nil {
		return settings.Settings{}, err
	}
	snap, err := store.Snapshot()
	if err != nil {
		return settings.Settings{}, StoreError(err)
	}
	own, err := settings.DecodeSettings(snap.ReadFile(settings.SettingsFile))
	return s.withMain(ctx, own), err
}
