//go:build unix

package safefs

import (
	"io/fs"
	"os"
	"syscall"
)

// KeepAttributes gives a file that takes the place of another one to its owner and group, with its extended attributes,
// among them its access list, as far as the caller may.
func KeepAttributes(root *os.Root, name string, was fs.FileInfo) func(*os.File) {
	return func(f *os.File) {
		if st, ok := was.Sys().(*syscall.Stat_t); ok {
			_ = f.Chown(int(st.Uid), int(st.Gid))
		}
		if old, err := Open(root, name, os.O_RDONLY, 0); err == nil {
			copyAttributes(old, f)
			_ = old.Close()
		}
	}
}
