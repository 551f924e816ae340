package session

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"consider/gitstore"
	"consider/internal/fail"
	"consider/internal/thread"
	"consider/internal/treediff"
	"consider/internal/words"
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

// Release closes the project of a session made by InWorktree.
func (s *Session) Release() { _ = s.Project.Close() }

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
	store, err := s.StoreIfAny(ctx)
	if store == nil || err != nil {
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
	if err := s.meet(ctx); err != nil {
		return nil, err
	}
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
		if _, err := os.Lstat(s.Place.StoreDir); errors.Is(err, fs.ErrNotExist) && s.FinishRemoval != nil {
			s.FinishRemoval(s.Place.StoreDir)
		}
	}
	store, err := openStore(s.Place.StoreDir, s.options(ctx))
	if err != nil {
		if errors.Is(err, gitstore.ErrNoStore) {
			s.warnOfBackup(ctx, nil, gitstore.ID{})
		}
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

// StoreIfAny is OpenStore, but returns nil if there is no store yet.
func (s *Session) StoreIfAny(ctx context.Context) (*gitstore.Store, error) {
	store, err := s.OpenStore(ctx, false)
	if errors.Is(err, fail.ErrNoStore) {
		return nil, nil
	}
	return store, err
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
	_ = s.meet(context.Background()) // opening the store reports the error
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
		s.warnOfBackup(context.Background(), nil, gitstore.ID{})
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

// Update runs one mutation on the newest state and records it as one commit.
func (s *Session) Update(ctx context.Context, create bool, fn func(*Change) error) error {
	store, err := s.OpenStore(ctx, create)
	if err != nil {
		return err
	}
	var c *Change
	tip, err := store.Update(ctx, func(tx *gitstore.Tx) (gitstore.Meta, error) {
		s.warnOfBackup(ctx, store, tx.Base())
		c = &Change{ctx: ctx, Tx: tx, store: store, Now: tx.Now().UTC().Truncate(time.Second), claimed: s.Caller.Claims()}
		if !s.OwnsStore() {
			c.worktree = words.OneLine(s.Place.WorktreeName)
		}
		if year := c.Now.Year(); year < 0 || year > 9999 { // JSON has no form for it
			return gitstore.Meta{}, fail.Denied("the clock of this machine shows the year %d", year).Hint("set the clock, and try again")
		}
		if err := fn(c); err != nil {
			return gitstore.Meta{}, err
		}
		return c.Meta()
	})
	if err != nil {
		return StoreError(err)
	}
	s.At, s.Touched = tip, append(s.Touched, c.threads...)
	s.backUp(ctx, store)
	return nil
}

// Bounds of the contents that a fingerprint keeps, in bytes.
const (
	maxContent  = 5 << 20
	maxContents = 64 << 20
)

// Fingerprint returns the fingerprint of the project's current files, or "" if it is not known in time. Reading then has
// what it saw. Without a repository it sees only the files in alone. Call it outside of Update: no other writer should wait for it.
func (s *Session) Fingerprint(ctx context.Context, alone ...string) string {
	ctx, cancel := context.WithTimeout(ctx, cmp.Or(s.Patience, time.Second))
	defer cancel()
	s.Reading, _ = treediff.Fingerprint(ctx, s.Tree, maxContent, maxContents, alone...) // an error is an unknown one
	if s.Reading == nil {
		return ""
	}
	if s.Place.GitDir == "" { // other files may have changed, so no two are equal
		s.Reading.Print = fmt.Sprintf("%.16s%016x", s.Reading.Print, s.Now().UnixNano())
	}
	return s.Reading.Print
}

// Owes reports whether something is to be stored once the answer has been written out; see review.Delivered.
func (s *Session) Owes() bool { return len(s.Handed) > 0 || s.Reading != nil }

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

// Agent returns the name under which the caller's seen marks are kept. It is "" for a person and for an unknown caller,
// who leave no marks.
func (s *Session) Agent() string {
	if a, err := s.Caller.Author(); err == nil && a.Kind == thread.Agent && !s.Caller.IsUnknown() {
		return a.MarkName()
	}
	return ""
}

// Hides reports whether the caller does not get a thread, because it is a finding that is held back. f may be nil.
func (s *Session) Hides(f *thread.Finding) bool {
	if f == nil || !f.Held || s.Caller.IsPerson() {
		return false
	}
	who, _ := s.Caller.Author() // it is empty on an error, and so no finder
	return f.Hides(who.MarkName())
}

// Hand notes that the answer shows messages whole. They count as read once the surface has written it out, if it is known
// who reads it: an agent, or a person at the terminal. Other clients of people report what they draw.
func (s *Session) Hand(id string, messages ...thread.Message) {
	if s.Agent() != "" || s.Caller.IsPerson() && s.Caller.OnScreen {
		s.Handed = append(s.Handed, Handed{id, messages})
	}
}
