//go:build !windows

package programs

import (
	"os/exec"
	"syscall"
)

// detach keeps a process from ending with the terminal it was started from.
func detach(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} }
