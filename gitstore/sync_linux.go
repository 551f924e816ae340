package gitstore

import (
	"errors"
	"fmt"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// Magic numbers of statfs(2).
const (
	extMagic   = 0xef53 // ext2 to ext4
	xfsMagic   = 0x58465342
	tmpfsMagic = 0x01021994
)

// ordersRenames reports whether a sync of one file makes every earlier rename on the file system durable too. That is
// so with one journal of all metadata. Others, above all btrfs, log only what belongs to the synced file.
func ordersRenames(f *os.File) bool {
	return slices.Contains([]uint32{extMagic, xfsMagic, tmpfsMagic}, magicOf(f))
}

// magicOf returns the number of the kind of file system that a file is on; 0 if the system does not say.
func magicOf(f *os.File) uint32 {
	var st syscall.Statfs_t
	if syscall.Fstatfs(int(f.Fd()), &st) != nil {
		return 0
	}
	return uint32(st.Type)
}

// keepsOrder reports whether one sync makes everything before it durable: new names, and contents that were written out
// ([writeOut]). That needs a file system with one journal, in which nothing later exists without what came before. Ext4
// can run without a journal.
func keepsOrder(f *os.File) bool {
	var st syscall.Stat_t
	if !ordersRenames(f) || syscall.Fstat(int(f.Fd()), &st) != nil {
		return false
	}
	return magicOf(f) != extMagic || hasJournal(unix.Major(st.Dev), unix.Minor(st.Dev))
}

// hasJournal looks for the process that writes the journal of an ext4. If it cannot be seen, the answer is false.
func hasJournal(major, minor uint32) bool {
	device, err := os.Readlink(fmt.Sprintf("/sys/dev/block/%d:%d", major, minor))
	if err != nil {
		return false
	}
	task, err := os.ReadFile("/sys/fs/ext4/" + path.Base(device) + "/journal_task")
	if err != nil {
		return false
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(task)))
	return err == nil && pid > 0
}

// writeOut returns when the contents of files are on their way to the disk: no longer only in memory, and with space in
// the file system, but perhaps still in the disk's own cache. The next sync of any file there makes them durable.
func writeOut(files ...*os.File) error {
	const start, wait = unix.SYNC_FILE_RANGE_WRITE, unix.SYNC_FILE_RANGE_WAIT_BEFORE | unix.SYNC_FILE_RANGE_WRITE | unix.SYNC_FILE_RANGE_WAIT_AFTER
	for _, how := range []int{start, wait} {
		for _, f := range files {
			err := unix.SyncFileRange(int(f.Fd()), 0, 0, how)
			switch {
			case err == nil:
			case errors.Is(err, unix.ENOSYS), errors.Is(err, unix.EINVAL), errors.Is(err, unix.EPERM), errors.Is(err, unix.EOPNOTSUPP):
				err = f.Sync()
			}
			if err != nil {
				return &os.PathError{Op: "sync", Path: f.Name(), Err: err}
			}
		}
	}
	return nil
}
