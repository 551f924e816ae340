//go:build !linux && !darwin && !freebsd

package worktree

import (
	"os"
	"path/filepath"
)

// folderAt is a folder whose names are looked up.
type folderAt struct{ dir string }

func openAt(dir string) (folderAt, error) {
	_, err := os.Stat(dir)
	return folderAt{dir}, err
}

func (folderAt) close() {}

// info describes a name itself without following a link; none if nothing is there.
func (f folderAt) info(name string) Info {
	fi, err := os.Lstat(filepath.Join(f.dir, filepath.FromSlash(name)))
	if err != nil {
		return none
	}
	return infoOf(fi)
}

// links is for disks that count the sub-folders of a folder, so here it returns no counts.
func (f folderAt) links(name string) (n, disk uint64, ok bool) {
	return 0, 0, f.info(name).Mode.IsDir()
}
