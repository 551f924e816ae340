//go:build darwin || freebsd || netbsd

package worktree

import "syscall"

func ctime(stat *syscall.Stat_t) int64 {
	return int64(stat.Ctimespec.Sec)*1e9 + int64(stat.Ctimespec.Nsec)
}
