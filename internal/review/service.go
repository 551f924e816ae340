package review

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"consider/gitstore"
	"consider/internal/memory"
	"consider/internal/setup"
	"consider/internal/transcript"
	"consider/internal/watch"
	"consider/internal/worktree"
)

// Project is one project's review, opened once and shared by all callers of a process.
// Its zero fields are required unless they say otherwise.
type Project struct {
	Place   worktree.Project
	Tree    *worktree.Tree
	Now     func() time.Time
	Program string           // "consider/<version>", recorded with every change
	Warn    func(msg string) // told of recovered damage; may be nil
	// Progress is told how far long work is; may be nil.
	Progress func(done, total int)
	// Watch makes a change stream of the project; may be nil, then waiting only looks from time to time.
	Watch func() *watch.Watcher
	// Machine is whose home and which program, for setup; may be empty.
	Machine setup.Machine
	// Agents finds what coding agents said last; may be nil, then they have said nothing.
	Agents *transcript.Finder
	// Keys are where the key of a secret memory may be; may be empty.
	Keys memory.Keys

	mu    sync.Mutex
	store *gitstore.Store
	owned bool
	young int // see Service.absent
}

// Close closes the store and the project's files.
func (p *Project) Close() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	var err error
	if p.store != nil {
		err = p.store.Close()
		p.store = nil
	}
	return errors.Join(err, p.Tree.Close())
}

// Service answers one caller. It is cheap to make, one for each request.
type Service struct {
	*Project
	Caller Caller
	// Shown is what the caller has on screen, which comments are then on; may be nil.
	Shown Texts

	cursor gitstore.ID
	looked bool           // at the editor
	seen   *EditorContext // there

	mainRead *mainSettings // the main worktree's settings, nil until they were asked for
}

// Service returns a service for one request of caller.
func (p *Project) Service(caller Caller) *Service { return &Service{Project: p, Caller: caller} }

// Cursor returns the store commit that the last answer was read from or made, "" before any.
func (s *Service) Cursor() string {
	if s.cursor.IsZero() {
		return ""
	}
	return s.cursor.String()
}

// Tip returns the newest commit of the store, "" without a store.
func (s *Service) Tip(ctx context.Context) (string, error) {
	store, err := s.open(ctx, false)
	if errors.Is(err, ErrNoStore) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	tip, err := store.Tip()
	if err != nil {
		return "", storeError(err)
	}
	return tip.String(), nil
}

// open returns the store, which must exist, unless create is set.
func (s *Service) open(ctx context.Context, create bool) (*gitstore.Store, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.store != nil {
		return s.store, nil
	}
	if err := s.checkOwned(ctx); err != nil {
		return nil, err
	}
	options := gitstore.Options{Now: s.Now, Program: s.Program, Warn: s.Warn}
	openStore := gitstore.Open
	if create {
		openStore = gitstore.Create
	}
	store, err := openStore(s.Place.StoreDir, options)
	if err != nil {
		return nil, storeError(err)
	}
	s.store = store
	return store, nil
}

// checkOwned refuses a store that git tracks: whoever can push to the repository could have written its
// threads, and every change of ours would show in git status.
func (s *Service) checkOwned(ctx context.Context) error {
	if s.owned {
		return nil
	}
	claim, err := worktree.ClaimOn(ctx, s.Place.StoreDir)
	switch {
	case errors.Is(err, worktree.ErrUnknownIndex):
		return Denied("whether git tracks this review store is not known, so it is not trusted: the repository in %q: %w", claim.Top, err).
			Hint("install git, or find out with 'git -C %s status' why it does not work there", claim.Top).
			Hint("where git works, write a split index in one piece: git -C %s update-index --no-split-index", claim.Top)
	case err != nil:
		return fmt.Errorf("check that git does not track the store: %w", err)
	case claim.Path != "":
		remove, dir := s.remover(claim.Top)
		return Denied("git tracks %q, so this review store is not trusted", claim.Path).
			Hint("if the repository shipped it: %s %s; if you added it by mistake: %s --cached %s", remove, dir, remove, dir)
	}
	s.owned = true
	return nil
}

// remover is the command by which the repository in top lets go of the store, and the store as it has to be named.
func (s *Service) remover(top string) (command, dir string) {
	dir, err := filepath.Rel(top, s.Place.StoreDir)
	if err != nil {
		dir = s.Place.StoreDir
	}
	if top == s.Place.Root {
		return "git rm -r", dir
	}
	return "git -C " + top + " rm -r", dir
}

// update runs one mutation on the newest state and records it as one commit.
func (s *Service) update(ctx context.Context, create bool, fn func(*change) error) error {
	store, err := s.open(ctx, create)
	if err != nil {
		return err
	}
	tip, err := store.Update(ctx, func(tx *gitstore.Tx) (gitstore.Meta, error) {
		c := &change{ctx: ctx, tx: tx, now: tx.Now().UTC().Truncate(time.Second)}
		if err := fn(c); err != nil {
			return gitstore.Meta{}, err
		}
		return c.meta()
	})
	if err != nil {
		return storeError(err)
	}
	s.cursor = tip
	return nil
}

// writer returns the author that a change is recorded under, with the name completed from the project's git
// configuration for a human who gave none.
func (s *Service) writer(ctx context.Context, usual AuthorKind) (author, error) {
	a, err := s.Caller.author(usual)
	if err != nil {
		return a, err
	}
	if a.Name == "" && a.Kind == Human {
		if name := s.Tree.UserName(ctx); len(name) <= maxName && !hasControl(name) {
			a.Name = name
		}
	}
	return a, nil
}

// message checks a message's text and returns it as it will be stored, byte for byte what was given but for
// newlines at the end.
func message(body string) (string, error) {
	body = strings.TrimRight(body, "\r\n")
	switch {
	case strings.TrimSpace(body) == "":
		return "", Usage("the message is empty").Hint("give it with -m TEXT, or with -F FILE (- reads standard input)")
	case len(body) > maxBody:
		return "", Denied("the message has %d bytes, the limit is %d", len(body), maxBody).
			Hint("put long material in a file of the project and point to it")
	case strings.ToValidUTF8(body, "") != body:
		return "", Usage("the message is not valid UTF-8")
	case strings.ContainsRune(body, 0):
		return "", Usage("the message holds a NUL character")
	}
	return body, nil
}
