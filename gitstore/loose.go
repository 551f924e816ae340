package gitstore

import (
	"errors"
	"fmt"
	"io/fs"
	"strconv"

	"consider/internal/gitfmt"
)

func loosePath(id ID) string {
	h := id.String()
	return h[:2] + "/" + h[2:]
}

// readLoose reads and checks a loose object; errMissing if there is no file.
func (s *Store) readLoose(id ID) (gitfmt.Object, error) {
	f, err := openQuick(s.objects, loosePath(id))
	if errors.Is(err, fs.ErrNotExist) {
		s.countMissingLoose()
		return gitfmt.Object{}, fmt.Errorf("object %s: %w", id, errMissing)
	}
	if err != nil {
		return gitfmt.Object{}, s.objectError(id, err)
	}
	defer f.Close()
	o, err := gitfmt.ReadLoose(f, id, MaxObject)
	return o, damagedUnless(id, err)
}

// missesToList is the number of missed object files after which missedLoose lists the folders of loose objects.
const missesToList = 32

// cannotBeLoose reports whether the object's folder did not exist when the folders were listed, so there can be no
// file. Without it a read of thousands of packed objects would look for a file each time.
func (s *Store) cannotBeLoose(id ID) bool {
	dirs := s.looseDirs.Load()
	return dirs != nil && !dirs[id[0]]
}

// countMissingLoose counts objects without a file, and lists the folders after [missesToList] of them.
func (s *Store) countMissingLoose() {
	if s.looseMisses.Add(1) != missesToList {
		return
	}
	entries, err := s.readDir("objects")
	if err != nil {
		return
	}
	dirs := &[256]bool{}
	for _, e := range entries {
		if n, err := strconv.ParseUint(e.Name(), 16, 8); err == nil {
			dirs[n] = true
		}
	}
	s.looseDirs.Store(dirs)
}

// objectError turns a foreign thing at an object's place into a damaged object, so that other objects can still be
// read.
func (s *Store) objectError(id ID, err error) error {
	err = s.pathError("objects/"+loosePath(id), err)
	if errors.Is(err, ErrUnsafe) {
		return damaged(id, err)
	}
	return fmt.Errorf("object %s: %w", id, err)
}

func (s *Store) removeLoose(id ID) error {
	err := s.objects.Remove(loosePath(id))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return accessError(err)
}

// eachLoose calls f for every file with the name of a loose object.
func (s *Store) eachLoose(f func(ID, fs.DirEntry) error) error {
	for n := range 256 {
		dir := fmt.Sprintf("%02x", n)
		files, err := fs.ReadDir(s.objects.FS(), dir)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			if err = s.pathError("objects/"+dir, err); errors.Is(err, ErrUnsafe) {
				continue // fsck reports it; the other folders still count
			}
			return err
		}
		for _, e := range files {
			if id, err := ParseID(dir + e.Name()); err == nil {
				if err := f(id, e); err != nil {
					return err
				}
			}
		}
	}
	return nil
}
