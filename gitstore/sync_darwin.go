package gitstore

import (
	"os"

	"golang.org/x/sys/unix"
)

// barrierFsync is F_BARRIERFSYNC: it writes before whatever is written later, without waiting for the drive's cache.
const barrierFsync = 85

// syncObject orders an object before the ref. The full sync of the ref lock that follows flushes the drive for all
// objects at once; File.Sync would flush it once per object.
func syncObject(f *os.File) error {
	if _, err := unix.FcntlInt(f.Fd(), barrierFsync, 0); err == nil {
		return nil
	}
	return f.Sync()
}
