//go:build unix

package editor

import (
	"errors"
	"os"
	"syscall"
)

// Alive reports whether a process of this id runs. One of another user runs too.
func Alive(pid int) bool {
	err := syscall.Kill(pid, 0)
	return err == nil || errors.Is(err, syscall.EPERM)
}

// Namespace returns the name of our process namespace, or "" on systems without namespaces.
func Namespace() string {
	name, err := os.Readlink("/proc/self/ns/pid")
	if err != nil || len(name) > maxWord {
		return ""
	}
	return name
}
