package presence

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// beyond is where the byte that is locked would be: past all that is written, since on Windows others cannot read
// what is locked.
const beyond = 1 << 30

// hold takes the lock of a file. Others hold it for a moment at most.
func hold(f *os.File) error {
	return windows.LockFileEx(windows.Handle(f.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK, 0, 1, 0, &windows.Overlapped{Offset: beyond})
}

// isHeld reports whether another process holds it.
func isHeld(f *os.File) bool {
	at := &windows.Overlapped{Offset: beyond}
	err := windows.LockFileEx(windows.Handle(f.Fd()), windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, at)
	if err == nil {
		_ = windows.UnlockFileEx(windows.Handle(f.Fd()), 0, 1, 0, at) // closing it would do so too
	}
	return errors.Is(err, windows.ERROR_LOCK_VIOLATION)
}
