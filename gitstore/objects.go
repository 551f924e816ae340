package gitstore

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"consider/internal/gitfmt"
)

// emptyTree is the one object that exists for git without being stored.
var emptyTree = gitfmt.Object{Kind: gitfmt.Tree}.ID()

// read finds an object, loose or packed, and checks it. A damaged loose copy does not hide a good packed one.
//
// Another program may repack at any time. Then an object that was just loose is in a pack we have not seen, or a pack
// we have just listed is gone before we open it. So an object counts as missing only when two searches found it nowhere
// while the packs stayed unchanged.
func (s *Store) read(id ID) (gitfmt.Object, error) {
	for try := 1; ; try++ {
		o, err := s.readLoose(id)
		if err == nil || !isLost(err) {
			return o, err
		}
		p, moved, perr := s.packs.read(id)
		if perr == nil {
			return p, nil
		}
		if !isLost(perr) {
			return gitfmt.Object{}, perr
		}
		if try >= maxLooks || (try >= 2 && !moved) {
			if errors.Is(err, errMissing) {
				err = perr
			}
			return gitfmt.Object{}, err
		}
		time.Sleep(time.Duration(try) * time.Millisecond)
	}
}

// maxLooks limits the searches for an object while git keeps repacking.
const maxLooks = 10

func (s *Store) readKind(id ID, k gitfmt.Kind) ([]byte, error) {
	o, err := s.read(id)
	if err != nil {
		return nil, err
	}
	if o.Kind != k {
		return nil, damaged(id, fmt.Errorf("is a %s, expected a %s", o.Kind, k))
	}
	return o.Data, nil
}

// readTree and readCommit are for ids that another object or the ref names, so a missing object is damage.
func (s *Store) readTree(id ID) ([]gitfmt.Entry, error) {
	if id == emptyTree {
		return nil, nil
	}
	data, err := s.readKind(id, gitfmt.Tree)
	if err != nil {
		return nil, missingIsDamage(err)
	}
	entries, err := gitfmt.ParseTree(data)
	if err != nil {
		return nil, damaged(id, err)
	}
	return entries, nil
}

func (s *Store) readCommit(id ID) (Commit, error) {
	data, err := s.readKind(id, gitfmt.Commit)
	if err != nil {
		return Commit{}, missingIsDamage(err)
	}
	c, err := parseCommit(id, data)
	if err != nil {
		return Commit{}, damaged(id, err)
	}
	return c, nil
}

func (s *Store) readBlob(id ID) ([]byte, error) {
	data, err := s.readKind(id, gitfmt.Blob)
	return data, missingIsDamage(err)
}

// lineUntil returns the commits from tip back to until, newest first and without until itself, and whether it met
// until. With an error it returns the commits before the one that it could not read.
func (s *Store) lineUntil(ctx context.Context, tip, until ID) (line []Commit, met bool, err error) {
	for at := tip; !at.IsZero(); {
		if at == until {
			return line, true, nil
		}
		if err := ctx.Err(); err != nil {
			return line, false, err
		}
		c, err := s.readCommit(at)
		if err != nil {
			return line, false, err
		}
		line = append(line, c)
		at = c.Parent
	}
	return line, false, nil
}

// commitWithRoot reads a commit and its root directory. It caches the last one, because the tip is read repeatedly.
func (s *Store) commitWithRoot(id ID) (*wholeCommit, error) {
	if w := s.lastWhole.Load(); w != nil && w.ID == id {
		return w, nil
	}
	c, err := s.readCommit(id)
	if err != nil {
		return nil, err
	}
	entries, err := s.readTree(c.tree)
	if err != nil {
		return nil, err
	}
	w := &wholeCommit{c, entries}
	s.lastWhole.Store(w)
	return w, nil
}

// eachObject calls f for every object of the store, loose ones first. It calls f twice for one that is both loose and
// packed.
func (s *Store) eachObject(f func(ID) error) error {
	if err := s.eachLoose(func(id ID, _ fs.DirEntry) error { return f(id) }); err != nil {
		return err
	}
	return s.packs.each(f)
}
