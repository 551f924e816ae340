package gitstore

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"consider/internal/safefs"
)

// All names below are slash-separated and relative to the store. They go
// through os.Root, which refuses to leave the store by a link; safefs adds
// that a link is not followed inside it either and that nothing but a regular
// file is opened.

func (s *Store) openFile(name string, flag int, perm fs.FileMode) (*os.File, error) {
	if s.heir != nil && flag&os.O_CREATE != 0 {
		// Only what is new is given away: under the name of an old file may be a second name of another one.
		if f, err := s.newFile(name, perm); err == nil {
			return f, nil
		}
	}
	f, err := safefs.Open(s.root, name, flag, perm)
	return f, s.pathError(name, err)
}

// openQuick opens a file to be read, without a look before: a link that stays
// inside is followed, as what is read tells whether it is the right one.
func openQuick(root *os.Root, name string) (*os.File, error) {
	f, err := root.OpenFile(name, os.O_RDONLY|safefs.Nonblock, 0)
	if err != nil {
		return nil, err
	}
	if st, err := f.Stat(); err != nil || !st.Mode().IsRegular() {
		f.Close()
		return nil, &safefs.NotPlainError{Name: name}
	}
	return f, nil
}

// newFile makes a file that is not there yet. The error is the system's.
func (s *Store) newFile(name string, perm fs.FileMode) (*os.File, error) {
	f, err := s.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, perm)
	if err == nil {
		s.heir.take(f)
	}
	return f, err
}

// heir is the owner of a store to which root writes, by sudo or in a container. Files that root makes are given to
// the owner, who could not write beside them otherwise.
type heir struct{ uid, gid int }

// take gives a file away. It may fail, where root is not allowed to do that either.
func (h *heir) take(f *os.File) {
	if h != nil {
		_ = f.Chown(h.uid, h.gid)
	}
}

// readFile reads a whole regular file of at most limit bytes.
func (s *Store) readFile(name string, limit int64) ([]byte, error) {
	data, err := safefs.Read(s.root, name, limit)
	return data, s.pathError(name, err)
}

// writeFile replaces a small file as a whole. With durable it survives a power
// cut; without, the file may come back empty.
func (s *Store) writeFile(name string, data []byte, durable bool) error {
	err := safefs.Replace(s.root, name, bytes.NewReader(data), safefs.How{Temp: name + tmpMark, Perm: 0o644, Sync: durable, Made: s.heir.take})
	return s.pathError(name, err)
}

// tmpMark is in the name of every temporary file that is not an object; gc
// knows debris by it.
const tmpMark = ".tmp-"

// syncDir makes the names in a folder durable.
func (s *Store) syncDir(name string) error {
	return s.pathError(name, safefs.SyncFolder(s.root, name))
}

// mkdir makes one folder and reports whether it was new.
func (s *Store) mkdir(name string) (bool, error) {
	err := s.root.Mkdir(name, 0o755)
	if err == nil {
		if s.heir != nil {
			_ = s.root.Lchown(name, s.heir.uid, s.heir.gid)
		}
		return true, nil
	}
	if !errors.Is(err, fs.ErrExist) {
		return false, s.pathError(name, err)
	}
	return false, s.wantDir(name)
}

func (s *Store) wantDir(name string) error {
	st, err := s.root.Lstat(name)
	if err != nil {
		return s.pathError(name, err)
	}
	if !st.IsDir() {
		return fmt.Errorf("%s: %w", name, ErrUnsafe)
	}
	return nil
}

// pathError explains why a name of the store could not be reached: a link or
// a foreign thing at it or above it is ErrUnsafe, whatever error the operating
// system chose for that.
func (s *Store) pathError(name string, err error) error {
	if err == nil {
		return nil
	}
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: %w", name, err)
	}
	var large *safefs.TooLargeError
	var foreign *safefs.NotPlainError
	switch {
	case errors.As(err, &large):
		return fmt.Errorf("%s: %d bytes: %w", name, large.Size, ErrTooLarge)
	case errors.As(err, &foreign):
	default:
		if _, lerr := safefs.Lstat(s.root, name); !errors.As(lerr, &foreign) || foreign.Name == name && s.wantDir(name) == nil {
			return access(err)
		}
	}
	return fmt.Errorf("%s: %w: %w", foreign.Name, ErrUnsafe, err)
}

// readDir lists a folder of the store; a missing one is empty.
func (s *Store) readDir(name string) ([]fs.DirEntry, error) {
	d, err := s.root.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, s.pathError(name, err)
	}
	defer d.Close()
	return d.ReadDir(-1)
}
