package agents

import (
	"bytes"
	"encoding/binary"
	"os"
	"strings"

	"golang.org/x/sys/unix"
)

// Above are the processes above us, the nearest first. The system is asked only as far as they are looked at.
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

// commandLine reads what the kernel keeps of a process's start: the number of arguments, the program's path, zeros, the
// arguments.
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

// Foreground is the agent that has the terminal of a process, such as a shell, in its hands at this instant; "" where none
// is known to have. Of a pipeline it is the first program that counts.
func Foreground(pid int) string {
	info, err := unix.SysctlKinfoProc("kern.proc.pid", pid)
	if err != nil || info.Eproc.Tpgid <= 0 {
		return ""
	}
	return commandOf(commandLine(int(info.Eproc.Tpgid)))
}
