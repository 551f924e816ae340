package gitstore

import (
	"errors"
	"fmt"
	"io/fs"

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
		return gitfmt.Object{}, fmt.Errorf("object %s: %w", id, errMissing)
	}
	if err != nil {
		return gitfmt.Object{}, s.objectError(id, err)
	}
	defer f.Close()
	o, err := gitfmt.ReadLoose(f, id, MaxObject)
	return o, damagedUnless(id, err)
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
