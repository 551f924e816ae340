//go:build unix

package origin

import (
	"os"
	"syscall"
)

// giveFile gives a file that root made to the owner of the store, who could not change it otherwise.
func giveFile(root *os.Root, name string) {
	if info, err := root.Stat("."); err == nil && os.Geteuid() == 0 {
		if st, ok := info.Sys().(*syscall.Stat_t); ok {
			_ = root.Lchown(name, int(st.Uid), int(st.Gid)) // root may not be allowed to do that
		}
	}
}
