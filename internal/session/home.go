package session

import (
	"context"
	"errors"
	"time"

	"consider/gitstore"
	"consider/internal/worktree"
)

// AtHome returns the project with the store that the worktrees of a repository share: the main worktree's, or the one next
// to a bare repository. If that may only be read, as in a sandbox, the worktree's own store becomes an outbox of it, unless
// it has threads of its own that were not taken over yet. A worktree whose main one is another user's keeps its threads
// apart.
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

// meet brings the store up to date with others: an outbox with its home, and a home with its outboxes.
func (s *Session) meet(ctx context.Context) error {
	isOutbox := s.Place.Home != ""
	switch {
	case isOutbox:
		s.meeting.Lock() // nobody may open the outbox before it is one
	case s.TakeOver == nil, s.Named, !s.meeting.TryLock(): // the take-over in progress opens the home as well
		return nil
	}
	defer s.meeting.Unlock()
	if time.Since(s.met) <= lookAgain {
		return s.metError
	}
	if isOutbox {
		s.metError = s.follow(ctx)
	} else {
		s.TakeOver(ctx, &Session{Project: s.Project, Caller: s.Caller})
	}
	s.met = time.Now()
	return s.metError
}

// follow makes the outbox, or brings it up to its home's newest state once its own commits were taken over. If the home
// cannot be read, an outbox stays as it is, and none is made: the person may have made choices there.
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
	home, err := openHome(ctx, main)
	switch {
	case errors.Is(err, gitstore.ErrNoStore), err != nil && made:
		return nil
	case err != nil:
		return err
	}
	defer home.Close()
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

func openHome(ctx context.Context, main *Session) (*gitstore.Store, error) {
	if err := main.CheckOwned(ctx); err != nil {
		return nil, err
	}
	home, err := gitstore.Open(main.Place.StoreDir, main.options(ctx))
	if err != nil {
		return nil, err
	}
	if _, err = home.Tip(); err == nil {
		err = home.NotOwn()
	}
	if err != nil {
		_ = home.Close() // nothing was written
	}
	return home, err
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
	return err == nil && first == begins && !first.IsZero()
}
