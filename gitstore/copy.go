package gitstore

import (
	"context"
	"slices"

	"consider/internal/gitfmt"
)

// copyPack is the number of objects from which a pack is written. For fewer, loose files cost less than the two files of a
// pack.
const copyPack = 200

// copyRun copies objects from one store to another, under the lock of the store it writes to.
type copyRun struct {
	s, to *Store
	ctx   context.Context

	seen  map[ID]struct{}
	trees differ
	ids   []ID // to be copied, each before the objects that name it
}

// copyLine copies the line of from that ends in tip and begins after a commit that is here. All is durable before it
// returns. The lock must be held.
func (s *Store) copyLine(ctx context.Context, from *Store, tip, known ID) error {
	line, _, err := from.lineUntil(ctx, tip, known)
	if err != nil {
		return err
	}
	m := &copyRun{s: from, to: s, ctx: ctx, seen: map[ID]struct{}{}, trees: differ{s: from}}
	if err := m.collect(line); err != nil {
		return err
	}
	return m.copy()
}

// collect lists the objects that the line adds, commit by commit from the oldest on. Objects that a commit shares with
// its parent are already copied, so the walk grows with the changes and not with the store.
func (m *copyRun) collect(line []Commit) error {
	before := emptyTree
	if n := len(line); n > 0 && !line[n-1].Parent.IsZero() {
		c, err := m.s.readCommit(line[n-1].Parent)
		if err != nil {
			return err
		}
		before = c.tree
	}
	for _, c := range slices.Backward(line) {
		if err := m.ctx.Err(); err != nil {
			return err
		}
		if err := m.tree(before, c.tree); err != nil {
			return err
		}
		m.add(c.ID)
		before = c.tree
	}
	return nil
}

func (m *copyRun) add(id ID) bool {
	if _, ok := m.seen[id]; ok {
		return false
	}
	m.seen[id] = struct{}{}
	m.ids = append(m.ids, id)
	return true
}

func (m *copyRun) tree(before, id ID) error {
	if _, ok := m.seen[id]; ok || id == before || id == emptyTree {
		return nil
	}
	was, err := m.trees.dir(before)
	if err := unlessLost(err); err != nil { // next to a folder that was repaired, everything is new
		return err
	}
	entries, err := m.trees.dir(id)
	if err != nil {
		return err
	}
	for _, e := range entries {
		old, ok := gitfmt.FindEntry(was, e.Name)
		switch {
		case ok && old.ID == e.ID || e.Mode == gitfmt.ModeSubmodule:
		case e.Mode != gitfmt.ModeDir:
			m.add(e.ID)
		case !ok || old.Mode != gitfmt.ModeDir:
			err = m.tree(emptyTree, e.ID)
		default:
			err = m.tree(old.ID, e.ID)
		}
		if err != nil {
			return err
		}
	}
	m.add(id)
	return nil
}

// copy writes the collected objects. Objects in a pack of the other store are not written again; the write checks and
// heals loose ones.
func (m *copyRun) copy() error {
	ids := slices.DeleteFunc(m.ids, func(id ID) bool {
		if !m.to.packs.has(id) {
			return false
		}
		_, _, err := m.to.packs.read(id)
		return err == nil
	})
	if len(ids) >= copyPack {
		sortIDs(ids)
		_, err := m.to.writePack(ids, m.read)
		m.to.packs.reload()
		return err
	}
	for part := range slices.Chunk(ids, syncBatch) {
		objs := make([]newObject, len(part))
		for i, id := range part {
			o, err := m.read(id)
			if err != nil {
				return err
			}
			objs[i] = newObject{id, o}
		}
		if err := m.to.writeObjects(objs); err != nil {
			return err
		}
		if err := m.ctx.Err(); err != nil {
			return err
		}
	}
	return nil
}

func (m *copyRun) read(id ID) (gitfmt.Object, error) {
	if err := m.ctx.Err(); err != nil {
		return gitfmt.Object{}, err
	}
	o, err := m.s.read(id)
	return o, missingIsDamage(err)
}
