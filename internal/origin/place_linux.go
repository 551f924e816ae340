package origin

import (
	"fmt"

	"golang.org/x/sys/unix"
)

// placeOf is the folder's number and birth, "" where the disk does not report its birth.
func placeOf(dir string) string {
	var st unix.Statx_t
	err := unix.Statx(unix.AT_FDCWD, dir, unix.AT_SYMLINK_NOFOLLOW, unix.STATX_INO|unix.STATX_BTIME, &st)
	if err != nil || st.Mask&unix.STATX_BTIME == 0 || st.Btime.Nsec == 0 {
		return ""
	}
	return fmt.Sprintf("%d %d.%09d", st.Ino, st.Btime.Sec, st.Btime.Nsec)
}
