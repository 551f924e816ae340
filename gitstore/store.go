package gitstore

import (
	"errors"
	"io/fs"
	"os"
	"sync"
	"sync/atomic"
	"time"
)

// Options are the values a store needs from its surroundings.
type Options struct {
	Now      func() time.Time // required; the time of commits
	Program  string           // the committer, as in "consider/0.1.0"
	LockWait time.Duration    // how long a writer waits for another; 0 means 10 s
	Warn     func(msg string) // receives warnings, such as of a recovered ref; may be nil
	Line     func() string    // the name of a new line of commits, "" for none; nil for a random one
	// Judge returns why the line that ends in tip is not the user's own: nothing is written to it then, and
	// [ErrForeign] means that it must not hide one that is. current says that the files of the ref lead to it. It may be
	// nil.
	Judge func(s *Store, tip ID, current bool) error
	// Brought reports whether a checkout brought one of the files with that content. It may be nil.
	Brought func(files ...[]byte) bool
	// Disown takes from a blob, or an author's name, what says that the user wrote it. It is called for lines that are
	// not the user's own, and may be nil.
	Disown func(text []byte) []byte
	// Fork is the store of whose line a new store begins as a copy: the new one is an [Outbox] of it. It may be nil.
	Fork *Store
	// Whole makes the copy of Fork a store of its own instead of an outbox.
	Whole  bool
	Making func() // called when the folder of a new store exists, before it becomes a store; may be nil
	// Home returns the path at which a blob without a name belongs. It returns "" if the blob does not say, or if the
	// file there now, which now reads, is better. It may be nil.
	Home func(blob []byte, now func(path string) (data []byte, here bool)) string
}

const defaultLockWait = 10 * time.Second

const knownSchema = 1 // of the tree's content; see store.json

// Store is an open store. Its methods may be called from several goroutines.
type Store struct {
	folder
	dir     string
	o       Options
	objects *os.Root // root/objects; saves a step on every read
	packs   packSet

	turn chan struct{} // held by the goroutine that writes

	lastWhole atomic.Pointer[wholeCommit] // most often the tip
	goodMeta  sync.Map                    // by id: store.json blobs with a known schema
	warned    sync.Map                    // by message

	mu           sync.Mutex // guards the next two
	judged       map[ID]judgement
	notOwnReason error // why the line that was read last is not the user's own
	instead      atomic.Pointer[ownTip]
}

// Dir is the folder the store was opened with.
func (s *Store) Dir() string { return s.dir }

// Close releases the files the store holds open. Its snapshots cannot be read afterwards.
func (s *Store) Close() error {
	s.packs.reload() // closes them
	if s.objects != nil {
		s.objects.Close()
	}
	return s.root.Close()
}

// warn reports each message once, because every read meets a damaged ref.
func (s *Store) warn(msg string) {
	if _, told := s.warned.LoadOrStore(msg, true); !told && s.o.Warn != nil {
		s.o.Warn(msg)
	}
}

func (s *Store) now() time.Time { return s.o.Now() }

// Gone reports whether the store's folder is no longer at its name. Then a read may see a half-deleted store, and a
// write is lost.
func (s *Store) Gone() bool {
	now, err := os.Lstat(s.dir)
	if err != nil {
		return errors.Is(err, fs.ErrNotExist)
	}
	own, err := s.root.Stat(".")
	return err == nil && !os.SameFile(own, now)
}

// judgement is what [Options.Judge] said of a line.
type judgement struct {
	reason error
	at     time.Time
}

// ownTip is the tip that was found in place of one of a line from elsewhere.
type ownTip struct{ of, tip ID }
