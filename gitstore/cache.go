package gitstore

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"time"

	"consider/internal/safefs"
)

// maxCache bounds a cache file.
const maxCache = 64 << 20

// ReadCache returns a file of the cache, which is derived and may vanish at any
// time, and when it was written, by the clock of its disk. It returns
// ErrNotExist without such a file.
func (s *Store) ReadCache(name string) ([]byte, time.Time, error) {
	f, st, err := s.openCache(name)
	if err != nil {
		return nil, time.Time{}, err
	}
	defer f.Close()
	data, err := safefs.ReadAll(f, maxCache)
	return data, st.ModTime(), s.pathError("cache/"+name, err)
}

// ReadCacheText is ReadCache for what texts are cut out of: made a string, bytes would be copied as a whole, into
// memory that the system has to find first.
func (s *Store) ReadCacheText(name string) (string, time.Time, error) {
	f, st, err := s.openCache(name)
	if err != nil {
		return "", time.Time{}, err
	}
	defer f.Close()
	var text strings.Builder
	text.Grow(int(min(st.Size(), maxCache)))
	n, err := io.Copy(&text, io.LimitReader(f, maxCache+1))
	if err == nil && n > maxCache {
		err = &safefs.TooLargeError{Size: n, Max: maxCache}
	}
	return text.String(), st.ModTime(), s.pathError("cache/"+name, err)
}

func (s *Store) openCache(name string) (*os.File, fs.FileInfo, error) {
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

// WriteCache replaces a file of the cache. It takes no lock and waits for no
// disk, so a power cut may leave the file empty: the content must be able to
// tell whether it is whole. A failure is harmless.
func (s *Store) WriteCache(name string, data []byte) error {
	if s.o.ReadOnly != nil {
		return s.o.ReadOnly
	}
	if err := checkCacheName(name); err != nil {
		return err
	}
	if _, err := s.mkdir("cache"); err != nil {
		return err
	}
	return s.writeFile("cache/"+name, data, false)
}
