package worktree

import (
	"errors"
	"fmt"
	"io/fs"
	"syscall"

	"consider/internal/fail"
	"consider/internal/programs"
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
	// ErrGitStalled: git was started and did nothing.
	ErrGitStalled = fail.Sentinel(fail.KindTimeout, "git does not respond: "+programs.ErrStalled.Error(),
		"a file in your git configuration may be a pipe, or on a disk that does not respond (core.excludesFile, core.attributesFile, "+
			"include.path), so 'git status' hangs too: run 'git config --list --show-origin' to find it")
	// ErrUnsafeStore: a link, a file or a device has the store's name.
	ErrUnsafeStore = errors.New("unsafe store")
)

// Errors of the repository: neither git nor this process can read the named part. The error has the reason, in git's
// words if git was asked. Both are ErrUnreadable too.
const (
	// ErrBrokenHead: the checked-out commit is unknown. A branch without a commit is not broken.
	ErrBrokenHead brokenPart = "HEAD cannot be read"
	// ErrBrokenIndex: the staged files are unknown.
	ErrBrokenIndex brokenPart = "git's index cannot be read"
)

type brokenPart string

func (b brokenPart) Error() string { return string(b) }

// Is makes every error of a part of the repository an ErrUnreadable.
func (b brokenPart) Is(target error) bool { return target == ErrUnreadable }

// PathError says what is wrong with one path. Kind is one of this package's sentinels, What the same in words ("a
// symbolic link"), Cause the operating system's error or nil.
type PathError struct {
	Path  string
	Kind  error
	What  string
	Cause error
}

func (e *PathError) Error() string {
	text := fmt.Sprintf("%s is %s", quote(e.Path), e.What)
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

// quote shortens and quotes a path, so that a hostile name of many thousand bytes stays out of messages.
func quote(path string) string {
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

func tooLarge(path string, size, limit int64) error {
	return &PathError{
		Path: path, Kind: ErrTooLarge,
		What: fmt.Sprintf("too large (%d bytes; the limit is %d)", size, limit),
	}
}

// osError turns the operating system's error about path into our kinds.
func osError(path string, err error) error {
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR), errors.Is(err, syscall.ENAMETOOLONG):
		return &PathError{Path: path, Kind: ErrNotExist, What: "missing"}
	default:
		return &PathError{Path: path, Kind: ErrUnreadable, What: "unreadable", Cause: bare(err)}
	}
}

// bare strips the path that os errors repeat.
func bare(err error) error {
	var pathErr *fs.PathError
	if errors.As(err, &pathErr) {
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
