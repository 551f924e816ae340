package session

import (
	"context"

	"consider/gitstore"
	"consider/internal/gitrepo"
	"consider/internal/worktree"
)

// InWorktree returns a session for the same caller in another worktree's project, with that worktree's own store.
func (s *Session) InWorktree(place worktree.Project) *Session {
	p := &Project{Place: place, Tree: gitrepo.Open(place), Now: s.Now, Program: s.Program, Sudo: s.Sudo, Origin: s.Origin, Line: s.Line}
	return &Session{Project: p, Caller: s.Caller}
}

// Brought reports whether git brought a line of the store.
func (s *Session) Brought(ctx context.Context, store *gitstore.Store, tip gitstore.ID) bool {
	book := s.book(ctx)
	return s.brought(ctx, book, lineOf(ctx, store, tip, book), false)
}
