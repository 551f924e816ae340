package gitstore

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"time"

	"consider/internal/gitfmt"
)

const (
	// mirrorWait is how long a mirror waits for the other store. No caller asked for the mirror, so it must not wait
	// longer: the next one copies what is missing.
	mirrorWait = 100 * time.Millisecond
	// mirrorPack is the number of objects from which a pack is written. For fewer, loose files cost less than the two
	// files of a pack.
	mirrorPack = 200
)

// Mirror copies the line of s into the store to, under refs/worktrees/<name>/threads: everything since the last mirror,
// each object checked, all durable before the ref. With nothing to do it costs two small reads. It never moves a mirror
// back: one that is ahead of s (because s came from a backup) stays. If s does not descend from the mirror, because its
// store was made anew, the old mirror is kept under a second name.
//
// It returns ErrBusy if another process is writing to the other store; the next call copies the line.
func (s *Store) Mirror(ctx context.Context, to *Store, name string) error {
	ref, err := mirrorRef(name)
	if err != nil {
		return err
	}
	tip, err := s.Tip()
	if err != nil {
		return err
	}
	if have, err := to.readRefFile(ref); err != nil || have.id == tip {
		return err
	}
	short, cancel := context.WithTimeout(ctx, mirrorWait)
	defer cancel()
	l, err := to.lock(short)
	if err != nil {
		if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
			err = fmt.Errorf("mirror: %w", ErrBusy)
		}
		return err
	}
	defer l.release()
	if err := to.ignoreSelf(); err != nil {
		return err
	}
	have, err := to.readRefFile(ref)
	if err != nil {
		return err
	}
	m := &mirrorRun{s: s, to: to, ctx: ctx, ref: ref, seen: map[ID]struct{}{}, trees: differ{s: s}}
	return m.run(tip, have)
}

// mirrorRun is one run of Mirror, under the lock of the store it writes to.
type mirrorRun struct {
	s, to *Store
	ctx   context.Context
	ref   string

	seen  map[ID]struct{}
	trees differ
	ids   []ID // to be copied, each before the objects that name it
}

func (m *mirrorRun) run(tip ID, have refState) error {
	from, lost := have.id, ID{}
	if !from.IsZero() {
		if _, err := m.to.commitWithRoot(from); isLost(err) || errors.Is(err, ErrCorrupt) {
			from, lost = ID{}, from // there is nothing to continue from
		} else if err != nil {
			return err
		}
	}
	line, met, err := m.s.lineUntil(m.ctx, tip, from)
	if err != nil {
		return err
	}
	if !met && !from.IsZero() {
		_, ahead, err := m.to.lineUntil(m.ctx, from, tip)
		if err != nil || ahead {
			return err
		}
		if err := m.keepFormer(from); err != nil {
			return err
		}
	}
	if err := m.collect(line); err != nil {
		return err
	}
	if err := m.copy(); err != nil {
		return err
	}
	if !lost.IsZero() && !slices.ContainsFunc(line, func(c Commit) bool { return c.ID == lost }) {
		if err := m.to.keepLost(lost, ""); err != nil { // the copy has not healed it
			return err
		}
	}
	return m.to.setRef(m.ref, have, tip)
}

func (m *mirrorRun) keepFormer(tip ID) error {
	ref := path.Dir(m.ref) + formerMark + tip.String()[:formerDigits] + mirrorLeaf
	have, err := m.to.readRefFile(ref)
	if err != nil || have.id == tip {
		return err
	}
	return m.to.setRef(ref, have, tip)
}

// collect lists the objects that the line adds, commit by commit from the oldest on. Objects that a commit shares with
// its parent are already copied, so the walk grows with the changes and not with the store.
func (m *mirrorRun) collect(line []Commit) error {
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

func (m *mirrorRun) add(id ID) bool {
	if _, ok := m.seen[id]; ok {
		return false
	}
	m.seen[id] = struct{}{}
	m.ids = append(m.ids, id)
	return true
}

func (m *mirrorRun) tree(before, id ID) error {
	if _, ok := m.seen[id]; ok || id == before || id == emptyTree {
		return nil
	}
	was, err := m.trees.dir(gitfmt.Entry{ID: before, Mode: gitfmt.ModeDir})
	if err != nil {
		return err
	}
	entries, err := m.trees.dir(gitfmt.Entry{ID: id, Mode: gitfmt.ModeDir})
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
func (m *mirrorRun) copy() error {
	ids := slices.DeleteFunc(m.ids, func(id ID) bool {
		if !m.to.packs.has(id) {
			return false
		}
		_, _, err := m.to.packs.read(id)
		return err == nil
	})
	if len(ids) >= mirrorPack {
		sortIDs(ids)
		err := m.to.writePack(ids, m.read)
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

func (m *mirrorRun) read(id ID) (gitfmt.Object, error) {
	if err := m.ctx.Err(); err != nil {
		return gitfmt.Object{}, err
	}
	o, err := m.s.read(id)
	return o, missingIsDamage(err)
}
