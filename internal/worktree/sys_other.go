//go:build !unix

package worktree

import (
	"io/fs"
	"os"
)

const (
	openNonblock = 0
	openFlags    = os.O_RDONLY
)

func sysInfo(fs.FileInfo) (ctimeNS int64, inode uint64) { return 0, 0 }
