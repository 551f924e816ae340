package presence

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"time"

	"consider/internal/digest"
)

// wakersDir is the folder of the processes that wake a session, below the store's.
const wakersDir = "run/wakers"

// Waker is the one process that wakes a session, if the agent does not run such a process during the session itself.
type Waker struct{ held }

// OnlyWaker records that this process wakes a session of an agent. It fails if another process does.
func OnlyWaker(store, agent, id string) (*Waker, error) {
	h, err := hold(store, wakerOf(agent, id), 0, lockGrace, time.Now())
	if err != nil {
		return nil, err
	}
	return &Waker{h}, nil
}

// Wanted reports whether the process should continue. [EndWaker] and deleting the store end it.
func (w *Waker) Wanted() bool { return w.isThere() }

// Close records that the process no longer wakes the session.
func (w *Waker) Close() { w.close() }

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
	return path.Join(wakersDir, digest.Of(agent, id)[:16])
}
