package gitstore

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"consider/internal/safefs"
)

// maxCache bounds a cache file.
const maxCache = 64 << 20

// ReadCache returns a file of the cache. Cache files are derived and may vanish at any time. It returns ErrNotExist if
// there is no such file.
func (s *Store) ReadCache(name string) ([]byte, error) {
	f, _, err := s.OpenCache(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := safefs.ReadAll(f, maxCache)
	return data, s.pathError("cache/"+name, err)
}

// OpenCache opens a file of the cache for a reader that does not need all of it. The reader must close it soon, because
// some systems cannot replace an open file.
func (s *Store) OpenCache(name string) (*os.File, fs.FileInfo, error) {
	if err := checkCacheName(name); err != nil {
		return nil, nil, err
	}
	f, err := s.openFile("cache/"+name, os.O_RDONLY, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil, fmt.Errorf("cache %q: %w", name, ErrNotExist)
	}
	if err != nil {
		return nil, nil, err
	}
	st, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, nil, err
	}
	return f, st, nil
}

// WriteCache replaces a file of the cache. It takes no lock and does not sync, so a power cut may leave the file empty:
// the content must show whether it is whole. A failure is harmless.
func (s *Store) WriteCache(name string, data []byte) error {
	if err := s.NotOwn(); err != nil {
		return err
	}
	if err := checkCacheName(name); err != nil {
		return err
	}
	if _, err := s.mkdir("cache"); err != nil {
		return err
	}
	return s.writeFile("cache/"+name, data, false)
}
