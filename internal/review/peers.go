package review

import (
	"context"
	"errors"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"consider/gitstore"
)

// Elsewhere says that a thread is kept in the store of another worktree: it can be read here, not changed.
type Elsewhere struct {
	Folder  string `json:"folder,omitempty"`  // where it can be changed
	Removed bool   `json:"removed,omitempty"` // its store is gone, this is the copy of it; adopt takes it over
}

// peer is the store of another worktree, or the copy of one in the main worktree's store.
type peer struct {
	*state
	worktree string // its name, "" for the main one
	folder   string // "" for a copy
}

// peers are the other worktrees' stores as one request sees them.
type peers struct {
	here    *peer // nil without a store here
	list    []*peer
	damaged []Damage
	opened  []*Service
}

func (p *peers) close() {
	for _, s := range p.opened {
		s.close()
	}
}

// label says on v where it is kept.
func (p *peer) label(v *ThreadView) {
	v.Worktree = p.worktree
	v.Elsewhere = &Elsewhere{Folder: p.folder, Removed: p.folder == ""}
}

// where is the store in words.
func (p *peer) where() string {
	switch {
	case p.folder == "":
		return fmt.Sprintf("the removed worktree %q", p.worktree)
	case p.worktree == "":
		return "the main worktree"
	}
	return fmt.Sprintf("the worktree %q", p.worktree)
}

// peers opens the stores of the other worktrees. What cannot be opened is damage, and hides nothing else.
// The caller closes them.
func (s *Service) peers(ctx context.Context) *peers {
	p := &peers{}
	if !s.atHome() || s.Place.CommonDir == "" {
		return p
	}
	if st, err := s.glance(ctx); err == nil {
		p.here = &peer{st, s.Place.WorktreeName, s.Place.Root}
	}
	services := map[string]*Service{s.Place.WorktreeName: s}
	if place, ok := s.Place.Main(); ok && s.Place.Linked {
		services[""] = p.add(ctx, s.neighbour(place))
	}
	for _, linked := range s.Place.LinkedWorktrees() {
		if services[linked.Name] == nil {
			services[linked.Name] = p.add(ctx, s.neighbour(linked.Place))
		}
	}
	if main := services[""]; main != nil && !main.Place.Bare {
		p.addMirrors(ctx, main, services)
	}
	return p
}

// add adds a worktree's own store, if there is one.
func (p *peers) add(ctx context.Context, s *Service) *Service {
	p.opened = append(p.opened, s)
	st, err := s.glance(ctx)
	switch {
	case err == nil:
		p.list = append(p.list, &peer{st, s.Place.WorktreeName, s.Place.Root})
		for _, d := range lostTips(st.store) {
			p.damaged = append(p.damaged, Damage{Path: filepath.Join(s.Place.StoreDir, d.Path), Problem: d.Problem})
		}
	case !errors.Is(err, ErrNoStore):
		p.damaged = append(p.damaged, notRead(s.Place.StoreDir, err))
	}
	return s
}

// addMirrors adds the copies that say more than the stores they were made of: of removed worktrees, of stores
// that were made anew, of stores that fell behind their copy.
func (p *peers) addMirrors(ctx context.Context, main *Service, services map[string]*Service) {
	store, err := main.open(ctx, false)
	if err != nil {
		return
	}
	refs, err := store.Mirrors()
	if err != nil {
		p.damaged = append(p.damaged, notRead(main.Place.StoreDir, err))
		return
	}
	for _, ref := range refs {
		live := p.of(ref.Name)
		if live != nil && !ref.Former {
			if has, err := live.store.Contains(ctx, ref.Tip); err == nil && has {
				continue
			}
		}
		snap, err := store.SnapshotAt(ref.Tip)
		if err != nil {
			p.damaged = append(p.damaged, notRead(fmt.Sprintf("the copy of worktree %s", ref.Name), err))
			continue
		}
		svc := services[ref.Name]
		if svc == nil {
			svc = main // a removed worktree has no files; the main one's are the nearest there are
		}
		if live != nil && live != p.here && ahead(ctx, store, ref.Tip, live.snap.ID()) {
			p.list = slices.DeleteFunc(p.list, func(q *peer) bool { return q == live })
		}
		p.list = append(p.list, &peer{&state{svc: svc, store: store, snap: snap, copied: true}, ref.Name, ""})
	}
}

// of returns the store of a worktree itself, the one here included.
func (p *peers) of(worktree string) *peer {
	for _, q := range append([]*peer{p.here}, p.list...) {
		if q != nil && q.folder != "" && q.worktree == worktree {
			return q
		}
	}
	return nil
}

// ahead reports whether the line that ends at tip has the commit before on it.
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

// adopted reports whether a thread of a copy was taken over by a worktree that is there: then that is the one
// that counts.
func (p *peers) adopted(from *peer, at located) bool {
	if from.folder != "" {
		return false
	}
	t, _, err := from.thread(at.dir, at.id)
	if err != nil {
		return false
	}
	for _, q := range append([]*peer{p.here}, p.list...) {
		if q == nil || q.folder == "" {
			continue
		}
		for _, dir := range folders {
			if other, _, err := q.thread(dir, at.id); err == nil && sameOrigin(t, other) {
				return true
			}
		}
	}
	return false
}

// sameOrigin tells a thread that was taken over from one that happens to have the same id: ids are short, and each
// store gives its own.
func sameOrigin(a, b *Thread) bool {
	return a.ID == b.ID && a.Worktree == b.Worktree && a.Author == b.Author && a.File == b.File && a.CreatedAt.Equal(b.CreatedAt)
}

// found is a thread in another worktree's store.
type found struct {
	*peer
	at located
}

// matches returns the threads of other worktrees that ref may mean: an id or the beginning of one, after the
// worktree's name and a colon if need be.
func (p *peers) matches(ref string) []found {
	name, id, named := strings.Cut(ref, ":")
	if !named {
		id = ref
	}
	var out []found
	for _, q := range p.list {
		if named && q.worktree != name {
			continue
		}
		all, err := q.ids(folders)
		if err != nil {
			continue
		}
		for _, at := range matching(all, id) {
			if !p.adopted(q, at) {
				out = append(out, found{q, at})
			}
		}
	}
	return out
}

// one returns the only thread of out, nil if there is none.
func one(ref string, out []found) (*found, error) {
	switch len(out) {
	case 0:
		return nil, nil
	case 1:
		return &out[0], nil
	}
	e := NotFound("%q may be %d threads of other worktrees", ref, len(out)).Hint("give more digits, and the worktree: NAME:ID")
	for _, f := range out[:min(len(out), maxCandidates)] {
		if _, r, err := f.thread(f.at.dir, f.at.id); err == nil {
			e.Candidates = append(e.Candidates, Candidate{ID: f.worktree + ":" + f.at.id, Place: r.place(), Body: firstLine(r.Body)})
		}
	}
	return nil, e
}

// errNoThread marks the error of a thread that is nowhere in the store here.
var errNoThread = errors.New("no such thread here")

func mayBeElsewhere(err error) bool { return errors.Is(err, errNoThread) || errors.Is(err, ErrNoStore) }

// notHere turns the error of a thread that is to be changed and is not here into one that says where it is.
func (s *Service) notHere(ctx context.Context, ref string, err error) error {
	if !mayBeElsewhere(err) {
		return err
	}
	p := s.peers(ctx)
	defer p.close()
	f, ferr := one(ref, p.matches(ref))
	switch {
	case ferr != nil:
		return ferr
	case f == nil:
		return err
	}
	e := Conflict("thread %s is in %s", f.at.id, f.where())
	if f.folder == "" {
		return e.Hint("take it over first: consider adopt %s", ref)
	}
	return e.Hint("run the command in %s", f.folder)
}

// listOthers returns the threads of the other worktrees that in asks for.
func (s *Service) listOthers(ctx context.Context, in *ListInput) ([]*ThreadView, []Damage, error) {
	p := s.peers(ctx)
	defer p.close()
	damaged := p.damaged
	var out []*ThreadView
	for _, q := range p.list {
		views, bad, err := q.list(ctx, in, s.agent())
		if ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
		if err != nil {
			bad = []Damage{notRead(q.store.Dir(), err)}
		}
		for _, d := range bad {
			d.Path = path.Join(q.where(), d.Path)
			damaged = append(damaged, d)
		}
		for _, v := range views {
			if !p.adopted(q, located{in.dir(), v.ID}) {
				q.label(v)
				out = append(out, v)
			}
		}
	}
	return out, damaged, nil
}
