//go:build unix

package gitstore

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

const (
	// objectPerm makes objects read-only, as git does, so that an editor that opens one by accident cannot damage it.
	objectPerm = 0o444
	// reopenFlag opens a file for a sync; fsync needs no right to write here.
	reopenFlag = os.O_RDONLY
	// movesOpen: a folder can be renamed while files in it are open.
	movesOpen = true
)

func heirOf(dir fs.FileInfo) *heir {
	st, ok := dir.Sys().(*syscall.Stat_t)
	if !ok || os.Geteuid() != 0 || st.Uid == 0 {
		return nil
	}
	return &heir{int(st.Uid), int(st.Gid)}
}

// tryLock takes the lock if it is free.
func tryLock(f *os.File) (bool, error) {
	err := flock(f, syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		return false, nil
	}
	return err == nil, err
}

// waitLock blocks until we hold the lock. The kernel queues the waiters, which keeps the worst wait short; polling
// starves some of them.
func waitLock(f *os.File) error { return flock(f, syscall.LOCK_EX) }

// unlock releases the lock at once. Closing alone would not do that while a child process that is just starting still
// has a copy of the file.
func unlock(f *os.File) { _ = flock(f, syscall.LOCK_UN) }

func flock(f *os.File, how int) error {
	for {
		err := syscall.Flock(int(f.Fd()), how)
		if err != syscall.EINTR {
			return err
		}
	}
}
