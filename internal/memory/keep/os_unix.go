//go:build unix

package keep

import (
	"errors"
	"os"
	"syscall"
)

const (
	openFlags   = syscall.O_NONBLOCK // a FIFO must not keep the caller waiting
	foldersSync = true
	modesMatter = true
)

func cannotSyncFolder(err error) bool {
	return errors.Is(err, syscall.EINVAL) || errors.Is(err, syscall.ENOTSUP) || errors.Is(err, syscall.EOPNOTSUPP)
}

// names is how many names an open file has.
func names(f *os.File) (int, error) {
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return int(st.Nlink), nil
	}
	return 1, nil
}
