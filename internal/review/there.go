package review

import (
	"context"

	"consider/internal/session"
	"consider/internal/thread"
)

// ThereView is where a thread is in its own worktree, for a reader in another one.
type ThereView struct {
	Worktree  string           `json:"worktree,omitempty"` // its name, "" for the main one
	Placement thread.Placement `json:"placement"`
}

// placeThere places a thread in its own worktree; nil if that cannot be read.
func placeThere(ctx context.Context, s *session.Session, l *subject) *ThereView {
	place, ok := s.Place.Worktree(l.row.Worktree)
	if !ok {
		return nil
	}
	place.StoreDir, place.HasStore = s.Place.StoreDir, true
	other := s.InWorktree(place)
	defer other.Release()
	st, err := other.Read(ctx)
	if err != nil {
		return nil
	}
	there, err := subjectAt(ctx, st, l.at)
	if err != nil {
		return nil
	}
	return &ThereView{l.row.Worktree, there.p.Place}
}
