package gitstore

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"consider/internal/gitfmt"
)

// maxPrivate bounds a private file.
const maxPrivate = MaxObject

// isPrivateName reports whether name is a folder and a file in it, in characters that mean the same on every disk.
func isPrivateName(name string) bool {
	const small = "abcdefghijklmnopqrstuvwxyz0123456789"
	dir, file, ok := strings.Cut(name, "/")
	return ok && dir != "" && len(dir) <= 32 && strings.Trim(dir, small) == "" &&
		file != "" && len(file) <= 128 && strings.Trim(file, small) == ""
}

// ReadPrivate returns a private file, or ErrNotExist.
func (s *Store) ReadPrivate(name string) ([]byte, error) {
	if !isPrivateName(name) {
		return nil, fmt.Errorf("%w: private name %q", ErrPath, gitfmt.Clip(name))
	}
	data, err := s.readFile(privateDir+"/"+name, maxPrivate)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("private %q: %w", name, ErrNotExist)
	}
	return data, err
}

// HasPrivate reports whether the store in dir, which need not be open, has the private file.
func HasPrivate(dir, name string) bool {
	_, err := os.Lstat(filepath.Join(dir, privateDir, filepath.FromSlash(name)))
	return err == nil
}

// WritePrivate replaces a private file as a whole and durably. It takes no lock: of two writers of one file, the later
// wins.
func (s *Store) WritePrivate(name string, data []byte) error {
	if err := s.NotOwn(); err != nil {
		return err
	}
	if !isPrivateName(name) {
		return fmt.Errorf("%w: private name %q", ErrPath, gitfmt.Clip(name))
	}
	if len(data) > maxPrivate {
		return fmt.Errorf("private %q: %d bytes: %w", name, len(data), ErrTooLarge)
	}
	dir, _, _ := strings.Cut(name, "/")
	for _, d := range []string{privateDir, privateDir + "/" + dir} {
		fresh, err := s.mkdir(d)
		if err == nil && fresh {
			err = s.syncDir(path.Dir(d))
		}
		if err != nil {
			return err
		}
	}
	return s.writeFile(privateDir+"/"+name, data, true)
}

// RemovePrivate deletes a private file. A missing file is not an error.
func (s *Store) RemovePrivate(name string) error {
	if err := s.NotOwn(); err != nil {
		return err
	}
	if !isPrivateName(name) {
		return fmt.Errorf("%w: private name %q", ErrPath, gitfmt.Clip(name))
	}
	err := s.root.Remove(privateDir + "/" + name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return s.pathError(privateDir+"/"+name, err)
	}
	return nil
}

// PrivateTime returns when a private file was written, by the clock of its disk.
func (s *Store) PrivateTime(name string) (time.Time, error) {
	if !isPrivateName(name) {
		return time.Time{}, fmt.Errorf("%w: private name %q", ErrPath, gitfmt.Clip(name))
	}
	st, err := s.root.Lstat(privateDir + "/" + name)
	if err != nil {
		return time.Time{}, s.pathError(privateDir+"/"+name, err)
	}
	return st.ModTime(), nil
}

// PrivateNames lists the private files of one folder by their last names, sorted. A missing folder is empty.
func (s *Store) PrivateNames(dir string) ([]string, error) {
	entries, err := s.readDir(privateDir + "/" + dir)
	if err != nil {
		return nil, err
	}
	var out []string
	for _, e := range entries {
		if e.Type().IsRegular() && isPrivateName(dir+"/"+e.Name()) {
			out = append(out, e.Name())
		}
	}
	slices.Sort(out)
	return out, nil
}
