package gitstore

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"
)

// Options are the values a store needs from its surroundings.
type Options struct {
	Now      func() time.Time // required; the time of commits
	Program  string           // the committer, as in "consider/0.1.0"
	LockWait time.Duration    // how long a writer waits for another; 0 means 10 s
	Warn     func(msg string) // told of a recovered ref and the like; may be nil
	ReadOnly error            // why nothing may be written, nil where it may
	Making   func()           // told when the folder of a new store is there, before what makes it a store; may be nil
	// Home says at which path a blob belongs that lost its name, "" if that cannot be told from it or the file that is
	// there now, which now reads, is better. It may be nil.
	Home func(blob []byte, now func(path string) (data []byte, here bool)) string
}

const (
	defaultLockWait = 10 * time.Second

	knownLayout = 1 // files, refs and locks: [consider] layout in config
	knownSchema = 1 // what the tree holds: store.json
	maxConfig   = 64 << 10
)

// Store is an open store. Its methods may be called from several goroutines.
type Store struct {
	dir     string
	o       Options
	root    *os.Root
	objects *os.Root // root/objects, which saves a step on every read
	heir    *heir    // whose everything is that is made here; nil: the caller's
	packs   packSet

	turn    chan struct{} // held by the goroutine that writes
	waiting *waiter       // guarded by turn

	mu        sync.Mutex
	lastWhole *wholeCommit    // most often the tip
	goodMeta  map[ID]struct{} // store.json blobs found to be of a known schema
	warned    map[string]bool
}

// Open opens the store in dir, the .consider folder. It creates and changes
// nothing. ErrNoStore if there is no store, ErrVersion if it is too new,
// ErrUnsafe if dir or a folder of the store is a link.
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
		return nil, access(err)
	case !before.IsDir():
		return nil, fmt.Errorf("%q: %w", dir, ErrUnsafe)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, access(err)
	}
	if after, err := root.Stat("."); err != nil || !os.SameFile(before, after) {
		root.Close()
		return nil, fmt.Errorf("%q changed while it was opened: %w", dir, ErrUnsafe)
	}
	return &Store{
		dir: dir, o: o, root: root, heir: heirOf(before),
		turn:     make(chan struct{}, 1),
		goodMeta: map[ID]struct{}{},
		warned:   map[string]bool{},
	}, nil
}

func (s *Store) openParts() error {
	for _, d := range []string{"objects", "refs", "refs/heads"} {
		if err := s.wantDir(d); errors.Is(err, fs.ErrNotExist) {
			return ErrNoStore
		} else if err != nil {
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
	begun, err := s.begun()
	if err == nil && !begun {
		return ErrNoStore
	}
	return err
}

// begun reports whether the store has had a word in it, or has its ref. One
// whose maker was killed before that is no store yet, whatever objects and
// line of the reflog its first commit has left; one that lost its ref still is.
func (s *Store) begun() (bool, error) {
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
	for _, m := range moves {
		if m.subject != firstSubject {
			return true, nil
		}
	}
	tip, err := s.looseEnd()
	if tip.IsZero() || err != nil {
		return false, err
	}
	w, err := s.whole(tip)
	if err != nil {
		return false, err
	}
	return !w.Parent.IsZero() || len(w.entries) != 1 || w.entries[0].Name != schemaFile, nil
}

// checkConfig reads the layout version. A missing or unreadable line counts as
// version 1: the file may have been lost, and a newer layout says so clearly.
func (s *Store) checkConfig() error {
	data, err := s.readFile("config", maxConfig)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if v := configInt(string(data), "consider", "layout"); v > knownLayout {
		return &VersionError{What: "layout", Have: v, Know: knownLayout}
	}
	return nil
}

// configInt finds a number in a git config; 0 if it is not there.
func configInt(text, section, key string) int {
	in, found := "", 0
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "[") {
			in = strings.ToLower(strings.Trim(line, "[] \t"))
			continue
		}
		k, v, ok := strings.Cut(line, "=")
		if ok && in == section && strings.EqualFold(strings.TrimSpace(k), key) {
			if n, err := strconv.Atoi(strings.TrimSpace(v)); err == nil {
				found = n
			}
		}
	}
	return found
}

// Dir is the folder the store was opened with.
func (s *Store) Dir() string { return s.dir }

// Close releases the files the store holds open. Snapshots of it cannot be
// read afterwards.
func (s *Store) Close() error {
	s.packs.close()
	if s.objects != nil {
		s.objects.Close()
	}
	return s.root.Close()
}

// warn tells each thing once: a damaged ref is met on every read.
func (s *Store) warn(msg string) {
	s.mu.Lock()
	told := s.warned[msg]
	s.warned[msg] = true
	s.mu.Unlock()
	if !told && s.o.Warn != nil {
		s.o.Warn(msg)
	}
}
