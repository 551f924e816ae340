//go:build windows

package gitstore

import (
	"io/fs"
	"os"
)

const (
	// objectPerm is not read-only here, because a read-only file cannot be replaced to heal it.
	objectPerm = 0o644
	// reopenFlag opens a file for a sync; flushing needs the right to write.
	reopenFlag = os.O_RDWR
	// movesOpen: a folder cannot be renamed while files in it are open.
	movesOpen = false
)

// mayWriteTo reports whether a file can be made in the nearest folder of dir that exists. Here only a try shows that.
func mayWriteTo(string) bool { return true }

func ownerOf(fs.FileInfo) *storeOwner { return nil }
