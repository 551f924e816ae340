package editor

import (
	"errors"
	"syscall"
)

const (
	queryLimited     = 0x1000 // PROCESS_QUERY_LIMITED_INFORMATION
	stillActive      = 259    // STILL_ACTIVE
	invalidParameter = syscall.Errno(87)
)

// Alive reports whether a process of this id runs. One of another user runs too.
func Alive(pid int) bool {
	handle, err := syscall.OpenProcess(queryLimited, false, uint32(pid))
	if err != nil {
		return !errors.Is(err, invalidParameter)
	}
	defer syscall.CloseHandle(handle)
	var code uint32
	return syscall.GetExitCodeProcess(handle, &code) != nil || code == stillActive
}

// Namespace is empty: processes are numbered once for the whole machine.
func Namespace() string { return "" }
