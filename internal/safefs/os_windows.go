//go:build windows

package safefs

import (
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

// KeepOwner does nothing: a file gets the rights of its folder.
func KeepOwner(fs.FileInfo) func(*os.File) { return func(*os.File) {} }

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
