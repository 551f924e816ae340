package project

import (
	"context"

	"consider/internal/fail"
	"consider/internal/session"
	"consider/internal/settings"
)

// checkSettings reports whether the settings of a linked worktree are known. It returns nil elsewhere.
func checkSettings(ctx context.Context, s *session.Session) []fail.Check {
	chosen, err := s.Settings(ctx)
	if err != nil || !s.Inherits() { // an unreadable store has a check of its own
		return nil
	}
	for _, row := range settings.AllSettings {
		if err := chosen.Known(row.Name); err != nil {
			return []fail.Check{fail.Problem("settings", err)}
		}
	}
	return []fail.Check{{Name: "settings", State: "ok", What: "values not set here come from the main worktree"}}
}
