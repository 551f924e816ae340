package keep

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path"
	"strings"
	"time"

	"consider/internal/safefs"
)

// storeFolder is the project's folder that git ignores.
const storeFolder = ".consider"

// unfinished is the prefix of temporary files in that folder. gitstore's gc recognizes it by ".tmp-".
const unfinished = "memory.tmp-"

// replace writes a file of the project. The temporary file is in the store's folder, so that git never sees the
// leftover of a killed program. It is next to the file if there is no such folder, or if that is on another disk.
func replace(project *os.Root, name string, data []byte, how safefs.How) error {
	if safefs.Folder(project, storeFolder) == nil {
		sweep(project, storeFolder, unfinished, time.Minute) // others may be writing
		how.Temp = storeFolder + "/" + unfinished
		err := safefs.Replace(project, name, bytes.NewReader(data), how)
		var link *os.LinkError
		if !errors.As(err, &link) && !errors.Is(err, fs.ErrPermission) {
			return err
		}
		how.Temp = ""
	}
	return safefs.Replace(project, name, bytes.NewReader(data), how)
}

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
