package session

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"consider/gitstore"
	"consider/internal/fail"
	"consider/internal/gitrepo"
	"consider/internal/origin"
	"consider/internal/thread"
	"consider/internal/words"
)

// CheckUser returns an error for a store of another user in a folder above: that user could have written its threads,
// and could read ours. A store that the caller named is trusted.
func (s *Session) CheckUser(ctx context.Context) error {
	if s.Named || s.trusted {
		return nil
	}
	owner, foreign := s.Place.ForeignOwner(s.Sudo)
	if foreign && !s.Tree.IsSafe(ctx, s.Place.Root, s.Place.StoreDir) {
		dir := s.Place.StoreDir
		if !s.Place.HasStore {
			dir = s.Place.Root // root would make a store in it
		}
		return fail.Denied("%q belongs to another user, %s, so consider does not use it for review data", dir, owner).
			Hint("run consider as %s, or take ownership of the folder (chown -R)", owner).
			Hint("if you trust that user: git config --global --add safe.directory %s", words.ShellWord(s.Place.Root)).
			Hint("to use a folder you trust: pass {--store FOLDER}, or set CONSIDER_DIR")
	}
	s.trusted = true
	return nil
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
	claim, err := gitrepo.ClaimOn(ctx, s.Place.StoreDir)
	switch {
	case (err != nil || claim.Path != "") && s.recorded(ctx):
	case errors.Is(err, gitrepo.ErrUnknownIndex):
		return fail.Denied("this store is not trusted, because git may track it (repository %q): %w", claim.Top, err).
			Hint("install git, or run 'git -C %s status' to see why git fails there", words.ShellWord(claim.Top)).
			Hint("if git works there, turn off the split index: git -C %s update-index --no-split-index", words.ShellWord(claim.Top))
	case err != nil:
		return fmt.Errorf("could not check whether git tracks the store: %w", err)
	case claim.Path != "":
		remove, dir := s.remover(claim.Top)
		return fail.Denied("git tracks %q, so this store is not trusted", claim.Path).
			Hint("if the store came with the repository, delete it: %s %s", remove, words.ShellWord(dir)).Hint(adoptHint)
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
	return "git -C " + words.ShellWord(top) + " rm -r", dir
}

// MadeElsewhere returns why nothing may be written to a store that came with an archive or a checkout: another person
// could have written threads in the person's name. It returns nil for a store that the caller named.
func (s *Session) MadeElsewhere() error {
	s.Mu.Lock()
	store := s.Store
	s.Mu.Unlock()
	if store != nil {
		return store.NotOwn()
	}
	store, err := gitstore.Open(s.Place.StoreDir, s.options(context.Background()))
	if err != nil {
		return nil // the reader who opens it gets the reason
	}
	defer store.Close()
	return store.NotOwn()
}

// options are what every store is opened with.
func (s *Session) options(ctx context.Context) gitstore.Options {
	o := gitstore.Options{Now: s.Now, Program: s.Program, Warn: s.Warn, Line: s.Line, Home: thread.HomeOf, Disown: thread.Disown}
	ctx = context.WithoutCancel(ctx) // the store may outlive the request
	made := false
	o.Making = func() {
		made = true
		_ = s.book(ctx).Made("", "")
	}
	if s.Named {
		return o
	}
	o.Brought = func(files ...[]byte) bool { return gitrepo.Brought(ctx, s.Place.StoreDir, files...) }
	o.Judge = func(store *gitstore.Store, tip gitstore.ID, current bool) error {
		return s.judge(ctx, judged{store, tip, current, made})
	}
	return o
}

// book is what the store's records say.
func (s *Session) book(ctx context.Context) *origin.Book {
	return s.Origin.Open(s.Place.StoreDir, func(data []byte) bool { return gitrepo.Brought(ctx, s.Place.StoreDir, data) })
}

// farBack is the number of commits after which the record of the newest one is renewed: until then a read of each of
// them costs less.
const farBack = 4

// adoptHint says what to do about a store that is not one's own.
const adoptHint = "if you trust the authors of its threads, adopt the store (human only): {fsck --accept}"

// judged is a line of commits that is to be judged.
type judged struct {
	store   *gitstore.Store
	tip     gitstore.ID
	current bool // the ref names its tip
	made    bool // this process has just made the store
}

// line describes a line of commits in the store.
type line struct {
	store      *gitstore.Store
	first, tip gitstore.ID
	far        bool  // the tip is far from the one that is recorded
	broken     error // its first commit cannot be read
}

func lineOf(ctx context.Context, store *gitstore.Store, tip gitstore.ID, book *origin.Book) line {
	known, begins := book.Tip()
	id, _ := gitstore.ParseID(known) // zero names none
	first, steps, err := store.First(ctx, tip, id)
	if err == nil && first == id && !id.IsZero() {
		first, err = gitstore.ParseID(begins)
	}
	return line{store, first, tip, steps > farBack, err}
}

// name is what the records call the line, "" if it is not known or has no name yet.
func (l line) name() string {
	if l.broken != nil || l.first.IsZero() {
		return ""
	}
	return l.first.String()
}

// judge returns why a line is not the user's own. Missing evidence is never held against a store next to a .git: a
// container, a sandbox, a new home and a restored backup have none.
func (s *Session) judge(ctx context.Context, j judged) error {
	book := s.book(ctx)
	l := lineOf(ctx, j.store, j.tip, book)
	says := book.Of(l.name())
	elsewhere := fail.Denied("%q %w, so it is read-only", s.Place.StoreDir, gitstore.ErrForeign).Hint(adoptHint)
	switch {
	case says == origin.Own:
		if l.far || !book.Sealed {
			l.record(book)
		}
		return nil
	case says == origin.Other, says == origin.Foreign:
		return elsewhere
	case j.made:
		l.record(book)
		return nil
	case s.besideGit():
	case says == origin.Old, says == origin.Nothing && !s.Origin.CanTell(s.Place.StoreDir):
		l.record(book)
		return nil
	default:
		return elsewhere
	}
	if s.brought(ctx, book, l, j.current) {
		return elsewhere
	}
	held, err := gitrepo.EverHeld(ctx, s.Place.StoreDir)
	if held || err != nil && says == origin.Nothing {
		return fail.Denied("%q may have been created elsewhere, so it is read-only", s.Place.StoreDir).Hint(adoptHint)
	}
	if says == origin.Nothing && s.Warn != nil {
		s.Warn("this store has no record of where it was created; git has never tracked it, so it is treated as yours from now on")
	}
	l.record(book)
	return nil
}

// brought reports whether git brought a line, and remembers it: git may forget what it brought.
func (s *Session) brought(ctx context.Context, book *origin.Book, l line, current bool) bool {
	if book.Of(l.first.String()) == origin.Foreign {
		return true
	}
	if !gitrepo.Brought(ctx, s.Place.StoreDir, l.store.Proofs(current, l.tip, l.first)...) {
		return false
	}
	if claim, err := gitrepo.ClaimOn(ctx, s.Place.StoreDir); err == nil && claim.Path == "" && !l.first.IsZero() { // git status would show the record
		_ = book.Refuse(l.first.String()) // unrecorded, it is found out again
	}
	return true
}

// record records that the line is the user's own. An error is ignored: the same is found out again.
func (l line) record(book *origin.Book) {
	if l.broken != nil {
		return
	}
	name, newest := l.name(), ""
	if name != "" && (l.far || book.Of(name) != origin.Own) {
		newest = l.tip.String()
	}
	_ = book.Made(name, newest)
}

// recorded reports whether the store has a line that is recorded as the user's own.
func (s *Session) recorded(ctx context.Context) bool {
	options := s.options(ctx)
	options.Warn = nil
	store, err := gitstore.Open(s.Place.StoreDir, options)
	if err != nil {
		return false
	}
	defer store.Close()
	tip, err := store.Tip()
	if err != nil {
		return false
	}
	book := s.book(ctx)
	l := lineOf(ctx, store, tip, book)
	return l.broken == nil && book.Of(l.name()) == origin.Own
}

// RecordOrigin records the line of a store that was made or adopted here.
func (s *Session) RecordOrigin(ctx context.Context, store *gitstore.Store) {
	if tip, err := store.Tip(); err == nil {
		s.RecordLine(ctx, store, tip)
	}
}

// RecordLine is RecordOrigin for the line that ends in tip, which the store may not show because of its records.
func (s *Session) RecordLine(ctx context.Context, store *gitstore.Store, tip gitstore.ID) {
	book := s.book(ctx)
	lineOf(ctx, store, tip, book).record(book)
}

// besideGit reports whether the store lies next to a .git, even one whose repository is gone or was moved.
func (s *Session) besideGit() bool {
	if s.Place.GitDir != "" {
		return true
	}
	_, err := os.Lstat(filepath.Join(s.Place.Root, ".git"))
	return err == nil
}
