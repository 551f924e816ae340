package project

import (
	"context"

	"consider/internal/fail"
	"consider/internal/session"
	"consider/internal/settings"
)

// checkSettings reports a setting whose value cannot be known.
func checkSettings(ctx context.Context, s *session.Session) []fail.Check {
	chosen, err := s.Settings(ctx)
	if err != nil {
		return nil // an unreadable store has a check of its own
	}
	for _, row := range settings.AllSettings {
		if err := chosen.Known(row.Name); err != nil {
			return []fail.Check{fail.Problem("settings", err)}
		}
	}
	return nil
}
