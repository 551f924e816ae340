package origin

import (
	"fmt"
	"syscall"
)

// placeOf is the folder's number and birth, "" where the disk does not report its birth.
func placeOf(dir string) string {
	var st syscall.Stat_t
	if err := syscall.Lstat(dir, &st); err != nil || st.Birthtimespec.Nsec == 0 {
		return ""
	}
	return fmt.Sprintf("%d %d.%09d", st.Ino, st.Birthtimespec.Sec, st.Birthtimespec.Nsec)
}
