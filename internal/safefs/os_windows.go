//go:build windows

package safefs

import (
	"errors"
	"io/fs"
	"os"

	"golang.org/x/sys/windows"
)

// Nonblock keeps an open from waiting for the other end of a pipe.
const Nonblock = 0

const foldersSync = false

func cannotSync(error) bool { return true }

// Names is how many names an open file has.
func Names(f *os.File) (int, error) {
	var info windows.ByHandleFileInformation
	if err := windows.GetFileInformationByHandle(windows.Handle(f.Fd()), &info); err != nil {
		return 0, err
	}
	return int(info.NumberOfLinks), nil
}

// KeepAttributes does nothing: a file gets the rights of its folder.
func KeepAttributes(*os.Root, string, fs.FileInfo) func(*os.File) { return func(*os.File) {} }

// replaceProgram moves a file over another. A program that runs cannot be replaced, but it can be moved away: the next time
// that it is replaced it runs no longer, and is deleted.
func replaceProgram(root *os.Root, from, to string) error {
	err := root.Rename(from, to)
	if err == nil {
		return nil
	}
	old := to + ".old"
	_ = root.Remove(old)
	if root.Rename(to, old) != nil {
		return err
	}
	if err = root.Rename(from, to); err != nil {
		_ = root.Rename(old, to)
		return err
	}
	_ = root.Remove(old)
	return nil
}

// TryLock takes the lock of a file if it is free.
func TryLock(f *os.File) (bool, error) {
	err := lockRange(f, windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY)
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) || errors.Is(err, windows.ERROR_IO_PENDING) {
		return false, nil
	}
	return err == nil, err
}

// WaitLock blocks until we hold the lock of a file.
func WaitLock(f *os.File) error { return lockRange(f, windows.LOCKFILE_EXCLUSIVE_LOCK) }

// Unlock releases the lock at once; after a mere close Windows may delay that.
func Unlock(f *os.File) {
	at := lockedByte()
	windows.UnlockFileEx(windows.Handle(f.Fd()), 0, 1, 0, &at)
}

// lockRange locks one byte far beyond the end of the file. A lock is mandatory on Windows and must not block access to
// what is written there.
func lockRange(f *os.File, flags uint32) error {
	at := lockedByte()
	return windows.LockFileEx(windows.Handle(f.Fd()), flags, 0, 1, 0, &at)
}

func lockedByte() windows.Overlapped { return windows.Overlapped{OffsetHigh: 1 << 20} }
