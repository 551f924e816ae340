package worktree

import (
	"errors"
	"io/fs"
	"os"

	"consider/internal/safefs"
)

// MaxPointer limits the one-line files that point somewhere else.
const MaxPointer = 64 << 10

// ReadSmall reads a whole regular file of at most max bytes.
func ReadSmall(path string, max int64) ([]byte, error) {
	f, err := OpenRegular(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return readAtMost(f, path, max)
}

// OpenRegular opens one of git's files. It refuses a pipe or device under such a name (a hostile archive can hold one)
// instead of waiting for it.
func OpenRegular(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|openNonblock, 0)
	if err != nil {
		return nil, err
	}
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		f.Close()
		return nil, &fs.PathError{Op: "read", Path: path, Err: ErrNotRegular}
	}
	return f, nil
}

// readAtMost reads an open file to its end.
func readAtMost(f *os.File, path string, max int64) ([]byte, error) {
	text, err := safefs.ReadAll(f, max)
	var large *safefs.TooLargeError
	switch {
	case err == nil:
		return text, nil
	case errors.As(err, &large):
		return nil, TooLarge(path, large.Size, max)
	}
	return nil, osError(path, err)
}
