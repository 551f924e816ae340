//go:build linux || openbsd || dragonfly || solaris || illumos || aix

package worktree

import "syscall"

func ctime(stat *syscall.Stat_t) int64 {
	return int64(stat.Ctim.Sec)*1e9 + int64(stat.Ctim.Nsec)
}
