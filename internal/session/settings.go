package session

import (
	"context"
	"errors"

	"consider/internal/fail"
	"consider/internal/settings"
)

// SettingsIn are those of this worktree, with what the store says in the change under way.
func (s *Session) SettingsIn(ctx context.Context, c *Change) (settings.Settings, error) {
	own, err := settings.DecodeSettings(c.Tx.ReadFile(settings.SettingsFile))
	return s.withMain(ctx, own), err
}

// Settings returns the settings of this worktree as they are now: its store's; in a linked worktree, what that does not
// set is as the main worktree's store says. The defaults where there is no store.
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
