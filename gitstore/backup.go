package gitstore

import (
	"bytes"
	"context"

	"consider/internal/gitfmt"
)

// purgedJournal has a line for each purge: the first commit that it replaced.
const purgedJournal = "purged"

// PurgedSince reports whether a copy of the store has what was purged from the store.
func (s *Store) PurgedSince(copied *Store) bool {
	data, _ := s.ReadJournal(purgedJournal) // without it, none is known
	for line := range bytes.Lines(data) {
		id, err := ParseID(string(bytes.TrimSpace(line)))
		if err != nil {
			continue
		}
		if _, err := copied.readCommit(id); err == nil {
			return true
		}
	}
	return false
}

// Loose is an object in the form of a loose file.
type Loose struct {
	ID   ID
	Data []byte
}

// Since returns the objects of the commits after known, up to tip, each before those that name it. It returns false if
// the line that ends in tip does not contain known, and ErrTooLarge if the objects have more than max bytes.
func (s *Store) Since(ctx context.Context, tip, known ID, max int64) (out []Loose, on bool, err error) {
	line, on, err := s.lineUntil(ctx, tip, known)
	if err != nil || !on {
		return nil, false, err
	}
	m := &copyRun{s: s, ctx: ctx, seen: map[ID]struct{}{}, trees: differ{s: s}}
	if err := m.collect(line); err != nil {
		return nil, false, err
	}
	out = make([]Loose, len(m.ids))
	for i, id := range m.ids {
		if out[i], err = s.loose(id); err != nil {
			return nil, false, err
		}
		if max -= int64(len(out[i].Data)); max < 0 {
			return nil, true, ErrTooLarge
		}
	}
	return out, true, ctx.Err()
}

// loose returns an object's file, or makes its content if the object is packed.
func (s *Store) loose(id ID) (Loose, error) {
	data, err := s.readFile("objects/"+loosePath(id), MaxObject)
	if err != nil {
		var o gitfmt.Object
		if o, err = s.read(id); err == nil {
			data, err = gitfmt.EncodeLoose(o)
		}
	}
	return Loose{id, data}, missingIsDamage(err)
}

// Continue stores objects that [Store.Since] returned, and makes the line end in tip. All objects that tip names must be
// here or among them.
func (s *Store) Continue(ctx context.Context, tip ID, objects []Loose) error {
	objs := make([]newObject, len(objects))
	for i, l := range objects {
		o, err := gitfmt.ReadLoose(bytes.NewReader(l.Data), l.ID, MaxObject)
		if err != nil {
			return damagedUnless(l.ID, err)
		}
		objs[i] = newObject{l.ID, o}
	}
	return s.underLock(ctx, func(l *heldLock) error {
		ref, err := s.readRef()
		if err == nil {
			err = s.writeObjects(objs)
		}
		if err != nil || ref.id == tip {
			return err
		}
		s.packs.reload()
		if _, err := s.snapshot(tip); err != nil {
			return err
		}
		if err := s.moveRef(l, ref, tip, ref.id, restoreSubject); err != nil {
			return movedError(err)
		}
		return s.setHome(ctx, tip)
	})
}

// Missing returns the commits of other's line that the line of s does not contain, newest first. s may be nil.
func (s *Store) Missing(ctx context.Context, other *Store) ([]Commit, error) {
	tip, err := other.Tip()
	if err != nil {
		return nil, err
	}
	has := map[ID]bool{}
	if s != nil {
		if on, err := s.Contains(ctx, tip); on || err != nil {
			return nil, err
		}
		own, err := s.Tip()
		if err != nil {
			return nil, err
		}
		line, _, _ := s.lineUntil(ctx, own, ID{}) // the readable part of it
		for _, c := range line {
			has[c.ID] = true
		}
	}
	theirs, _, err := other.lineUntil(ctx, tip, ID{})
	for i, c := range theirs {
		if has[c.ID] {
			return theirs[:i], nil
		}
	}
	return theirs, unlessLost(err)
}

// CatchUp makes the line of the store end as that of a copy of it does. It reports false if it is not the beginning of
// that one. A line from elsewhere is replaced, and kept under a ref.
func (s *Store) CatchUp(ctx context.Context, from *Store) (bool, error) {
	to, err := from.Tip()
	if err != nil {
		return false, err
	}
	l, err := s.lockAnyLine(ctx)
	if err != nil {
		return false, err
	}
	defer l.release()
	ref, tip, err := s.tip()
	if err != nil {
		return false, err
	}
	if s.NotOwn() != nil {
		return s.replaceLine(ctx, l, from, to)
	}
	for _, id := range []ID{tip, ref.id} { // the ref may name a commit that cannot be read here
		if on, err := from.Contains(ctx, id); err != nil || !on && !id.IsZero() {
			return false, err
		}
	}
	if err := s.copyLine(ctx, from, to, tip); err != nil {
		return false, err
	}
	return true, movedError(s.moveRef(l, ref, to, ref.id, restoreSubject))
}

// replaceLine makes the user's own line current again, which a copy has. It reports false if that line is from elsewhere
// too.
func (s *Store) replaceLine(ctx context.Context, l *heldLock, from *Store, to ID) (bool, error) {
	if err := s.copyLine(ctx, from, to, ID{}); err != nil {
		return false, err
	}
	s.instead.Store(nil)
	ref, tip, err := s.tip() // it is the line's end now
	if err != nil || s.NotOwn() != nil {
		return false, err
	}
	return true, movedError(s.continueFrom(ctx, l, ref, tip))
}

// restoreSubject is in the reflog where the line was continued with commits of a copy.
const restoreSubject = "restore"
