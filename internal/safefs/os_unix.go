//go:build unix

package safefs

import (
	"errors"
	"os"
	"syscall"
)

// Nonblock keeps an open from waiting for the other end of a pipe.
const Nonblock = syscall.O_NONBLOCK

const foldersSync = true

// cannotSync reports that a file system cannot sync folders at all.
func cannotSync(err error) bool {
	return errors.Is(err, syscall.EINVAL) || errors.Is(err, syscall.ENOTSUP) || errors.Is(err, syscall.EOPNOTSUPP)
}

// Names is how many names an open file has.
func Names(f *os.File) (int, error) {
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return int(st.Nlink), nil
	}
	return 1, nil
}

func replaceProgram(root *os.Root, from, to string) error { return root.Rename(from, to) }

// TryLock takes the lock of a file if it is free.
func TryLock(f *os.File) (bool, error) {
	err := flock(f, syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return false, nil
	}
	return err == nil, err
}

// WaitLock blocks until we hold the lock of a file. The kernel queues the waiters, which keeps the worst wait short;
// polling starves some of them.
func WaitLock(f *os.File) error { return flock(f, syscall.LOCK_EX) }

// Unlock releases the lock at once. Closing alone would not do that while a child process that is just starting still
// has a copy of the file.
func Unlock(f *os.File) { _ = flock(f, syscall.LOCK_UN) }

func flock(f *os.File, how int) error {
	for {
		err := syscall.Flock(int(f.Fd()), how)
		if err != syscall.EINTR {
			return err
		}
	}
}
