package gitstore

import (
	"errors"
	"io/fs"
	"os"
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

const defaultLockWait = 10 * time.Second

const knownSchema = 1 // what the tree holds: store.json

// Store is an open store. Its methods may be called from several goroutines.
type Store struct {
	folder
	dir     string
	o       Options
	objects *os.Root // root/objects, which saves a step on every read
	packs   packSet

	turn    chan struct{} // held by the goroutine that writes
	waiting *waiter       // guarded by turn

	mu        sync.Mutex
	lastWhole *wholeCommit    // most often the tip
	goodMeta  map[ID]struct{} // store.json blobs found to be of a known schema
	warned    map[string]bool

	looseMisses int        // objects that were looked for as files, and had none
	looseDirs   *[256]bool // the folders of loose objects that there were then; nil while that is not known
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

func (s *Store) now() time.Time { return s.o.Now() }

// Gone reports whether the store's folder is no longer at its name. What is
// read from it then may be half deleted, and what is written to it is lost.
func (s *Store) Gone() bool {
	now, err := os.Lstat(s.dir)
	if err != nil {
		return errors.Is(err, fs.ErrNotExist)
	}
	own, err := s.root.Stat(".")
	return err == nil && !os.SameFile(own, now)
}
