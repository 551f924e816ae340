package review

import (
	"context"
	"path/filepath"
	"time"

	"consider/gitstore"
	"consider/internal/worktree"
)

// mirrorPatience is how long a mirror waits for the main worktree's store, at each place where it may have to.
const mirrorPatience = 100 * time.Millisecond

// Mirror copies the store of a linked worktree into the main worktree's, so that removing the worktree loses
// nothing. It is called after every successful request that opened the store; with nothing new it reads one
// small file. Nobody asked for it, so nobody hears of it when it cannot be done (a sandboxed agent may write
// nowhere but in its worktree): the next run that can brings all that is missing.
func (s *Service) Mirror(ctx context.Context) {
	defer func() {
		// The request has succeeded, whatever becomes of the copy.
		_ = recover()
	}()
	s.mu.Lock()
	store := s.store
	s.mu.Unlock()
	if store == nil || !s.Place.Linked || !s.atHome() {
		return
	}
	dir := s.Place.MainStore()
	if dir == "" {
		return
	}
	tip, err := store.Tip()
	if err != nil {
		return
	}
	if have, ok := gitstore.MirrorTip(dir, s.Place.WorktreeName); ok && have == tip {
		return
	}
	_ = s.mirrorTo(ctx, store)
}

// atHome reports whether the store is the project's own, not one that was asked for with --store.
func (s *Service) atHome() bool {
	return s.Place.StoreDir == filepath.Join(s.Place.Root, worktree.StoreName)
}

func (s *Service) mirrorTo(ctx context.Context, store *gitstore.Store) error {
	place, ok := s.Place.Main()
	if !ok {
		return nil
	}
	main := s.neighbour(place)
	defer main.close()
	if err := main.checkOwned(ctx); err != nil {
		return err
	}
	openStore := gitstore.Create
	if place.Root != place.Top {
		// A store below the top is somebody's choice: it is used, not made.
		openStore = gitstore.Open
	}
	to, err := openStore(place.StoreDir, gitstore.Options{Now: s.Now, Program: s.Program, LockWait: mirrorPatience})
	if err != nil {
		return err
	}
	defer to.Close()
	return store.Mirror(ctx, to, s.Place.WorktreeName)
}

// neighbour is the service of another worktree's project, for the same caller.
func (s *Service) neighbour(place worktree.Project) *Service {
	p := &Project{Place: place, Tree: worktree.Open(place), Now: s.Now, Program: s.Program}
	return p.Service(s.Caller)
}

func (s *Service) close() { _ = s.Project.Close() }
