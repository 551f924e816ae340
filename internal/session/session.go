package session

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"consider/gitstore"
	"consider/internal/fail"
	"consider/internal/setup"
	"consider/internal/thread"
	"consider/internal/words"
	"consider/internal/worktree"
)

// Close closes the store and the project's files.
func (p *Project) Close() error {
	p.Mu.Lock()
	defer p.Mu.Unlock()
	var err error
	if p.Store != nil {
		err = p.Store.Close()
		p.Store = nil
	}
	return errors.Join(err, p.Tree.Close())
}

// Session returns a session for one request of caller.
func (p *Project) Session(caller Caller) *Session { return &Session{Project: p, Caller: caller} }

// Cursor returns the store commit that the last answer was read from or wrote, "" before any.
func (s *Session) Cursor() string {
	if s.At.IsZero() {
		return ""
	}
	return s.At.String()
}

// Tip returns the newest commit of the store, "" without a store.
func (s *Session) Tip(ctx context.Context) (string, error) {
	store, err := s.OpenStore(ctx, false)
	if errors.Is(err, fail.ErrNoStore) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	tip, err := store.Tip()
	if err != nil {
		return "", StoreError(err)
	}
	return tip.String(), nil
}

// OpenStore returns the store. A missing store is an error unless create is set, which makes it.
func (s *Session) OpenStore(ctx context.Context, create bool) (*gitstore.Store, error) {
	s.Mu.Lock()
	defer s.Mu.Unlock()
	if s.Store != nil {
		return s.Store, nil
	}
	if err := s.CheckOwned(ctx); err != nil {
		return nil, err
	}
	openStore := gitstore.Open
	if create {
		openStore = gitstore.Create
		if _, err := os.Lstat(s.Place.StoreDir); errors.Is(err, fs.ErrNotExist) {
			setup.FinishRemoval(s.Place.StoreDir)
		}
	}
	store, err := openStore(s.Place.StoreDir, s.options(ctx))
	if err != nil {
		return nil, StoreError(err)
	}
	why := store.NotOwn()
	switch {
	case why != nil && create:
		_ = store.Close() // nothing was written
		return nil, StoreError(why)
	case why != nil && s.Warn != nil:
		s.Warn(why.Error())
	case create:
		s.RecordOrigin(ctx, store) // a new store, or the place of one that was moved
	}
	s.Store = store
	return store, nil
}

// CheckOwned returns an error for a store of another user and for a store that git tracks, unless its record says that
// it was made here. Anyone with push access to the repository could have written a tracked store's threads.
func (s *Session) CheckOwned(ctx context.Context) error {
	if s.owned {
		return nil
	}
	if err := s.CheckUser(ctx); err != nil {
		return err
	}
	claim, err := worktree.ClaimOn(ctx, s.Place.StoreDir)
	switch {
	case (err != nil || claim.Path != "") && s.recorded(ctx):
	case errors.Is(err, worktree.ErrUnknownIndex):
		return fail.Denied("this store is not trusted, because git may track it (repository %q): %w", claim.Top, err).
			Hint("install git, or run 'git -C %s status' to see why git fails there", claim.Top).
			Hint("if git works there, turn off the split index: git -C %s update-index --no-split-index", claim.Top)
	case err != nil:
		return fmt.Errorf("could not check whether git tracks the store: %w", err)
	case claim.Path != "":
		remove, dir := s.remover(claim.Top)
		return fail.Denied("git tracks %q, so this store is not trusted", claim.Path).
			Hint("if the store came with the repository, delete it: %s %s", remove, dir).Hint(adoptHint)
	}
	s.owned = true
	return nil
}

// remover returns the git command that deletes a store that the repository in top tracks, and the name of the store
// for that command.
func (s *Session) remover(top string) (command, dir string) {
	dir, err := filepath.Rel(top, s.Place.StoreDir)
	if err != nil {
		dir = s.Place.StoreDir
	}
	if top == s.Place.Root {
		return "git rm -r", dir
	}
	return "git -C " + top + " rm -r", dir
}

// Update runs one mutation on the newest state and records it as one commit.
func (s *Session) Update(ctx context.Context, create bool, fn func(*Change) error) error {
	store, err := s.OpenStore(ctx, create)
	if err != nil {
		return err
	}
	var c *Change
	tip, err := store.Update(ctx, func(tx *gitstore.Tx) (gitstore.Meta, error) {
		c = &Change{ctx: ctx, Tx: tx, store: store, Now: tx.Now().UTC().Truncate(time.Second), claimed: s.Caller.Claims()}
		if err := fn(c); err != nil {
			return gitstore.Meta{}, err
		}
		return c.Meta()
	})
	if err != nil {
		return StoreError(err)
	}
	s.At, s.Touched = tip, append(s.Touched, c.threads...)
	return nil
}

// Fingerprint returns the fingerprint of the project's current files, or "" if it is not known in time. Call it outside
// of Update: no other writer should wait for it.
func (s *Session) Fingerprint(ctx context.Context) string {
	ctx, cancel := context.WithTimeout(ctx, cmp.Or(s.FingerprintTime, time.Second))
	defer cancel()
	print, _ := s.Tree.Fingerprint(ctx) // an error is an unknown one
	return print
}

// Author returns the author that a change is recorded under. For a human who gave no name, it takes the name from the
// project's git configuration.
func (s *Session) Author(ctx context.Context) (thread.Author, error) {
	a, err := s.Caller.Author()
	if err != nil {
		return a, err
	}
	if a.Name == "" && a.Kind == thread.Human {
		if name := s.Tree.UserName(ctx); len(name) <= thread.MaxName && !words.HasControl(name) {
			a.Name = name
		}
	}
	return a, nil
}
