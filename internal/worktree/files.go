package worktree

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// Stat describes what is at path itself: a link is described, never followed. Errors: ErrNotExist, ErrOutside,
// ErrNotRegular if a folder of the path is a link, ErrUnreadable.
func (t *Tree) Stat(path string) (Info, error) { return t.StatBelow(nil, path) }

// StatBelow is Stat that skips the folders in known and adds the others to it; known may be nil.
func (t *Tree) StatBelow(known map[string]bool, path string) (Info, error) {
	fi, err := t.lstat(known, path)
	if err != nil {
		return Info{}, err
	}
	return infoOf(fi), nil
}

// ReadFile reads a regular file of at most max bytes. The info is that of the file that was read. Errors: as Stat,
// ErrNotRegular, ErrTooLarge.
func (t *Tree) ReadFile(path string, max int64) ([]byte, Info, error) {
	seen, err := t.lstat(nil, path)
	if err != nil {
		return nil, Info{}, err
	}
	if !seen.Mode().IsRegular() {
		return nil, infoOf(seen), notRegular(path, seen.Mode())
	}
	f, err := t.root.OpenFile(filepath.FromSlash(path), openFlags, 0)
	if err != nil {
		return nil, Info{}, osError(path, err)
	}
	defer f.Close()
	fi, err := f.Stat()
	if err != nil {
		return nil, Info{}, osError(path, err)
	}
	// os.Root follows links that stay inside the root, so a name that became a link after lstat shows only as a
	// different file.
	if !fi.Mode().IsRegular() || (fi.Mode().Type() != seen.Mode().Type()) {
		return nil, Info{}, notRegular(path, fi.Mode())
	}
	if !os.SameFile(seen, fi) {
		if now, err := t.lstat(nil, path); err != nil || !os.SameFile(now, fi) {
			return nil, Info{}, &PathError{Path: path, Kind: ErrUnreadable, What: "being replaced"}
		}
	}
	text, err := readAtMost(f, path, max)
	if err != nil {
		return nil, infoOf(fi), err
	}
	return text, infoOf(fi), nil
}

// lstat skips the folders in known, as StatBelow. It checks each folder of the path in turn, because os.Root would follow
// a link to another folder inside the root, and two paths would then name one file.
func (t *Tree) lstat(known map[string]bool, path string) (fs.FileInfo, error) {
	if err := CheckPath(path); err != nil {
		return nil, err
	}
	if _, err := t.openRoot(); err != nil {
		return nil, osError(t.Root, err)
	}
	// os.Root.Lstat opens every folder above the file again, which is a quarter of the cost of a list. Checking each in
	// turn refuses the same links. If a link is put in between two checks, the times and size are those of another
	// file, and reading it, which goes through the root, still fails.
	full := filepath.Join(t.Root, filepath.FromSlash(path))
	for i, c := range path {
		if c != '/' || known[path[:i]] {
			continue
		}
		dir, err := os.Lstat(full[:len(full)-len(path)+i])
		switch {
		case err != nil:
			return nil, osError(path, err)
		case dir.Mode()&fs.ModeSymlink != 0:
			return nil, &PathError{Path: path, Kind: ErrNotRegular, What: "under a symbolic link"}
		case !dir.IsDir():
			return nil, Missing(path)
		}
		if known != nil {
			known[path[:i]] = true
		}
	}
	fi, err := os.Lstat(full)
	if err != nil {
		return nil, osError(path, err)
	}
	return fi, nil
}

// ReadLink returns the target of a symbolic link without following it. Errors: as Stat, ErrNotRegular for anything but
// a link.
func (t *Tree) ReadLink(path string) (string, error) {
	fi, err := t.lstat(nil, path)
	if err != nil {
		return "", err
	}
	if fi.Mode()&fs.ModeSymlink == 0 {
		return "", &PathError{Path: path, Kind: ErrNotRegular, What: kindOf(fi.Mode()) + ", not a symbolic link"}
	}
	target, err := t.root.Readlink(filepath.FromSlash(path))
	if err != nil {
		return "", osError(path, errors.Unwrap(err))
	}
	return target, nil
}
