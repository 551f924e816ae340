package gitstore

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"strings"
)

// All names below are slash-separated and relative to the store. They go
// through os.Root, which refuses to leave the store by a link; openFile adds
// that a link is not followed inside it either and that nothing but a regular
// file is opened.

// openFile opens a regular file. A FIFO must not block the caller and a link
// must not be followed, hence the look before and the look after.
func (s *Store) openFile(name string, flag int, perm fs.FileMode) (*os.File, error) {
	if st, err := s.root.Lstat(name); err == nil && !st.Mode().IsRegular() {
		return nil, fmt.Errorf("%s: %w", name, ErrUnsafe)
	} else if err != nil && flag&os.O_CREATE == 0 {
		return nil, s.pathError(name, err)
	}
	f, err := s.root.OpenFile(name, flag|nonblock, perm)
	if err != nil {
		return nil, s.pathError(name, err)
	}
	if err := wantRegular(f); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

func wantRegular(f *os.File) error {
	st, err := f.Stat()
	if err != nil {
		return err
	}
	if !st.Mode().IsRegular() {
		return fmt.Errorf("%s: %w", f.Name(), ErrUnsafe)
	}
	return nil
}

// readFile reads a whole regular file of at most limit bytes.
func (s *Store) readFile(name string, limit int64) ([]byte, error) {
	f, err := s.openFile(name, os.O_RDONLY, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return readBounded(f, limit)
}

func readBounded(f *os.File, limit int64) ([]byte, error) {
	st, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if st.Size() > limit {
		return nil, fmt.Errorf("%s: %d bytes: %w", f.Name(), st.Size(), ErrTooLarge)
	}
	// One byte more than the size finds the end in one read when the file is
	// as long as it said.
	buf := make([]byte, st.Size()+1)
	n, err := io.ReadFull(f, buf)
	switch {
	case errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF):
		return buf[:n], nil
	case err != nil:
		return nil, err
	}
	rest, err := io.ReadAll(io.LimitReader(f, limit-int64(n)+1))
	if int64(n+len(rest)) > limit {
		return nil, fmt.Errorf("%s: %w", f.Name(), ErrTooLarge)
	}
	return append(buf, rest...), err
}

// writeFile replaces a small file as a whole: temporary file, rename. With
// durable it survives a power cut; without, the file may come back empty.
func (s *Store) writeFile(name string, data []byte, durable bool) error {
	tmp := name + tmpMark + randomName()
	f, err := s.root.OpenFile(tmp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return s.pathError(name, err)
	}
	_, err = f.Write(data)
	if err == nil && durable {
		err = f.Sync()
	}
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err == nil {
		err = s.root.Rename(tmp, name)
	}
	if err != nil {
		_ = s.root.Remove(tmp)
		return s.pathError(name, err)
	}
	if durable {
		return s.syncDir(path.Dir(name))
	}
	return nil
}

// tmpMark is in the name of every temporary file that is not an object; gc
// knows debris by it.
const tmpMark = ".tmp-"

func randomName() string {
	var b [8]byte
	rand.Read(b[:])
	return hex.EncodeToString(b[:])
}

// syncDir makes the names in a folder durable. File systems that cannot sync
// a folder (EINVAL, ENOTSUP) are taken at their word; any other failure is one.
func (s *Store) syncDir(name string) error {
	if !dirsCanSync {
		return nil
	}
	d, err := s.root.Open(name)
	if err != nil {
		return s.pathError(name, err)
	}
	defer d.Close()
	if err := d.Sync(); err != nil && !cannotSyncDir(err) {
		return fmt.Errorf("sync of folder %s: %w", name, err)
	}
	return nil
}

// mkdir makes one folder and reports whether it was new.
func (s *Store) mkdir(name string) (bool, error) {
	err := s.root.Mkdir(name, 0o755)
	if err == nil {
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
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: %w", name, err)
	}
	parts := strings.Split(name, "/")
	for i := range parts {
		p := strings.Join(parts[:i+1], "/")
		st, lerr := s.root.Lstat(p)
		if lerr != nil {
			break
		}
		last := i == len(parts)-1
		if m := st.Mode(); m&fs.ModeSymlink != 0 || (!last && !m.IsDir()) || (last && !m.IsRegular() && !m.IsDir()) {
			return fmt.Errorf("%s: %w: %w", p, ErrUnsafe, err)
		}
	}
	return access(err)
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
