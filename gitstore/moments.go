package gitstore

import (
	"cmp"
	"context"
	"encoding/hex"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"time"

	"consider/internal/gitfmt"
)

// maxMomentName limits the names of moments; they are hexadecimal.
const maxMomentName = 64

// KeepContents stores contents that nothing names yet, so that a moment can hold them soon. The next purge erases them.
func (s *Store) KeepContents(ctx context.Context, contents [][]byte) error {
	return s.underLock(ctx, func(*heldLock) error {
		var objs []newObject
		for _, data := range contents {
			o := gitfmt.Object{Kind: gitfmt.Blob, Data: data}
			objs = append(objs, newObject{o.ID(), o})
		}
		return s.writeObjects(s.missing(objs))
	})
}

// missing returns the objects that the store does not have.
func (s *Store) missing(objs []newObject) []newObject {
	return slices.DeleteFunc(objs, func(o newObject) bool {
		_, err := s.read(o.id)
		return err == nil
	})
}

// KeepMoment stores files as a commit without a parent, outside of the line, and names it by refs/moments/<name>. It
// writes only objects that the store does not have, and nothing if the name is taken: equal names mean equal files. held
// are contents that were stored before, which become numbered files; it is an error if one is lost.
func (s *Store) KeepMoment(ctx context.Context, name string, files map[string][]byte, held ...ID) error {
	ref, err := momentRef(name)
	if err != nil {
		return err
	}
	l, err := s.lock(ctx)
	if err != nil {
		return err
	}
	defer l.release()
	have, err := s.readRefFile(ref)
	if err != nil || !have.id.IsZero() {
		return err
	}
	_, tip, err := s.tip()
	if err != nil {
		return err
	}
	base, err := s.snapshot(tip)
	if err != nil {
		return err
	}
	schema, err := base.FileID(schemaFile)
	if err != nil {
		return err
	}
	tx := newTx(&Snapshot{s: s, trees: map[ID][]gitfmt.Entry{{}: nil}}, s.now())
	if err := tx.set(schemaFile, &item{mode: gitfmt.ModeFile, id: schema}); err != nil {
		return err
	}
	for _, path := range slices.Sorted(maps.Keys(files)) {
		tx.Put(path, files[path])
	}
	for i, id := range held {
		_, err := s.read(id)
		if err = cmp.Or(err, tx.set(strconv.Itoa(i), &item{mode: gitfmt.ModeFile, id: id})); err != nil {
			return err
		}
	}
	objs, tree, err := tx.pending()
	if err = cmp.Or(err, tx.err); err != nil {
		return err
	}
	commit := gitfmt.Object{Kind: gitfmt.Commit, Data: encodeCommit(tree, ID{}, Meta{Subject: momentSubject}, s.o.Program, time.Unix(0, 0))}
	if err := s.writeObjects(s.missing(append(objs, newObject{commit.ID(), commit}))); err != nil {
		return err
	}
	return s.setRefInTime(ctx, ref, have, commit.ID())
}

// Moment opens the files that KeepMoment stored, ErrNotExist without that name.
func (s *Store) Moment(name string) (*Snapshot, error) {
	ref, err := momentRef(name)
	if err != nil {
		return nil, err
	}
	have, err := s.readRefFile(ref)
	if err != nil {
		return nil, err
	}
	if have.id.IsZero() {
		return nil, fmt.Errorf("moment %s: %w", name, ErrNotExist)
	}
	return s.snapshot(have.id)
}

// Moments returns the names of all moments, sorted.
func (s *Store) Moments() ([]string, error) {
	refs, err := s.refsIn(momentDir)
	return slices.Sorted(maps.Keys(refs)), err
}

// EraseMoments removes moments and, as [Store.Purge] does, all objects that nothing names then. If it is stopped, the
// next purge continues.
func (s *Store) EraseMoments(ctx context.Context, names []string) error {
	if _, err := s.PurgePlan(ctx, Purging{}); err != nil {
		return err // damage: nothing may be deleted
	}
	if err := s.underLock(ctx, func(*heldLock) error {
		for _, name := range names {
			ref, err := momentRef(name)
			if err == nil {
				err = s.removeRef(ref)
			}
			if err != nil {
				return err
			}
		}
		return s.writeFile(purgeMark, nil, true)
	}); err != nil {
		return err
	}
	_, err := s.Purge(ctx, Purging{})
	return err
}

func momentRef(name string) (string, error) {
	if _, err := hex.DecodeString(name); err != nil || name == "" || len(name) > maxMomentName {
		return "", fmt.Errorf("%w: no name of a moment", ErrPath)
	}
	return momentDir + "/" + name, nil
}
