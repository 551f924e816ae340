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

// Namespace names the process namespace that we run in, where there are such; "" elsewhere.
func Namespace() string {
	name, err := os.Readlink("/proc/self/ns/pid")
	if err != nil || len(name) > maxWord {
		return ""
	}
	return name
}
