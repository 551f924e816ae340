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

// quiet are the names of programs that are often between callers and us and do not belong to agents. Their command
// lines are read only nearby, where they may be wrappers of a back end. This halves the cost of the search.
var quiet = []string{"sh", "bash", "dash", "zsh", "fish", "ksh", "busybox", "login", "sshd", "su", "sudo", "systemd", "init", "make", "xargs", "env", "timeout"}

// Above yields the processes above us, the nearest first. It queries the system only for those that are consumed.
func Above(yield func(Process) bool) {
	var buf [4096]byte
	_, _, below := status(os.Getpid(), buf[:])
	maker := 0
	if credentials, err := syscall.GetsockoptUcred(0, syscall.SOL_SOCKET, syscall.SO_PEERCRED); err == nil {
		maker = int(credentials.Pid)
	}
	for pid, near := os.Getppid(), 0; pid > 0 && look == "yes"; near++ {
		name, parent, session := status(pid, buf[:])
		p := Process{ID: pid, Args: []string{name}, Apart: session != below, Unheard: pid != maker}
		if near < maxBetween || !slices.Contains(quiet, name) {
			p.Args = commandLine(pid, buf[:])
		}
		if !yield(p) {
			return
		}
		pid, below = parent, session
	}
}

var _ iter.Seq[Process] = Above

// status returns a process's name, its parent and its session; zero values if the process is gone.
func status(pid int, buf []byte) (name string, parent, session int) {
	text := read(pid, "/stat", buf)
	open, end := bytes.IndexByte(text, '('), bytes.LastIndexByte(text, ')') // a name may contain either
	if open < 0 || end < open {
		return "", 0, 0
	}
	name = string(text[open+1 : end])
	if after := strings.Fields(string(text[end+1:])); len(after) > 3 { // state, parent, group, session
		parent, _ = strconv.Atoi(after[1])
		session, _ = strconv.Atoi(after[3])
	}
	return name, parent, session
}

func commandLine(pid int, buf []byte) []string {
	line := strings.TrimRight(string(read(pid, "/cmdline", buf)), "\x00")
	if line == "" {
		return nil
	}
	if rest, itself := strings.CutPrefix(line, "/proc/self/exe"); itself { // Chromium's name for its own processes
		file, _ := os.Readlink("/proc/" + strconv.Itoa(pid) + "/exe")
		line = file + rest
	}
	return strings.Split(line, "\x00")
}

// read reads the beginning of a file of /proc, with as few system calls as possible, because most starts need it.
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

// Foreground returns the agent that is in the foreground of the terminal of a process, such as a shell, at this
// instant; "" if none is known. Of a pipeline, only the first program counts.
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

// Began returns when a process began, and the namespace that its ID is of. It is "" if there is no such process.
func Began(pid int) string {
	var buf [4096]byte
	text := read(pid, "/stat", buf[:])
	after := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
	if len(after) < 20 || after[0] == "Z" { // state, and 18 fields later the start
		return ""
	}
	return after[19] + " " + ProcessSpace()
}

// ProcessSpace returns the name of our process namespace, in which IDs of processes are unique; "" if it is not known.
func ProcessSpace() string {
	space, _ := os.Readlink("/proc/self/ns/pid")
	return space
}
