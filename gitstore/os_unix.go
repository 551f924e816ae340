//go:build unix

package gitstore

import (
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
)

const (
	// objectPerm makes objects read-only, as git does, so that an editor that opens one by accident cannot damage it.
	objectPerm = 0o444
	// reopenFlag opens a file for a sync; fsync needs no right to write here.
	reopenFlag = os.O_RDONLY
	// movesOpen: a folder can be renamed while files in it are open.
	movesOpen = true
)

// mayWriteTo reports whether a file can be made in the nearest folder of dir that exists.
func mayWriteTo(dir string) bool {
	const writable = 2 // W_OK
	err := syscall.Access(dir, writable)
	for above := filepath.Dir(dir); os.IsNotExist(err) && above != dir; above = filepath.Dir(dir) {
		dir = above
		err = syscall.Access(dir, writable)
	}
	return err == nil
}

func ownerOf(dir fs.FileInfo) *storeOwner {
	st, ok := dir.Sys().(*syscall.Stat_t)
	if !ok || os.Geteuid() != 0 || st.Uid == 0 {
		return nil
	}
	return &storeOwner{int(st.Uid), int(st.Gid)}
}
