package session

import (
	"context"
	"time"

	"consider/gitstore"
	"consider/internal/gitrepo"
	"consider/internal/worktree"
)

// mirrorPatience is how long a mirror waits for each lock of the main worktree's store.
const mirrorPatience = 100 * time.Millisecond

// Mirror copies the store of a linked worktree into the main worktree's, so that removing the worktree loses nothing.
// It is called after every successful request that opened the store; with nothing new it reads one small file. The
// caller did not ask for it, so a failure is not reported (a sandboxed agent may write only in its worktree). The next
// run that can write copies all that is missing.
func (s *Session) Mirror(ctx context.Context) {
	defer func() {
		// A failed copy must not fail the request, which has succeeded.
		_ = recover()
	}()
	if store := s.unmirrored(); store != nil {
		_ = s.mirrorTo(ctx, store)
	}
}

// Unmirrored reports whether the request has opened the store of a linked worktree whose current state the main
// worktree has no copy of.
func (s *Session) Unmirrored() bool { return s.unmirrored() != nil }

func (s *Session) unmirrored() *gitstore.Store {
	s.Mu.Lock()
	store := s.Store
	s.Mu.Unlock()
	if store == nil || !s.Place.Linked || !s.OwnsStore() {
		return nil
	}
	dir := s.Place.MainStore()
	if dir == "" {
		return nil
	}
	tip, err := store.Tip()
	if err != nil || store.NotOwn() != nil {
		return nil
	}
	if have, ok := gitstore.MirrorTip(dir, s.Place.WorktreeName); ok && have == tip {
		return nil
	}
	return store
}

func (s *Session) mirrorTo(ctx context.Context, store *gitstore.Store) error {
	place, ok := s.Place.Main()
	if !ok {
		return nil
	}
	main := s.InWorktree(place)
	defer main.Release()
	if err := main.CheckOwned(ctx); err != nil {
		return err
	}
	openStore := gitstore.Create
	if place.Root != place.Top {
		// Below the top, a store exists only if a person made it on purpose, so it is opened and never created.
		openStore = gitstore.Open
	}
	options := main.options(ctx)
	options.LockWait = mirrorPatience
	to, err := openStore(place.StoreDir, options)
	if err != nil {
		return err
	}
	defer to.Close()
	return store.Mirror(ctx, to, s.Place.WorktreeName)
}

// InWorktree returns a session for the same caller in another worktree's project.
func (s *Session) InWorktree(place worktree.Project) *Session {
	p := &Project{Place: place, Tree: gitrepo.Open(place), Now: s.Now, Program: s.Program, Sudo: s.Sudo, Origin: s.Origin, Line: s.Line}
	return p.Session(s.Caller)
}

// Release closes the project of a session made by InWorktree.
func (s *Session) Release() { _ = s.Project.Close() }
