//go:build unix

package presence

import (
	"errors"
	"os"
	"syscall"
)

// lockFile locks a file. Other processes lock it only for a moment.
func lockFile(f *os.File) error { return flock(f, syscall.LOCK_EX) }

// isLocked reports whether another process has locked the file.
func isLocked(f *os.File) bool {
	err := flock(f, syscall.LOCK_SH|syscall.LOCK_NB)
	if err == nil {
		_ = flock(f, syscall.LOCK_UN) // closing the file would unlock it too
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
