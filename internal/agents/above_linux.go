package agents

import (
	"bytes"
	"iter"
	"os"
	"slices"
	"strconv"
	"strings"
	"syscall"
)

// quiet are the names of programs that stand between most callers and us and belong to no agent: their command lines
// need not be read. This halves the cost of the search.
var quiet = []string{"sh", "bash", "dash", "zsh", "fish", "ksh", "busybox", "login", "sshd", "su", "sudo", "systemd", "init", "make", "xargs", "env", "timeout"}

// Above are the processes above us, the nearest first. The system is asked only as far as they are looked at.
func Above(yield func(Process) bool) {
	var buf [4096]byte
	for pid := os.Getppid(); pid > 0 && look == "yes"; {
		name, parent := status(pid, buf[:])
		p := Process{ID: pid}
		if !slices.Contains(quiet, name) {
			p.Args = commandLine(pid, buf[:])
		}
		if !yield(p) {
			return
		}
		pid = parent
	}
}

var _ iter.Seq[Process] = Above

// status is a process's name and its parent; 0 for a process that is gone.
func status(pid int, buf []byte) (name string, parent int) {
	text := read(pid, "/stat", buf)
	open, end := bytes.IndexByte(text, '('), bytes.LastIndexByte(text, ')') // a name may hold either
	if open < 0 || end < open {
		return "", 0
	}
	name = string(text[open+1 : end])
	if after := strings.Fields(string(text[end+1:])); len(after) > 1 {
		parent, _ = strconv.Atoi(after[1])
	}
	return name, parent
}

func commandLine(pid int, buf []byte) []string {
	line := strings.TrimRight(string(read(pid, "/cmdline", buf)), "\x00")
	if line == "" {
		return nil
	}
	return strings.Split(line, "\x00")
}

// read reads the beginning of a file of /proc, with as few calls as there can be: this is done at most starts.
func read(pid int, file string, buf []byte) []byte {
	fd, err := syscall.Open("/proc/"+strconv.Itoa(pid)+file, syscall.O_RDONLY|syscall.O_CLOEXEC, 0)
	if err != nil {
		return nil
	}
	n, err := syscall.Read(fd, buf)
	_ = syscall.Close(fd) // it was only read
	if err != nil {
		return nil
	}
	return buf[:n]
}

// Foreground is the agent that has the terminal of a process, such as a shell, in its hands at this instant; "" where none
// is known to have. Of a pipeline it is the first program that counts.
func Foreground(pid int) string {
	var buf [4096]byte
	text := read(pid, "/stat", buf[:])
	after := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
	if len(after) < 6 { // state, parent, group, session, terminal, the terminal's foreground group
		return ""
	}
	group, err := strconv.Atoi(after[5])
	if err != nil || group <= 0 {
		return ""
	}
	return commandOf(commandLine(group, buf[:]))
}
