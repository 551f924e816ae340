package session

import (
	"context"
	"errors"

	"consider/gitstore"
	"consider/internal/thread"
)

// AwaitedStore returns the store and its tip to a caller that has been waiting. The store may have been made, deleted,
// or deleted and made again meanwhile.
func (s *Session) AwaitedStore(ctx context.Context) (*gitstore.Store, gitstore.ID, error) {
	for again := true; ; again = false {
		if s.StoreAbsent() {
			return nil, gitstore.ID{}, noStore()
		}
		store, err := s.OpenStore(ctx, false)
		if err != nil {
			return nil, gitstore.ID{}, err
		}
		snap, err := store.Snapshot() // the tip alone does not show that the store has a newer schema
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

// youngTries is how often StoreAbsent treats a store that is just being made as absent because it has no ref yet.
const youngTries = 10

// StoreAbsent reports whether the store does not exist yet; an open store always exists. A store found absent is
// checked for ownership again when it appears: a checkout may have brought it, and then git tracks it.
func (s *Session) StoreAbsent() bool {
	s.Mu.Lock()
	defer s.Mu.Unlock()
	if s.Store != nil {
		return false
	}
	if s.CheckUser(context.Background()) != nil {
		return false // opening it reports the reason
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

// MayBeNoted reports whether an agent's session may leave a note in the store's folder. It may not when there is no
// store, or when the store belongs to another user or was created elsewhere.
func (s *Session) MayBeNoted(ctx context.Context) bool {
	return s.CheckUser(ctx) == nil && s.MadeElsewhere() == nil && !s.StoreAbsent()
}

// Agent returns the name under which the caller's seen marks are kept. It is "" for a person and for an unknown caller,
// who leave no marks.
func (s *Session) Agent() string {
	if a, err := s.Caller.Author(); err == nil && a.Kind == thread.Agent && !s.Caller.IsUnknown() {
		return a.MarkName()
	}
	return ""
}

// Adopt makes a store from elsewhere the user's own. It reports whether the store was from elsewhere.
func (s *Session) Adopt(ctx context.Context) (bool, error) {
	if err := s.CheckUser(ctx); err != nil {
		return false, err
	}
	if s.CheckOwned(ctx) == nil && s.MadeElsewhere() == nil {
		return false, nil
	}
	s.CloseStore() // it may be open read-only
	store, err := gitstore.Open(s.Place.StoreDir, s.options(ctx))
	if err != nil {
		return false, StoreError(err)
	}
	defer store.Close()
	s.RecordOrigin(ctx, store)
	return true, s.CheckOwned(ctx)
}
