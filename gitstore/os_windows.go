//go:build windows

package gitstore

import (
	"errors"
	"io/fs"
	"os"

	"golang.org/x/sys/windows"
)

const (
	// objectPerm is not read-only here, because a read-only file cannot be replaced to heal it.
	objectPerm = 0o644
	// reopenFlag opens a file for a sync; flushing needs the right to write.
	reopenFlag = os.O_RDWR
	// movesOpen: a folder cannot be renamed while files in it are open.
	movesOpen = false
)

func heirOf(fs.FileInfo) *heir { return nil }

func tryLock(f *os.File) (bool, error) {
	err := lockRange(f, windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY)
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) || errors.Is(err, windows.ERROR_IO_PENDING) {
		return false, nil
	}
	return err == nil, err
}

func waitLock(f *os.File) error { return lockRange(f, windows.LOCKFILE_EXCLUSIVE_LOCK) }

// unlock releases the lock at once; after a mere close Windows may delay that.
func unlock(f *os.File) {
	at := lockedByte()
	windows.UnlockFileEx(windows.Handle(f.Fd()), 0, 1, 0, &at)
}

// lockRange locks one byte far beyond the end of the file. A lock is mandatory on Windows and must not block access to
// the mark in the first byte.
func lockRange(f *os.File, flags uint32) error {
	at := lockedByte()
	return windows.LockFileEx(windows.Handle(f.Fd()), flags, 0, 1, 0, &at)
}

func lockedByte() windows.Overlapped { return windows.Overlapped{OffsetHigh: 1 << 20} }
