package agents

import (
	"bytes"
	"encoding/binary"
	"os"
	"strconv"
	"strings"

	"golang.org/x/sys/unix"
)

// Above yields the processes above us, the nearest first. It queries the system only for those that are consumed.
func Above(yield func(Process) bool) {
	below, _ := unix.Getsid(0)
	for pid := os.Getppid(); pid > 0 && look == "yes"; {
		info, err := unix.SysctlKinfoProc("kern.proc.pid", pid)
		if err != nil {
			return
		}
		session, _ := unix.Getsid(pid)
		p := Process{ID: pid, Args: commandLine(pid), Apart: session != below}
		if p.Args == nil { // another user's
			p.Args = []string{unix.ByteSliceToString(info.Proc.P_comm[:])}
		}
		if !yield(p) {
			return
		}
		pid, below = int(info.Eproc.Ppid), session
	}
}

// commandLine parses the kernel's record of a process's start: the number of arguments, the program's path, zeros,
// the arguments.
func commandLine(pid int) []string {
	data, err := unix.SysctlRaw("kern.procargs2", pid)
	if err != nil || len(data) < 4 {
		return nil
	}
	n := int(binary.LittleEndian.Uint32(data))
	_, rest, _ := bytes.Cut(data[4:], []byte{0})
	args := strings.Split(string(bytes.TrimLeft(rest, "\x00")), "\x00")
	return args[:min(max(n, 0), len(args))]
}

// Foreground returns the agent that is in the foreground of the terminal of a process, such as a shell, at this
// instant; "" if none is known. Of a pipeline, only the first program counts.
func Foreground(pid int) string {
	info, err := unix.SysctlKinfoProc("kern.proc.pid", pid)
	if err != nil || info.Eproc.Tpgid <= 0 {
		return ""
	}
	return commandOf(commandLine(int(info.Eproc.Tpgid)))
}

// Began returns when a process began. It is "" if there is no such process.
func Began(pid int) string {
	info, err := unix.SysctlKinfoProc("kern.proc.pid", pid)
	if err != nil || int(info.Proc.P_pid) != pid {
		return ""
	}
	return strconv.FormatInt(info.Proc.P_starttime.Nano(), 10) + " "
}

// ProcessSpace is "": processes are numbered once for the whole machine.
func ProcessSpace() string { return "" }
