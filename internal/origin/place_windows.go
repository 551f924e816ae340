package origin

import (
	"fmt"
	"unsafe"

	"golang.org/x/sys/windows"
)

// placeOf is the random number of the disk and the folder's number there, which is never used again; "" where the disk
// has no such numbers. An archive can set the time at which its folders were made.
func placeOf(dir string) string {
	name, err := windows.UTF16PtrFromString(dir)
	if err != nil {
		return ""
	}
	const flags = windows.FILE_FLAG_BACKUP_SEMANTICS | windows.FILE_FLAG_OPEN_REPARSE_POINT
	const others = windows.FILE_SHARE_READ | windows.FILE_SHARE_WRITE | windows.FILE_SHARE_DELETE
	folder, err := windows.CreateFile(name, 0, others, nil, windows.OPEN_EXISTING, flags, 0)
	if err != nil {
		return ""
	}
	defer func() { _ = windows.CloseHandle(folder) }() // it was only read
	var at struct {
		disk   uint64
		folder [16]byte
	}
	err = windows.GetFileInformationByHandleEx(folder, windows.FileIdInfo, (*byte)(unsafe.Pointer(&at)), uint32(unsafe.Sizeof(at)))
	if err != nil || at.disk == 0 {
		return ""
	}
	return fmt.Sprintf("%016x %x", at.disk, at.folder)
}
