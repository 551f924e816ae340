//go:build windows

package keep

import (
	"os"

	"golang.org/x/sys/windows"
)

const (
	openFlags   = 0
	foldersSync = false
	modesMatter = false
)

func cannotSyncFolder(error) bool { return true }

// names is how many names an open file has.
func names(f *os.File) (int, error) {
	var info windows.ByHandleFileInformation
	if err := windows.GetFileInformationByHandle(windows.Handle(f.Fd()), &info); err != nil {
		return 0, err
	}
	return int(info.NumberOfLinks), nil
}
