package presence

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"time"
)

// maxFiles is how many files of a folder are read.
const maxFiles = 1_000

// errTaken is returned if another process has locked the file.
var errTaken = errors.New("another process is already waking this session")

// held is a file below the store's folder that this process keeps locked. The zero value is a closed one.
type held struct {
	root *os.Root
	file *os.File
	name string
}

// hold opens a file, which it makes if necessary, and locks it. It first deletes the files in its folder whose processes
// have ended and that are not younger than an age.
func hold(store, name string, flags int, age time.Duration, now time.Time) (h held, err error) {
	dir := path.Dir(name)
	if h.root, err = openWith(store, dir); err != nil {
		return h, err
	}
	prune(h.root, dir, age, now)
	h.name = name
	if h.file, err = h.root.OpenFile(name, flags|os.O_CREATE|os.O_RDWR, 0o600); err == nil {
		err = h.lock()
	}
	if err != nil {
		h.close()
	}
	return h, err
}

func (h *held) lock() error {
	info, err := h.file.Stat()
	switch {
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return &fs.PathError{Op: "lock", Path: h.name, Err: errors.New("not a regular file")}
	case isLocked(h.file):
		return errTaken
	}
	return lockFile(h.file)
}

// isThere reports whether the file still exists: it may have been deleted, or the store deleted or recreated.
func (h *held) isThere() bool {
	if h.file == nil {
		return false
	}
	mine, err := h.file.Stat()
	if err != nil {
		return false
	}
	named, err := os.Lstat(path.Join(h.root.Name(), h.name))
	return err == nil && os.SameFile(mine, named)
}

func (h *held) close() {
	if h.file != nil {
		_ = h.file.Close()
	}
	if h.root != nil {
		_ = h.root.Close()
	}
	h.file, h.root = nil, nil
}

// openWith opens a store's folder, and makes a folder below it.
func openWith(store, dir string) (*os.Root, error) {
	root, err := os.OpenRoot(store)
	if err != nil {
		return nil, err
	}
	if err := root.MkdirAll(dir, 0o700); err != nil {
		return nil, errors.Join(err, root.Close())
	}
	return root, nil
}

// prune deletes the files of a folder that no process has locked and that are not younger than an age.
func prune(root *os.Root, dir string, age time.Duration, now time.Time) {
	for _, e := range entries(root, dir) {
		info, err := e.Info()
		if err != nil || !info.Mode().IsRegular() || now.Sub(info.ModTime()) < age {
			continue
		}
		name := path.Join(dir, e.Name())
		if f, err := root.Open(name); err == nil {
			if !isLocked(f) {
				_ = root.Remove(name)
			}
			_ = f.Close()
		}
	}
}

func entries(root *os.Root, dir string) []os.DirEntry {
	f, err := root.Open(dir)
	if err != nil {
		return nil
	}
	defer f.Close()
	list, _ := f.ReadDir(maxFiles) // ignores errors
	return list
}
