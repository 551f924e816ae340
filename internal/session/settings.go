package session

import (
	"context"

	"consider/internal/settings"
)

// SettingsIn returns the settings as the change under way finds them.
func (s *Session) SettingsIn(_ context.Context, c *Change) (settings.Settings, error) {
	return settings.DecodeSettings(c.Tx.ReadFile(settings.SettingsFile))
}

// Settings returns the current settings of the store. Without a store they are the defaults.
func (s *Session) Settings(ctx context.Context) (settings.Settings, error) {
	store, err := s.StoreIfAny(ctx)
	if store == nil || err != nil {
		return settings.Settings{}, err
	}
	snap, err := store.Snapshot()
	if err != nil {
		return settings.Settings{}, StoreError(err)
	}
	return settings.DecodeSettings(snap.ReadFile(settings.SettingsFile))
}
