package gitdir

import "consider/internal/worktree"

// Errors of the repository: neither git nor this process can read the named part. The error has the reason, in git's
// words if git was asked. Both are worktree.ErrUnreadable too.
const (
	// ErrBrokenHead: the checked-out commit is unknown. A branch without a commit is not broken.
	ErrBrokenHead brokenPart = "HEAD cannot be read"
	// ErrBrokenIndex: the staged files are unknown.
	ErrBrokenIndex brokenPart = "git's index cannot be read"
)

type brokenPart string

func (b brokenPart) Error() string { return string(b) }

// Is makes every error of a part of the repository an ErrUnreadable.
func (b brokenPart) Is(target error) bool { return target == worktree.ErrUnreadable }
