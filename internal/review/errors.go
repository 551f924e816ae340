package review

import (
	"errors"
	"fmt"

	"consider/gitstore"
	"consider/internal/memory"
	"consider/internal/worktree"
)

// What can go wrong, as the callers of the domain tell it apart. Package verb gives each its code.
var (
	ErrUsage    = errors.New("bad input")
	ErrNotFound = errors.New("not found")
	ErrConflict = errors.New("the state does not allow it")
	ErrDenied   = errors.New("not allowed")
	ErrCorrupt  = errors.New("damaged")
	ErrNoStore  = errors.New("no store")
	ErrTimeout  = errors.New("nothing came in time")
	ErrNewer    = memory.ErrNewer
)

// Error is an error a person or an agent can act on.
type Error struct {
	Kind       error  // one of the sentinels of this package
	Message    string // lower case, no full stop
	Hints      []string
	Candidates []Candidate // what may have been meant
	Cursor     string      // where to go on from, for who waited; "" for all others
	cause      error
}

// Candidate is one thing that may have been meant.
type Candidate struct {
	ID    string `json:"id"`
	Place string `json:"place,omitempty"`
	Body  string `json:"body,omitempty"` // its beginning
}

func (e *Error) Error() string   { return e.Message }
func (e *Error) Unwrap() []error { return []error{e.Kind, e.cause} }

// Hint adds what to do about it.
func (e *Error) Hint(format string, args ...any) *Error {
	e.Hints = append(e.Hints, fmt.Sprintf(format, args...))
	return e
}

// Usage says that the input is wrong.
func Usage(format string, args ...any) *Error { return newError(ErrUsage, format, args...) }

// NotFound says that what was named does not exist.
func NotFound(format string, args ...any) *Error { return newError(ErrNotFound, format, args...) }

// Conflict says that the state of things does not allow it.
func Conflict(format string, args ...any) *Error { return newError(ErrConflict, format, args...) }

// Denied says that it is not allowed, to this caller or to anyone.
func Denied(format string, args ...any) *Error { return newError(ErrDenied, format, args...) }

func newError(kind error, format string, args ...any) *Error {
	wrapped := fmt.Errorf(format, args...)
	return &Error{Kind: kind, Message: wrapped.Error(), cause: errors.Unwrap(wrapped)}
}

// pathError turns an error of package worktree about a path the caller named into one with a hint.
func pathError(path string, err error) error {
	switch {
	case errors.Is(err, worktree.ErrBrokenHead):
		return gitError(err)
	case errors.Is(err, worktree.ErrNotExist):
		return NotFound("no file %q in the project", path)
	case errors.Is(err, worktree.ErrOutside):
		return Denied("%q is not in the project: %w", path, err).
			Hint("threads are on files of this project; .git and .consider are not part of it")
	case errors.Is(err, worktree.ErrNotRegular):
		return Usage("%w", err).Hint("threads are on regular files")
	case errors.Is(err, worktree.ErrTooLarge):
		return Denied("%w", err).Hint("comment on the file as a whole: leave the lines out")
	case errors.Is(err, worktree.ErrUnreadable):
		return Denied("%w", err)
	}
	return err
}

// gitError gives the errors of reading what is checked out their kind, and says what to do.
func gitError(err error) error {
	switch {
	case errors.Is(err, worktree.ErrBrokenIndex):
		return Denied("%w", err).
			Hint("rm \"$(git rev-parse --git-path index)\" && git reset   makes a new index from HEAD: the files stay as they are, only what was staged is lost").
			Hint("threads and drafts are kept; 'consider list' and 'consider add' work meanwhile")
	case errors.Is(err, worktree.ErrUnreadable):
		return Denied("%w", err).
			Hint("'git fsck' says what is damaged or missing; an intact clone may still have it").
			Hint("threads and drafts are kept; 'consider list' and 'consider add' work meanwhile")
	}
	return err
}

// withoutGit says what a comparison lacks that git did not make.
func withoutGit(why string) string {
	return "git could not compare the files (" + why + "), so a file that was renamed and edited is shown as deleted and added"
}

// storeError gives the store's errors their kind and a hint, where the store's own words do not say what to
// do.
func storeError(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, gitstore.ErrNoStore):
		return noStore()
	}
	return err
}

func noStore() *Error {
	return newError(ErrNoStore, "no review store in this project").
		Hint("'consider add FILE:LINE -m TEXT' makes one with the first thread")
}

// asError returns the Error in err's chain.
func asError(err error) (*Error, bool) {
	var e *Error
	ok := errors.As(err, &e)
	return e, ok
}
