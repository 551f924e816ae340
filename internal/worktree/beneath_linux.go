package worktree

import (
	"errors"
	"io/fs"
	"os"

	"golang.org/x/sys/unix"
)

// quickly reads a regular file of at most max bytes without following links. One system call ensures that, while
// os.Root opens each folder of the path. ok is false if that gives no text for any reason; not every machine has the
// call.
func (t *Tree) quickly(path string, max int64) (text []byte, info Info, ok bool) {
	root, err := t.folder()
	if err != nil || CheckPath(path) != nil {
		return nil, Info{}, false
	}
	fd, err := unix.Openat2(int(root.Fd()), path, &unix.OpenHow{
		Flags:   unix.O_RDONLY | unix.O_NONBLOCK | unix.O_NOCTTY | unix.O_CLOEXEC,
		Resolve: unix.RESOLVE_BENEATH | unix.RESOLVE_NO_SYMLINKS | unix.RESOLVE_NO_MAGICLINKS,
	})
	if err != nil {
		return nil, Info{}, false
	}
	defer func() { _ = unix.Close(fd) }() // nothing was written
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil || st.Mode&unix.S_IFMT != unix.S_IFREG || st.Size > max {
		return nil, Info{}, false
	}
	// With one byte more than the size, the second read already reports the end of a file that did not grow.
	text = make([]byte, 0, st.Size+1)
	for {
		n, err := unix.Read(fd, text[len(text):cap(text)])
		switch {
		case errors.Is(err, unix.EINTR):
			continue
		case err != nil || int64(len(text)+n) > max:
			return nil, Info{}, false
		case n == 0:
			return text, Info{Size: st.Size, MTimeNS: st.Mtim.Nano(), CTimeNS: st.Ctim.Nano(), Inode: st.Ino, Mode: modeOfRegular(st.Mode)}, true
		}
		if text = text[:len(text)+n]; len(text) == cap(text) {
			text = append(text, 0)[:len(text)]
		}
	}
}

// modeOfRegular converts the mode of a regular file to package os.
func modeOfRegular(bits uint32) fs.FileMode {
	mode := fs.FileMode(bits & 0o777)
	for _, as := range [...]struct {
		bit   uint32
		means fs.FileMode
	}{{unix.S_ISUID, fs.ModeSetuid}, {unix.S_ISGID, fs.ModeSetgid}, {unix.S_ISVTX, fs.ModeSticky}} {
		if bits&as.bit != 0 {
			mode |= as.means
		}
	}
	return mode
}

// folder returns the opened root.
func (t *Tree) folder() (*os.File, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.opened == nil {
		f, err := os.Open(t.Root)
		if err != nil {
			return nil, err
		}
		t.opened = f
	}
	return t.opened, nil
}
