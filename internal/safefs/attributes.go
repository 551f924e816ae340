//go:build linux || darwin

package safefs

import (
	"os"
	"strings"

	"golang.org/x/sys/unix"
)

// maxAttributes bounds the extended attributes of a file, as Linux does; a file that has more loses what does not fit.
const maxAttributes = 64 << 10

// copyAttributes copies the extended attributes that the caller may read and set.
func copyAttributes(from, to *os.File) {
	names, value := make([]byte, maxAttributes), make([]byte, maxAttributes)
	n, _ := unix.Flistxattr(int(from.Fd()), names)
	for name := range strings.SplitSeq(string(names[:max(n, 0)]), "\x00") {
		if size, err := unix.Fgetxattr(int(from.Fd()), name, value); name != "" && err == nil {
			_ = unix.Fsetxattr(int(to.Fd()), name, value[:size], 0)
		}
	}
}
