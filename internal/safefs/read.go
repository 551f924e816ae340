package safefs

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
)

// NotPlainError says that a name is not that of a plain file, or that one above it is not that of a folder.
type NotPlainError struct {
	Name string
	Link bool // it is a symbolic link
}

func (e *NotPlainError) Error() string {
	if e.Link {
		return e.Name + " is a symbolic link"
	}
	return e.Name + " is not a regular file or folder"
}

// TooLargeError says that what was to be read is longer than the reader's limit.
type TooLargeError struct {
	Size, Max int64 // in bytes; Size is what is known of it
}

func (e *TooLargeError) Error() string {
	return fmt.Sprintf("%d bytes; the limit is %d", e.Size, e.Max)
}

// MaxPath is how many bytes a path may have: PATH_MAX where it is smallest.
const MaxPath = 4096

// PathFault says what is wrong with a path that has to lead to something below a folder, slash-separated and in its
// shortest form; "" if nothing is.
func PathFault(path string) string {
	switch {
	case path == "":
		return "an empty path"
	case len(path) > MaxPath:
		return "too long for a path"
	case strings.ContainsRune(path, 0):
		return "a path that contains a NUL byte"
	}
	for name := range strings.SplitSeq(path, "/") {
		switch name {
		case "", ".":
			return "not a normalized path"
		case "..":
			return "outside the project"
		}
	}
	return ""
}

// Lstat describes a plain file, and makes sure that no link leads to it. The error is [fs.ErrNotExist], a
// [NotPlainError], or the system's.
func Lstat(root *os.Root, name string) (fs.FileInfo, error) {
	if i := strings.LastIndexByte(name, '/'); i >= 0 {
		if err := Folder(root, name[:i]); err != nil {
			return nil, err
		}
	}
	info, err := root.Lstat(name)
	if err == nil && !info.Mode().IsRegular() {
		return nil, notPlain(name, info)
	}
	return info, err
}

// Folder makes sure that a folder is there, and that no link is on the way to it. Errors are those of [Lstat].
func Folder(root *os.Root, name string) error {
	for end := range len(name) + 1 {
		if end < len(name) && name[end] != '/' {
			continue
		}
		info, err := root.Lstat(name[:end])
		if err != nil {
			return err
		}
		if !info.IsDir() {
			return notPlain(name[:end], info)
		}
	}
	return nil
}

func notPlain(name string, info fs.FileInfo) error {
	return &NotPlainError{name, info.Mode()&fs.ModeSymlink != 0}
}

// Open opens a regular file for reading, or with other flags. A link in its own place is refused; one above it is
// not, as long as it stays inside: [Lstat] looks for those.
func Open(root *os.Root, name string, flag int, perm fs.FileMode) (*os.File, error) {
	for range openTries {
		before, err := root.Lstat(name)
		if err == nil && !before.Mode().IsRegular() {
			return nil, notPlain(name, before)
		} else if err != nil && flag&os.O_CREATE == 0 {
			return nil, err
		}
		f, err := root.OpenFile(name, flag|Nonblock, perm)
		if err != nil {
			return nil, err
		}
		if after, err := f.Stat(); err == nil && after.Mode().IsRegular() && isSameFile(root, name, before, after) {
			return f, nil
		}
		f.Close()
	}
	return nil, &NotPlainError{Name: name}
}

// openTries bounds how often a file is opened that another program keeps replacing.
const openTries = 10

// isSameFile reports whether the file that was opened is the one that the name stood for, before or after: a name that
// was a link in between stands for another.
func isSameFile(root *os.Root, name string, before, opened fs.FileInfo) bool {
	if before != nil && os.SameFile(before, opened) {
		return true
	}
	now, err := root.Lstat(name)
	return err == nil && os.SameFile(now, opened)
}

// Read reads a whole regular file of at most most bytes.
func Read(root *os.Root, name string, most int64) ([]byte, error) {
	f, err := Open(root, name, os.O_RDONLY, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return ReadAll(f, most)
}

// ReadIn is Read for a file in a folder that is not open.
func ReadIn(folder, name string, most int64) ([]byte, error) {
	root, err := os.OpenRoot(folder)
	if err != nil {
		return nil, err
	}
	defer root.Close()
	return Read(root, name, most)
}

// ReadAll reads an open file to its end; a [TooLargeError] if that is more than most bytes.
func ReadAll(f *os.File, most int64) ([]byte, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	if info.Size() > most {
		return nil, &TooLargeError{info.Size(), most}
	}
	var data bytes.Buffer
	data.Grow(int(info.Size()) + bytes.MinRead) // room to find the end in one read when the file is as long as it said
	n, err := data.ReadFrom(io.LimitReader(f, most+1))
	switch {
	case n > most:
		return nil, &TooLargeError{n, most}
	case err != nil:
		return nil, err
	}
	return data.Bytes(), nil
}
