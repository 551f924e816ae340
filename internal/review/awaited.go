package review

import (
	"context"
	"errors"

	"consider/gitstore"
)

// awaited returns the store and its tip for who has been waiting: for a store to be made, or with one open that
// may have been deleted meanwhile, or deleted and made again.
func (s *Service) awaited(ctx context.Context) (*gitstore.Store, gitstore.ID, error) {
	for again := true; ; again = false {
		if s.absent() {
			return nil, gitstore.ID{}, noStore()
		}
		store, err := s.open(ctx, false)
		if err != nil {
			return nil, gitstore.ID{}, err
		}
		snap, err := store.Snapshot() // and not the tip alone: what came may be of a newer schema
		if again && errors.Is(err, gitstore.ErrCorrupt) {
			s.letGo()
			continue
		}
		if err != nil {
			return store, gitstore.ID{}, storeError(err)
		}
		return store, snap.ID(), nil
	}
}

// letGo closes the store, so that the next use opens it anew.
func (s *Service) letGo() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.store != nil {
		_ = s.store.Close() // nothing was written
		s.store, s.owned = nil, false
	}
}

// patience is how often a store that is just being made may be found without a ref.
const patience = 10

// absent looks for a store that is not open yet. A store that was not there has been checked for nothing: it may
// come with a checkout, and then git tracks it.
func (s *Service) absent() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.store != nil {
		return false
	}
	torn := false
	probe, err := gitstore.Open(s.Place.StoreDir, gitstore.Options{Now: s.Now, Warn: func(string) { torn = true }})
	if errors.Is(err, gitstore.ErrNoStore) {
		s.owned, s.young = false, patience
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
