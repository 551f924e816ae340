package presence

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// beyond is the offset of the byte to lock, after all content, because on Windows other processes cannot read a
// locked range.
const beyond = 1 << 30

// lockFile locks a file. Other processes lock it only for a moment.
func lockFile(f *os.File) error {
	return windows.LockFileEx(windows.Handle(f.Fd()), windows.LOCKFILE_EXCLUSIVE_LOCK, 0, 1, 0, &windows.Overlapped{Offset: beyond})
}

// isLocked reports whether another process has locked the file.
func isLocked(f *os.File) bool {
	at := &windows.Overlapped{Offset: beyond}
	err := windows.LockFileEx(windows.Handle(f.Fd()), windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, at)
	if err == nil {
		_ = windows.UnlockFileEx(windows.Handle(f.Fd()), 0, 1, 0, at) // closing the file would unlock it too
	}
	return errors.Is(err, windows.ERROR_LOCK_VIOLATION)
}
