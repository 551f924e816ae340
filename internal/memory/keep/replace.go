package keep

import (
	"io/fs"
	"os"
	"path"
	"strings"
	"time"

	"consider/internal/safefs"
)

// sweep deletes what killed programs left in a folder, if it is at least as old as grace.
func sweep(root *os.Root, folder, prefix string, grace time.Duration) {
	safefs.Sweep(root, folder, func(name string) bool {
		if !strings.HasPrefix(name, prefix) {
			return false
		}
		info, err := root.Lstat(path.Join(folder, name))
		return err == nil && time.Since(info.ModTime()).Abs() >= grace
	})
}

// sweepAll sweeps a folder and its subfolders, without following links, for temporary files next to their targets.
func sweepAll(root *os.Root) {
	_ = fs.WalkDir(root.FS(), ".", func(name string, e fs.DirEntry, err error) error {
		if err == nil && e.IsDir() {
			sweep(root, name, safefs.TempPrefix, 0)
		}
		return nil
	})
}
