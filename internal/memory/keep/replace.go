package keep

import (
	"io/fs"
	"os"
	"strings"

	"consider/internal/safefs"
)

// sweep deletes the temporary files that killed programs left in a folder.
func sweep(root *os.Root, folder string) {
	safefs.Sweep(root, folder, func(name string) bool { return strings.HasPrefix(name, safefs.TempPrefix) })
}

// sweepAll sweeps a folder and its subfolders, without following links, for temporary files next to their targets.
func sweepAll(root *os.Root) {
	_ = fs.WalkDir(root.FS(), ".", func(name string, e fs.DirEntry, err error) error {
		if err == nil && e.IsDir() {
			sweep(root, name)
		}
		return nil
	})
}
