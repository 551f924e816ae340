package setup

import (
	"errors"
	"os"
	"time"

	"consider/internal/safefs"
)

// ErrBusy is returned when another process is setting up this project.
var ErrBusy = errors.New("another setup is running in this project")

const (
	lockFile    = "setup"          // in the store's folder; it stays empty
	lockTimeout = 10 * time.Second // a run takes a second at most
)

// lock waits until no other process sets up this project, and returns a function that releases the lock. Two setups at
// once would delete each other's temporary files and overwrite the record. If the file cannot be opened or locked, lock
// does not wait: the run itself reports files that it cannot write.
func (e *engine) lock(patience time.Duration) (func(), error) {
	free := func() {}
	root, err := e.disk.root(e.site.Store)
	if err != nil || e.disk.dry {
		return free, nil
	}
	f, err := safefs.Open(root, lockFile, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return free, nil
	}
	for end := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		got, err := safefs.TryLock(f)
		switch {
		case got:
			return func() {
				safefs.Unlock(f)
				f.Close()
			}, nil
		case err != nil:
			f.Close()
			return free, nil
		case time.Now().After(end):
			f.Close()
			return nil, ErrBusy
		}
	}
}
