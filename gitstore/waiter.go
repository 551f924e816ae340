package gitstore

import (
	"os"
	"sync"

	"consider/internal/safefs"
)

// waiter is one blocking wait for the lock in a goroutine. The kernel call cannot be cancelled, so an abandoned wait
// stays with the store: the next writer joins it, and if none comes it releases the lock as soon as it is acquired.
type waiter struct {
	done chan struct{}

	mu     sync.Mutex
	wanted bool
	over   bool // the wait has ended; f and err are set
	f      *os.File
	err    error
}

func startWaiter(f *os.File) *waiter {
	w := &waiter{done: make(chan struct{}), wanted: true}
	go func() {
		err := safefs.WaitLock(f)
		w.mu.Lock()
		defer w.mu.Unlock()
		w.over, w.err = true, err
		if err == nil && w.wanted {
			w.f = f
		} else {
			f.Close()
		}
		close(w.done)
	}()
	return w
}

// join takes over an abandoned wait; false if the wait has ended.
func (w *waiter) join() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.wanted = !w.over
	return w.wanted
}

// leave abandons a wait; it returns the file if the lock came at that moment.
func (w *waiter) leave() *os.File {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.wanted = false
	return w.f
}
