//go:build unix

package worktree

import (
	"io/fs"
	"os"
	"syscall"
)

// A pipe is opened without waiting for its other end, and a terminal does not become ours.
const (
	openNonblock = syscall.O_NONBLOCK | syscall.O_NOCTTY
	openFlags    = os.O_RDONLY | openNonblock | syscall.O_NOFOLLOW
)

func sysInfo(fi fs.FileInfo) (ctimeNS int64, inode uint64) {
	stat, ok := fi.Sys().(*syscall.Stat_t)
	if !ok {
		return 0, 0
	}
	return ctime(stat), uint64(stat.Ino)
}
