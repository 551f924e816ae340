package presence

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path"
	"time"
)

// wakersDir is the folder of the processes that wake a session, below the store's.
const wakersDir = "run/wakers"

// errTaken is returned if another process wakes the session.
var errTaken = errors.New("another process is already waking this session")

// Waker is the one process that wakes a session, if the agent does not run such a process during the session itself.
type Waker struct {
	root *os.Root
	file *os.File
	name string
}

// OnlyWaker records that this process wakes a session of an agent. It fails if another process does.
func OnlyWaker(store, agent, id string) (*Waker, error) {
	root, err := openWith(store, wakersDir)
	if err != nil {
		return nil, err
	}
	w := &Waker{root: root, name: wakerOf(agent, id)}
	if err := w.lock(); err != nil {
		w.Close()
		return nil, err
	}
	return w, nil
}

func (w *Waker) lock() error {
	prune(w.root, wakersDir, lockGrace, time.Now())
	var err error
	if w.file, err = w.root.OpenFile(w.name, os.O_CREATE|os.O_RDWR, 0o600); err != nil {
		return err
	}
	info, err := w.file.Stat()
	switch {
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return &fs.PathError{Op: "lock", Path: w.name, Err: errors.New("not a regular file")}
	case isLocked(w.file):
		return errTaken
	}
	return lockFile(w.file)
}

// Wanted reports whether the process should continue. [EndWaker] and deleting the store end it.
func (w *Waker) Wanted() bool {
	return isNamed(w.file, path.Join(w.root.Name(), w.name))
}

// Close records that the process no longer wakes the session.
func (w *Waker) Close() {
	if w.file != nil {
		_ = w.file.Close()
	}
	_ = w.root.Close()
}

// EndWaker ends the process that wakes a session, if there is one.
func EndWaker(store, agent, id string) error {
	root, err := os.OpenRoot(store)
	if err != nil {
		return err
	}
	defer root.Close()
	if err := root.Remove(wakerOf(agent, id)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

func wakerOf(agent, id string) string {
	sum := sha256.Sum256([]byte(agent + "\x00" + id))
	return path.Join(wakersDir, hex.EncodeToString(sum[:8]))
}
