package session

import (
	"context"
	"errors"

	"consider/gitstore"
	"consider/internal/thread"
)

// AwaitedStore returns the store and its tip to a caller that has been waiting: for a store to be made, or with one open that
// may have been deleted meanwhile, or deleted and made again.
func (s *Session) AwaitedStore(ctx context.Context) (*gitstore.Store, gitstore.ID, error) {
	for again := true; ; again = false {
		if s.StoreAbsent() {
			return nil, gitstore.ID{}, noStore()
		}
		store, err := s.OpenStore(ctx, false)
		if err != nil {
			return nil, gitstore.ID{}, err
		}
		snap, err := store.Snapshot() // and not the tip alone: what came may be of a newer schema
		if again && errors.Is(err, gitstore.ErrCorrupt) {
			s.CloseStore()
			continue
		}
		if err != nil {
			return store, gitstore.ID{}, StoreError(err)
		}
		return store, snap.ID(), nil
	}
}

// CloseStore closes the store, so that the next use opens it anew.
func (s *Session) CloseStore() {
	s.Mu.Lock()
	defer s.Mu.Unlock()
	if s.Store != nil {
		_ = s.Store.Close() // nothing was written
		s.Store, s.owned = nil, false
	}
}

// youngTries is how often a store that is just being made may be found without a ref.
const youngTries = 10

// StoreAbsent looks for a store that is not open yet. A store that was not there could not be checked: it may come with
// a checkout, and then git tracks it.
func (s *Session) StoreAbsent() bool {
	s.Mu.Lock()
	defer s.Mu.Unlock()
	if s.Store != nil {
		return false
	}
	if s.CheckUser(context.Background()) != nil {
		return false // opening it says why not
	}
	torn := false
	probe, err := gitstore.Open(s.Place.StoreDir, gitstore.Options{Now: s.Now, Warn: func(string) { torn = true }})
	if errors.Is(err, gitstore.ErrNoStore) {
		s.owned, s.young = false, youngTries
		return true
	}
	if err == nil {
		_, err = probe.Tip()
		_ = probe.Close() // nothing was written
	}
	if (torn || err != nil) && s.young > 0 {
		s.young--
		return true
	}
	return false
}

// MayBeNoted reports whether it may be written beside the store that a session of an agent is there: a store of another
// user, or from elsewhere, is not ours to write in.
func (s *Session) MayBeNoted(ctx context.Context) bool {
	return s.CheckUser(ctx) == nil && s.MadeElsewhere() == nil && !s.StoreAbsent()
}

// Agent is the name that seen marks of the caller are kept under, "" for a caller that marks nothing: a person, or
// an unknown one.
func (s *Session) Agent() string {
	if a, err := s.Caller.Author(); err == nil && a.Kind == thread.Agent && !s.Caller.IsUnknown() {
		return a.MarkName()
	}
	return ""
}

// Adopt makes a store from elsewhere the user's own, and reports whether it was from elsewhere.
func (s *Session) Adopt(ctx context.Context) (bool, error) {
	if err := s.CheckOwned(ctx); err != nil || s.MadeElsewhere() == nil {
		return false, err
	}
	s.CloseStore() // it may be open to be read only
	return true, s.Origin.Record(s.Place.StoreDir)
}
