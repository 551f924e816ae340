package gitstore

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// firstSubject is the subject of the first commit, which holds schemaFile alone.
const firstSubject = "init"

// Open opens the store in dir, the .consider folder. It creates and changes nothing. ErrNoStore if there is no store,
// ErrVersion if it is too new, ErrUnsafe if dir or a folder of the store is a link.
func Open(dir string, o Options) (*Store, error) {
	s, err := openRoot(dir, o)
	if err != nil {
		return nil, err
	}
	if err := s.openParts(); err != nil {
		s.Close()
		return nil, fmt.Errorf("store %q: %w", dir, err)
	}
	return s, nil
}

// openParts opens what is in the folder. ErrNoStore if the store is being deleted meanwhile.
func (s *Store) openParts() error {
	err := s.openFolders()
	if err != nil && s.Gone() {
		err = ErrNoStore
	}
	return err
}

func openRoot(dir string, o Options) (*Store, error) {
	dir = filepath.Clean(dir)
	if o.LockWait <= 0 {
		o.LockWait = defaultLockWait
	}
	before, err := os.Lstat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("%w at %q", ErrNoStore, dir)
	case err != nil:
		return nil, accessError(err)
	case !before.IsDir():
		return nil, fmt.Errorf("%q: %w", dir, ErrUnsafe)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, accessError(err)
	}
	if after, err := root.Stat("."); err != nil || !os.SameFile(before, after) {
		root.Close()
		return nil, fmt.Errorf("%q changed while it was being opened: %w", dir, ErrUnsafe)
	}
	s := &Store{
		folder: folder{root: root, heir: ownerOf(before)},
		dir:    dir, o: o,
		turn:   make(chan struct{}, 1),
		judged: map[ID]judgement{},
	}
	s.packs.dir = &s.folder
	return s, nil
}

func (s *Store) openFolders() error {
	for _, d := range []string{"objects", "refs", "refs/heads"} {
		err := s.checkDir(d)
		if errors.Is(err, fs.ErrNotExist) && d == "objects" {
			return s.withoutObjects()
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) { // without refs, begun decides
			return err
		}
	}
	if err := s.checkConfig(); err != nil {
		return err
	}
	var err error
	if s.objects, err = s.root.OpenRoot("objects"); err != nil {
		return s.pathError("objects", err)
	}
	begun, err := s.isCreated()
	if err == nil && !begun {
		return ErrNoStore
	}
	return err
}

// isCreated reports whether the store has its ref or ever had more than its first commit. If the maker was killed
// before that, there is no store yet, even if objects and the reflog line of its first commit exist. A store that lost
// its ref still counts as begun.
func (s *Store) isCreated() (bool, error) {
	if named, err := s.hasHistory(); named || err != nil {
		return named, err
	}
	tip, err := s.looseEnd()
	if tip.IsZero() || err != nil {
		return false, err
	}
	return s.hasContent(tip)
}

// hasContent reports whether a commit is more than the first one of a line, which holds schemaFile alone.
func (s *Store) hasContent(tip ID) (bool, error) {
	w, err := s.commitWithRoot(tip)
	if err != nil {
		return false, err
	}
	return !w.Parent.IsZero() || len(w.entries) != 1 || w.entries[0].Name != schemaFile, nil
}

// withoutObjects returns the error of a store that had no folder of objects. The store is damaged if a ref or the reflog
// names an object, unless it was made in the meantime.
func (s *Store) withoutObjects() error {
	named, err := s.hasHistory()
	if err == nil && named {
		if s.checkDir("objects") == nil {
			return s.openFolders()
		}
		err = fmt.Errorf("the objects folder is missing: %w", ErrCorrupt)
	}
	return cmp.Or(err, ErrNoStore)
}

// hasHistory reports whether the ref exists or the reflog names more than the first commit.
func (s *Store) hasHistory() (bool, error) {
	if _, err := s.root.Lstat(refName); err == nil {
		return true, nil
	} else if !errors.Is(err, fs.ErrNotExist) {
		return false, s.pathError(refName, err)
	}
	if _, found, err := s.readPackedRef(refName); found || err != nil {
		return found, err
	}
	moves, err := s.moves()
	if err != nil && !errors.Is(err, ErrUnsafe) {
		return false, err
	}
	return slices.ContainsFunc(moves, func(m move) bool { return m.subject != firstSubject }), nil
}
