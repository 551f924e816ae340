package gitstore

import (
	"errors"
	"fmt"
	"time"

	"consider/internal/gitfmt"
)

// read finds an object, loose or packed, and checks it. A damaged loose copy
// does not hide a good packed one.
//
// Another program may repack behind us at any time. An object that was loose a
// moment ago is then in a pack we have not seen; a pack we have just listed is
// gone before we open it. So an object counts as missing only when it was found
// nowhere twice, while the packs stayed as they were.
func (s *Store) read(id ID) (gitfmt.Object, error) {
	for try := 1; ; try++ {
		o, err := s.readLoose(id)
		if err == nil || !isLost(err) {
			return o, err
		}
		p, moved, perr := s.packs.read(s, id)
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

// maxLooks bounds the search for an object while git keeps repacking.
const maxLooks = 10

func isLost(err error) bool { return errors.Is(err, errMissing) || errors.Is(err, ErrCorrupt) }

func (s *Store) readKind(id ID, k gitfmt.Kind) ([]byte, error) {
	o, err := s.read(id)
	if err != nil {
		return nil, err
	}
	if o.Kind != k {
		return nil, damaged(id, fmt.Errorf("is a %s, want a %s", o.Kind, k))
	}
	return o.Data, nil
}

// readTree and readCommit are for ids that another object or the ref names: a
// missing object is damage there.
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

// emptyTree is the one object that git takes for granted.
var emptyTree = gitfmt.Object{Kind: gitfmt.Tree}.ID()

func missingIsDamage(err error) error {
	if errors.Is(err, errMissing) {
		return fmt.Errorf("%w: %w", ErrCorrupt, err)
	}
	return err
}
