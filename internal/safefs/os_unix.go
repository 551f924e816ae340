//go:build unix

package safefs

import (
	"errors"
	"os"
	"syscall"
)

// Nonblock keeps an open from waiting for the other end of a pipe.
const Nonblock = syscall.O_NONBLOCK

const foldersSync = true

// cannotSync reports that a file system cannot sync folders at all.
func cannotSync(err error) bool {
	return errors.Is(err, syscall.EINVAL) || errors.Is(err, syscall.ENOTSUP) || errors.Is(err, syscall.EOPNOTSUPP)
}

// Names is how many names an open file has.
func Names(f *os.File) (int, error) {
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return int(st.Nlink), nil
	}
	return 1, nil
}

func replaceProgram(root *os.Root, from, to string) error { return root.Rename(from, to) }
