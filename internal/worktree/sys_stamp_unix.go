//go:build linux || darwin || freebsd

package worktree

import (
	"os"

	"golang.org/x/sys/unix"
)

// folderAt is an open folder whose names are looked up without walking the path to it each time.
type folderAt struct{ fd int }

func openAt(dir string) (folderAt, error) {
	fd, err := unix.Open(dir, unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0)
	if err != nil {
		return folderAt{}, &os.PathError{Op: "open", Path: dir, Err: err}
	}
	return folderAt{fd}, nil
}

func (f folderAt) close() { _ = unix.Close(f.fd) } // nothing was written

// info describes a name itself without following a link; none if nothing is there.
func (f folderAt) info(name string) Info {
	var st unix.Stat_t
	if err := unix.Fstatat(f.fd, name, &st, unix.AT_SYMLINK_NOFOLLOW); err != nil {
		return none
	}
	return Info{Size: st.Size, MTimeNS: st.Mtim.Nano(), CTimeNS: st.Ctim.Nano(), Inode: st.Ino, Mode: os.FileMode(st.Mode)}
}

// links returns the link count of a folder and its disk. Some disks count the folder itself, its own "." and the ".."
// of each folder in it. ok is false if there is no folder.
func (f folderAt) links(name string) (n, disk uint64, ok bool) {
	var st unix.Stat_t
	if err := unix.Fstatat(f.fd, name, &st, unix.AT_SYMLINK_NOFOLLOW); err != nil || st.Mode&unix.S_IFMT != unix.S_IFDIR {
		return 0, 0, false
	}
	return uint64(st.Nlink), uint64(st.Dev), true
}
