package agents

import (
	"os"
	"strconv"
	"unsafe"

	"golang.org/x/sys/windows"
)

// Above yields the processes above us, the nearest first.
func Above(yield func(Process) bool) {
	if look != "yes" {
		return
	}
	all := running()
	born := int64(1) << 62
	for pid := uint32(os.Getpid()); ; {
		pid = all[pid].ParentProcessID
		entry, runs := all[pid]
		if !runs || pid == 0 {
			return
		}
		line, began := details(pid)
		if began > born { // the parent has ended, and another process has its ID
			return
		}
		if born = began; len(line) == 0 {
			line = []string{windows.UTF16ToString(entry.ExeFile[:])}
		}
		if !yield(Process{ID: int(pid), Args: line}) {
			return
		}
	}
}

// running returns all processes, by ID.
func running() map[uint32]windows.ProcessEntry32 {
	out := map[uint32]windows.ProcessEntry32{}
	snapshot, err := windows.CreateToolhelp32Snapshot(windows.TH32CS_SNAPPROCESS, 0)
	if err != nil {
		return out
	}
	defer func() { _ = windows.CloseHandle(snapshot) }() // it was only read
	entry := windows.ProcessEntry32{Size: uint32(unsafe.Sizeof(windows.ProcessEntry32{}))}
	for err = windows.Process32First(snapshot, &entry); err == nil; err = windows.Process32Next(snapshot, &entry) {
		out[entry.ProcessID] = entry
	}
	return out
}

// details returns a process's command line and when it began, as far as they are accessible.
func details(pid uint32) (args []string, began int64) {
	process, err := windows.OpenProcess(windows.PROCESS_QUERY_LIMITED_INFORMATION, false, pid)
	if err != nil {
		return nil, 0
	}
	defer func() { _ = windows.CloseHandle(process) }() // it was only read
	began = created(process)
	buf := make([]byte, 1<<16)
	if windows.NtQueryInformationProcess(process, windows.ProcessCommandLineInformation, unsafe.Pointer(&buf[0]), uint32(len(buf)), nil) != nil {
		return nil, began
	}
	args, err = windows.DecomposeCommandLine((*windows.NTUnicodeString)(unsafe.Pointer(&buf[0])).String())
	if err != nil {
		return nil, began
	}
	return args, began
}

// Foreground returns "": Windows does not say which process is in the foreground of a terminal.
func Foreground(int) string { return "" }

const stillActive = 259 // STILL_ACTIVE

// Began returns when a process began. It is "" if there is no such process.
func Began(pid int) string {
	process, err := windows.OpenProcess(windows.PROCESS_QUERY_LIMITED_INFORMATION, false, uint32(pid))
	if err != nil {
		return ""
	}
	defer func() { _ = windows.CloseHandle(process) }() // it was only read
	var code uint32
	if windows.GetExitCodeProcess(process, &code) == nil && code != stillActive {
		return "" // another process has a handle of it
	}
	return strconv.FormatInt(created(process), 10) + " "
}

// created returns when a process was created, 0 if that is not accessible.
func created(process windows.Handle) int64 {
	var at, exited, kernel, user windows.Filetime
	if windows.GetProcessTimes(process, &at, &exited, &kernel, &user) != nil {
		return 0
	}
	return at.Nanoseconds()
}

// ProcessSpace is "": processes are numbered once for the whole machine.
func ProcessSpace() string { return "" }
