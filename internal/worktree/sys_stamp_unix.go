//go:build linux || darwin || freebsd

package worktree

import (
	"os"

	"golang.org/x/sys/unix"
)

// folderAt is an open folder, below which names are looked at without walking the path to it each time.
type folderAt struct{ fd int }

func openAt(dir string) (folderAt, error) {
	fd, err := unix.Open(dir, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		return folderAt{}, &os.PathError{Op: "open", Path: dir, Err: err}
	}
	return folderAt{fd}, nil
}

func (f folderAt) close() { _ = unix.Close(f.fd) } // nothing was written

// info gives what is known of a name itself, a link is not followed; none where nothing is there.
func (f folderAt) info(name string) Info {
	var st unix.Stat_t
	if err := unix.Fstatat(f.fd, name, &st, unix.AT_SYMLINK_NOFOLLOW); err != nil {
		return none
	}
	return Info{Size: st.Size, MTimeNS: st.Mtim.Nano(), CTimeNS: st.Ctim.Nano(), Inode: st.Ino, Mode: os.FileMode(st.Mode)}
}

// links counts the names of a folder, that is itself, its own "." and the ".." of each folder in it, on disks that count
// them; and says on which disk it is. ok is false when no folder is there.
func (f folderAt) links(name string) (n, disk uint64, ok bool) {
	var st unix.Stat_t
	if err := unix.Fstatat(f.fd, name, &st, unix.AT_SYMLINK_NOFOLLOW); err != nil || st.Mode&unix.S_IFMT != unix.S_IFDIR {
		return 0, 0, false
	}
	return uint64(st.Nlink), uint64(st.Dev), true
}
