//go:build unix

package setup

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// nonblock keeps open from waiting for the other end of a pipe.
const nonblock = syscall.O_NONBLOCK

func replace(root *os.Root, from, to string) error { return root.Rename(from, to) }

// mine reports whether a file is of the user who runs.
func mine(info fs.FileInfo) bool {
	st, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(st.Uid) == os.Geteuid()
}

// syncFolder makes a new name durable, where the file system can.
func syncFolder(root *os.Root, name string) error {
	f, err := root.Open(name)
	if err != nil {
		return nil // a folder that may be entered but not read cannot be synced
	}
	defer f.Close()
	err = f.Sync()
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, syscall.ENOTSUP) || errors.Is(err, syscall.EOPNOTSUPP) {
		return nil
	}
	return err
}
