package worktree

import (
	"errors"
	"io/fs"
	"os"

	"consider/internal/safefs"
)

// maxPointer limits the one-line files that point somewhere else.
const maxPointer = 64 << 10

// readSmall reads a whole regular file of at most max bytes.
func readSmall(path string, max int64) ([]byte, error) {
	f, err := openRegular(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return readAtMost(f, path, max)
}

// openRegular opens one of git's files. It refuses a pipe or device under such a name (a hostile archive can hold one)
// instead of waiting for it.
func openRegular(path string) (*os.File, error) {
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
		return nil, tooLarge(path, large.Size, max)
	}
	return nil, osError(path, err)
}
