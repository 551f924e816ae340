package session

import (
	"context"
	"errors"
	"time"

	"consider/gitstore"
	"consider/internal/fail"
	"consider/internal/worktree"
)

// AtHome returns the project with the store that the worktrees of a repository share: the main worktree's, or the one next
// to a bare repository. If that may only be read, as in a sandbox, the worktree's own store becomes an outbox of it, unless it has
// threads of its own that were not taken over yet. A worktree whose main one is another user's keeps its threads apart.
func AtHome(p worktree.Project, sudo string) worktree.Project {
	if !p.Linked {
		return p
	}
	main, ok := p.Shared()
	if !ok {
		return p
	}
	if _, foreign := main.ForeignOwner(sudo); foreign {
		return p
	}
	switch {
	case gitstore.Writable(main.StoreDir):
		p.StoreDir, p.HasStore = main.StoreDir, main.HasStore
	case !main.HasStore, p.Apart():
	case gitstore.Writable(p.StoreDir):
		p.Home = main.StoreDir
	default:
		p.StoreDir, p.HasStore = main.StoreDir, true
	}
	return p
}

// OwnDir is the folder for what belongs to this worktree, such as the program that its agents run. It is the store's
// folder unless worktrees share that.
func (p *Project) OwnDir() string {
	if p.Named {
		return p.Place.StoreDir
	}
	return p.Place.Own()
}

// lookAgain is how long a process relies on what it found in the other store, or in the outboxes.
const lookAgain = 100 * time.Millisecond

// meet brings what is to be read up to date with what was written elsewhere: an outbox with its home, and a home with its
// outboxes.
func (s *Session) meet(ctx context.Context) error {
	s.Mu.Lock()
	due := !s.meeting && time.Since(s.met) > lookAgain
	if due {
		s.meeting = true
	}
	s.Mu.Unlock()
	if !due {
		return nil
	}
	defer func() {
		s.Mu.Lock()
		s.meeting, s.met = false, time.Now()
		s.Mu.Unlock()
	}()
	switch {
	case s.Place.Home != "":
		return s.follow(ctx)
	case s.TakeOver != nil && !s.Named:
		s.TakeOver(ctx, &Session{Project: s.Project, Caller: s.Caller})
	}
	return nil
}

// follow makes the outbox, or brings it up to its home's newest state once its own commits were taken over. A home that
// cannot be read changes nothing.
func (s *Session) follow(ctx context.Context) error {
	place, ok := s.Place.Shared()
	if !ok {
		return nil
	}
	box, made := gitstore.OutboxIn(s.Place.StoreDir)
	if tip, known := gitstore.TipIn(s.Place.Home); made && (box.Tip != box.Home || known && tip == box.Home) {
		return nil
	}
	main := s.InWorktree(place)
	defer main.Tree.Close()
	if main.CheckOwned(ctx) != nil {
		return nil
	}
	home, err := gitstore.Open(place.StoreDir, main.options(ctx))
	switch {
	case err != nil && !made && !errors.Is(err, gitstore.ErrNoStore): // the person may have made choices there
		return fail.Denied("the threads of the main worktree cannot be read: %w", err).Hint("give your account read access to %q", place.StoreDir)
	case err != nil:
		return nil //nolint:nilerr // it is a store like any other
	}
	defer home.Close()
	if _, err := home.Tip(); err != nil || home.NotOwn() != nil {
		return nil //nolint:nilerr // likewise
	}
	if err := s.CheckOwned(ctx); err != nil {
		return err
	}
	options := s.options(ctx)
	options.Fork, options.Warn = home, nil
	store, err := gitstore.Create(s.Place.StoreDir, options)
	if err != nil {
		return StoreError(err)
	}
	defer store.Close()
	if !made {
		return nil
	}
	// The process that took it over may have been killed before recording it.
	if tip, err := store.Tip(); (err != nil || tip != box.Tip || store.NotOwn() != nil) && s.continues(ctx, store, box.Tip, home) {
		s.RecordLine(ctx, store, box.Tip)
	}
	return store.Follow(ctx, home, box)
}

// continues reports whether the line that ends in tip begins as the home's does, with an id that cannot be guessed.
func (s *Session) continues(ctx context.Context, store *gitstore.Store, tip gitstore.ID, home *gitstore.Store) bool {
	begins, _, err := store.First(ctx, tip, gitstore.ID{})
	if err != nil {
		return false
	}
	at, err := home.Tip()
	if err != nil {
		return false
	}
	first, _, err := home.First(ctx, at, gitstore.ID{})
	return err == nil && first == begins
}
