package gitstore

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
)

// maxCache bounds a cache file.
const maxCache = 64 << 20

// ReadCache returns a file of the cache: something derived that may vanish at
// any time. ErrNotExist if it is not there.
func (s *Store) ReadCache(name string) ([]byte, error) {
	if err := checkCacheName(name); err != nil {
		return nil, err
	}
	data, err := s.readFile("cache/"+name, maxCache)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("cache %q: %w", name, ErrNotExist)
	}
	return data, err
}

// WriteCache replaces a file of the cache. It takes no lock and waits for no
// disk, so a power cut may leave the file empty: the content must be able to
// tell whether it is whole. A failure is harmless.
func (s *Store) WriteCache(name string, data []byte) error {
	if err := checkCacheName(name); err != nil {
		return err
	}
	if _, err := s.mkdir("cache"); err != nil {
		return err
	}
	return s.writeFile("cache/"+name, data, false)
}

func checkCacheName(name string) error {
	if strings.Contains(name, tmpMark) {
		return fmt.Errorf("%w: cache name %q", ErrPath, clip(name))
	}
	return checkName(name)
}
