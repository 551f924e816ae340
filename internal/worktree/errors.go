package worktree

import (
	"errors"
	"fmt"
	"io/fs"
	"syscall"
)

// Errors of a path. They arrive wrapped in a *PathError, which describes what was found.
var (
	// ErrNotExist: nothing of that name; also "no such commit" and "not in that commit".
	ErrNotExist = errors.New("no such file")
	// ErrNotRegular: something exists there, but not a file with content of its own.
	ErrNotRegular = errors.New("not a regular file")
	// ErrOutside: the path leaves the project, lies in .git or .consider, or cannot name a file at all.
	ErrOutside = errors.New("outside the project")
	// ErrTooLarge: the content is longer than the caller's limit.
	ErrTooLarge = errors.New("too large")
	// ErrUnreadable: it exists, but could not be read.
	ErrUnreadable = errors.New("unreadable")
	// ErrUnsafeStore: a link, a file or a device has the store's name.
	ErrUnsafeStore = errors.New("unsafe store")
)

// PathError says what is wrong with one path. Kind is one of this package's sentinels, What the same in words ("a
// symbolic link"), Cause the operating system's error or nil.
type PathError struct {
	Path  string
	Kind  error
	What  string
	Cause error
}

func (e *PathError) Error() string {
	text := fmt.Sprintf("%s is %s", Quote(e.Path), e.What)
	if e.Cause != nil {
		text += ": " + e.Cause.Error()
	}
	return text
}

// Unwrap returns the sentinel and the cause.
func (e *PathError) Unwrap() []error {
	if e.Cause == nil {
		return []error{e.Kind}
	}
	return []error{e.Kind, e.Cause}
}

// Quote shortens and quotes a path, so that a hostile name of many thousand bytes stays out of messages.
func Quote(path string) string {
	const most = 200
	if len(path) > most {
		return fmt.Sprintf("%q… (%d bytes)", path[:most], len(path))
	}
	return fmt.Sprintf("%q", path)
}

func outside(path, what string) error {
	return &PathError{Path: path, Kind: ErrOutside, What: what}
}

func notRegular(path string, mode fs.FileMode) error {
	return &PathError{Path: path, Kind: ErrNotRegular, What: kindOf(mode)}
}

func TooLarge(path string, size, limit int64) error {
	return &PathError{
		Path: path, Kind: ErrTooLarge,
		What: fmt.Sprintf("too large (%d bytes; the limit is %d)", size, limit),
	}
}

// Missing is the error for a path that names nothing.
func Missing(path string) error { return &PathError{Path: path, Kind: ErrNotExist, What: "missing"} }

// osError turns the operating system's error about path into our kinds.
func osError(path string, err error) error {
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR), errors.Is(err, syscall.ENAMETOOLONG):
		return Missing(path)
	default:
		return &PathError{Path: path, Kind: ErrUnreadable, What: "unreadable", Cause: WithoutPath(err)}
	}
}

// bare strips the path that os errors repeat.
func WithoutPath(err error) error {
	if pathErr, ok := errors.AsType[*fs.PathError](err); ok {
		return pathErr.Err
	}
	return err
}

// kindOf names a file type for a reader.
func kindOf(mode fs.FileMode) string {
	switch {
	case mode.IsRegular():
		return "a regular file"
	case mode.IsDir():
		return "a directory"
	case mode&fs.ModeSymlink != 0:
		return "a symbolic link"
	case mode&fs.ModeNamedPipe != 0:
		return "a named pipe"
	case mode&fs.ModeSocket != 0:
		return "a socket"
	case mode&fs.ModeDevice != 0:
		return "a device"
	default:
		return "a special file"
	}
}
