package gitstore

import (
	"errors"
	"fmt"
	"os"
	"path"
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

// keepsOrder reports whether one sync makes all that was done before durable: names that were given, and contents that were
// written out ([writeOut]). It takes a file system with one journal, in which what comes later is never there without what
// came before. Ext4 can be without one.
func keepsOrder(f *os.File) bool {
	var fs syscall.Statfs_t
	var st syscall.Stat_t
	if syscall.Fstatfs(int(f.Fd()), &fs) != nil || syscall.Fstat(int(f.Fd()), &st) != nil {
		return false
	}
	switch uint32(fs.Type) {
	case xfsMagic, tmpfsMagic:
		return true
	case extMagic:
		return hasJournal(unix.Major(st.Dev), unix.Minor(st.Dev))
	}
	return false
}

// hasJournal asks the system for the process that writes the journal of an ext4. Where that cannot be seen there is none.
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

// writeOut has the contents of files on their way to the disk when it returns: no longer in memory alone, and given room
// in the file system, but perhaps in the disk's own cache. The next sync of anything there makes them durable.
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
