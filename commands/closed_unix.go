//go:build !windows

package commands

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// awaitClosed returns when a pipe, socket or terminal has no reader any more. For a file it never returns. A failed
// write would show this as well, but a watch may have nothing to write for days.
func awaitClosed(f *os.File) {
	fds := []unix.PollFd{{Fd: int32(f.Fd())}}
	for {
		n, err := unix.Poll(fds, -1)
		if n > 0 || err != nil && !errors.Is(err, unix.EINTR) {
			return
		}
	}
}
