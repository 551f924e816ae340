package gitstore

import (
	"os"
	"syscall"
)

// Magic numbers of statfs(2).
const (
	extMagic   = 0xef53 // ext2 to ext4
	xfsMagic   = 0x58465342
	tmpfsMagic = 0x01021994
)

// ordersRenames reports whether a sync of one file makes every earlier rename
// on the file system durable too. That holds where there is one journal of all
// metadata. Others, btrfs above all, log what belongs to the synced file only.
func ordersRenames(f *os.File) bool {
	var st syscall.Statfs_t
	if err := syscall.Fstatfs(int(f.Fd()), &st); err != nil {
		return false
	}
	switch uint32(st.Type) {
	case extMagic, xfsMagic, tmpfsMagic:
		return true
	}
	return false
}
