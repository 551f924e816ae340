package session

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"consider/gitstore"
	"consider/internal/fail"
	"consider/internal/place"
	"consider/internal/thread"
	"consider/internal/words"
)

// WorktreeStore is the store of a worktree, or the copy of one in the main worktree's store.
type WorktreeStore struct {
	*Snapshot
	Worktree string // the worktree's name, "" for the main one
	Folder   string // "" for a copy
}

// Worktrees are the other worktrees' stores as one request sees them.
type Worktrees struct {
	Here    *WorktreeStore // nil without a store here
	Stores  []*WorktreeStore
	Damaged []thread.Damage
	opened  []*Session
}

// Close closes the stores that were opened.
func (p *Worktrees) Close() {
	for _, s := range p.opened {
		s.Release()
	}
}

// Label marks v with the worktree where it is kept.
func (p *WorktreeStore) Label(v *place.ThreadView) {
	v.Worktree = p.Worktree
	v.Elsewhere = &place.Elsewhere{Folder: p.Folder, Removed: p.Folder == ""}
}

// Where describes the store in words.
func (p *WorktreeStore) Where() string {
	switch {
	case p.Folder == "":
		return fmt.Sprintf("the removed worktree %q", p.Worktree)
	case p.Worktree == "":
		return "the main worktree"
	}
	return fmt.Sprintf("the worktree %q", p.Worktree)
}

// OtherWorktrees opens the stores of the other worktrees. A store that cannot be opened is reported as damage and hides
// nothing else. The caller closes the result.
func (s *Session) OtherWorktrees(ctx context.Context) *Worktrees {
	p := &Worktrees{}
	if !s.OwnsStore() || s.Place.CommonDir == "" {
		return p
	}
	if st, err := s.Snapshot(ctx); err == nil {
		p.Here = &WorktreeStore{st, s.Place.WorktreeName, s.Place.Root}
	}
	services := map[string]*Session{s.Place.WorktreeName: s}
	if place, ok := s.Place.Main(); ok && s.Place.Linked {
		services[""] = p.add(ctx, s.InWorktree(place))
	}
	for _, linked := range s.Place.LinkedWorktrees() {
		if services[linked.Name] == nil {
			services[linked.Name] = p.add(ctx, s.InWorktree(linked.Place))
		}
	}
	if main := services[""]; main != nil && !main.Place.Bare {
		p.addMirrors(ctx, main, services)
	}
	return p
}

// add adds a worktree's own store, if there is one.
func (p *Worktrees) add(ctx context.Context, s *Session) *Session {
	p.opened = append(p.opened, s)
	st, err := s.Snapshot(ctx)
	switch {
	case err == nil:
		p.Stores = append(p.Stores, &WorktreeStore{st, s.Place.WorktreeName, s.Place.Root})
		for _, d := range LostTips(st.Store) {
			p.Damaged = append(p.Damaged, thread.Damage{Path: filepath.Join(s.Place.StoreDir, d.Path), Problem: d.Problem})
		}
	case !errors.Is(err, fail.ErrNoStore):
		p.Damaged = append(p.Damaged, thread.NotRead(s.Place.StoreDir, err))
	}
	return s
}

// addMirrors adds the copies that hold more than the stores they were made of: copies of removed worktrees, of stores
// that were made anew, and of stores that fell behind their copy.
func (p *Worktrees) addMirrors(ctx context.Context, main *Session, services map[string]*Session) {
	store, err := main.OpenStore(ctx, false)
	if err != nil {
		return
	}
	refs, err := store.Mirrors()
	if err != nil {
		p.Damaged = append(p.Damaged, thread.NotRead(main.Place.StoreDir, err))
		return
	}
	for _, ref := range refs {
		live := p.of(ref.Name)
		if live != nil && !ref.Former {
			if has, err := live.Store.Contains(ctx, ref.Tip); err == nil && has {
				continue
			}
		}
		book := main.book(ctx)
		if main.brought(ctx, book, lineOf(ctx, store, ref.Tip, book), false) {
			p.Damaged = append(p.Damaged, thread.NotRead(fmt.Sprintf("the copy of worktree %s", ref.Name), gitstore.ErrForeign))
			continue
		}
		snap, err := store.SnapshotAt(ref.Tip)
		if err != nil {
			p.Damaged = append(p.Damaged, thread.NotRead(fmt.Sprintf("the copy of worktree %s", ref.Name), err))
			continue
		}
		svc := services[ref.Name]
		if svc == nil {
			svc = main // a removed worktree has no files; the main one's are the nearest substitute
		}
		if live != nil && live != p.Here && ahead(ctx, store, ref.Tip, live.Commit.ID()) {
			p.Stores = slices.DeleteFunc(p.Stores, func(q *WorktreeStore) bool { return q == live })
		}
		p.Stores = append(p.Stores, &WorktreeStore{&Snapshot{Session: svc, Store: store, Commit: snap, copied: true}, ref.Name, ""})
	}
}

// of returns the store of a worktree itself, not a copy. It may be the one here.
func (p *Worktrees) of(worktree string) *WorktreeStore {
	for _, q := range append([]*WorktreeStore{p.Here}, p.Stores...) {
		if q != nil && q.Folder != "" && q.Worktree == worktree {
			return q
		}
	}
	return nil
}

// ahead reports whether the history that ends at tip contains the commit before.
func ahead(ctx context.Context, store *gitstore.Store, tip, before gitstore.ID) bool {
	for c, err := range store.Log(ctx, gitstore.LogOptions{From: tip}) {
		if err != nil {
			return false
		}
		if c.ID == before {
			return true
		}
	}
	return false
}

// Adopted reports whether an existing worktree has taken over a thread of a copy. Then the worktree's thread is the one
// that counts.
func (p *Worktrees) Adopted(from *WorktreeStore, at thread.Ref) bool {
	if from.Folder != "" {
		return false
	}
	t, _, err := from.Thread(at.Dir, at.ID)
	if err != nil {
		return false
	}
	for _, q := range append([]*WorktreeStore{p.Here}, p.Stores...) {
		if q == nil || q.Folder == "" {
			continue
		}
		for _, dir := range thread.Folders {
			if other, _, err := q.Thread(dir, at.ID); err == nil && SameOrigin(t, other) {
				return true
			}
		}
	}
	return false
}

// Owns reports whether a thread that was made in a worktree belongs to the one here: it was made here or, as seen from the
// main worktree, in one that was removed or has a store of its own.
func (s *Session) Owns(name string) bool {
	return s.MadeHere(name) || !s.Place.Linked && !s.shares(name)
}

// shares is [worktree.Project.Shares], once in a request for each name.
func (s *Session) shares(name string) bool {
	is, ok := s.shared[name]
	if !ok {
		is = s.Place.Shares(name)
		if s.shared == nil {
			s.shared = map[string]bool{}
		}
		s.shared[name] = is
	}
	return is
}

// MadeHere reports whether a thread was made in this worktree, or is in a store that holds the threads of no other one.
func (s *Session) MadeHere(name string) bool {
	return name == s.Place.WorktreeName || s.Place.CommonDir == "" || s.Place.Linked && s.OwnsStore()
}

// NameHere returns a name under which a store that worktrees share keeps what belongs to this one.
func (s *Session) NameHere(name string) string {
	if s.OwnsStore() || s.Place.WorktreeName == "" {
		return name
	}
	return s.Place.WorktreeName + "\x00" + name
}

// MayShow reports whether a list of this worktree shows a thread if its code is here: it is one of this worktree, or it is
// on code and belongs to the main one.
func (s *Session) MayShow(r *thread.Row) bool {
	return s.Owns(r.Worktree) || s.Place.Linked && !s.shares(r.Worktree) && (r.Shape == thread.OnLines || r.Shape == thread.OnFile)
}

// SameOrigin reports whether two threads are the same one, taken over, and do not just share an id: ids are short, and
// each store assigns its own.
func SameOrigin(a, b *thread.Thread) bool {
	return a.ID == b.ID && a.Worktree == b.Worktree && a.Author == b.Author && a.File == b.File && a.CreatedAt.Equal(b.CreatedAt)
}

// Match is a thread in another worktree's store.
type Match struct {
	*WorktreeStore
	Ref thread.Ref
}

// Matches returns the threads of other worktrees that ref may mean. ref is an id or the beginning of one, optionally
// after the worktree's name and a colon.
func (p *Worktrees) Matches(ref string) []Match {
	name, id, named := strings.Cut(ref, ":")
	if !named {
		id = ref
	}
	var out []Match
	for _, q := range p.Stores {
		if named && q.Worktree != name {
			continue
		}
		all, err := q.ids(thread.Folders)
		if err != nil {
			continue
		}
		for _, at := range matching(all, id) {
			if !p.Adopted(q, at) {
				out = append(out, Match{q, at})
			}
		}
	}
	return out
}

// OnlyMatch returns the only thread of out, nil if out is empty.
func OnlyMatch(ref string, out []Match) (*Match, error) {
	switch len(out) {
	case 0:
		return nil, nil
	case 1:
		return &out[0], nil
	}
	e := fail.NotFound("%q is ambiguous: it matches %d threads in other worktrees", ref, len(out)).Hint("type the worktree and more of the ID: WORKTREE:ID")
	for _, f := range out[:min(len(out), fail.MaxCandidates)] {
		if _, r, err := f.Thread(f.Ref.Dir, f.Ref.ID); err == nil {
			e.Candidates = append(e.Candidates, fail.Candidate{ID: f.Worktree + ":" + f.Ref.ID, Place: r.Where().String(), File: r.File, Body: words.FirstLine(r.Body)})
		}
	}
	return nil, e
}

// MayBeElsewhere reports whether a thread that was not found here may be in the store of another worktree.
func MayBeElsewhere(err error) bool {
	return errors.Is(err, errNoThread) || errors.Is(err, fail.ErrNoStore)
}

// NotHere turns the error for a thread that is to be changed but is not here into one that says where it is.
func (s *Session) NotHere(ctx context.Context, ref string, err error) error {
	if !MayBeElsewhere(err) {
		return err
	}
	p := s.OtherWorktrees(ctx)
	defer p.Close()
	f, ferr := OnlyMatch(ref, p.Matches(ref))
	switch {
	case ferr != nil:
		return ferr
	case f == nil:
		return err
	}
	e := fail.Conflict("thread %s is in %s", f.Ref.ID, f.Where())
	if f.Folder == "" {
		return e.Hint("adopt it first: {adopt %s}", ref)
	}
	return e.Hint("run the command in %s", f.Folder)
}

// Locate finds a thread that is to be changed.
func (s *Session) Locate(ctx context.Context, ref string, dirs ...string) (thread.Ref, error) {
	st, err := s.Snapshot(ctx)
	if err != nil {
		return thread.Ref{}, s.NotHere(ctx, ref, err)
	}
	at, err := st.FindToChange(ref, dirs...)
	return at, s.NotHere(ctx, ref, err)
}

// LocateAll finds every thread named, each once, before any is changed.
func (s *Session) LocateAll(ctx context.Context, refs []string, dirs ...string) ([]thread.Ref, error) {
	return s.all(ctx, refs, dirs, (*Snapshot).FindToChange)
}

// FindAll is LocateAll for a verb that only reads.
func (s *Session) FindAll(ctx context.Context, refs []string, dirs ...string) ([]thread.Ref, error) {
	return s.all(ctx, refs, dirs, (*Snapshot).Find)
}

func (s *Session) all(ctx context.Context, refs, dirs []string, find func(*Snapshot, string, ...string) (thread.Ref, error)) ([]thread.Ref, error) {
	if len(refs) == 0 {
		return nil, fail.Usage("missing thread ID").Hint("run '{list}' to see IDs")
	}
	st, err := s.Snapshot(ctx)
	if err != nil {
		return nil, s.NotHere(ctx, refs[0], err)
	}
	var out []thread.Ref
	seen := map[string]bool{}
	for _, ref := range refs {
		at, err := find(st, ref, dirs...)
		if err != nil {
			return nil, s.NotHere(ctx, ref, err)
		}
		if !seen[at.ID] {
			out = append(out, at)
		}
		seen[at.ID] = true
	}
	return out, nil
}
