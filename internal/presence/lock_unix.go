//go:build unix

package presence

import (
	"errors"
	"os"
	"syscall"
)

// hold takes the lock of a file. Others hold it for a moment at most.
func hold(f *os.File) error { return flock(f, syscall.LOCK_EX) }

// isHeld reports whether another process holds it.
func isHeld(f *os.File) bool {
	err := flock(f, syscall.LOCK_SH|syscall.LOCK_NB)
	if err == nil {
		_ = flock(f, syscall.LOCK_UN) // closing it would do so too
	}
	return errors.Is(err, syscall.EWOULDBLOCK)
}

func flock(f *os.File, how int) error {
	for {
		err := syscall.Flock(int(f.Fd()), how)
		if !errors.Is(err, syscall.EINTR) {
			return err
		}
	}
}
