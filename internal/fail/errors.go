package fail

import (
	"errors"
	"fmt"

	"consider/gitstore"
	"consider/internal/memory/keep"
	"consider/internal/words"
	"consider/internal/worktree"
)

// Errors that callers of the domain distinguish. FailureOf gives each its Kind.
var (
	ErrUsage    = errors.New("bad input")
	ErrNotFound = errors.New("not found")
	ErrConflict = errors.New("not possible in the current state")
	ErrDenied   = errors.New("not allowed")
	ErrCorrupt  = errors.New("damaged")
	ErrNoStore  = errors.New("no store")
	ErrTimeout  = errors.New("timed out")
	ErrNewer    = keep.ErrNewer
)

// Error is an error a person or an agent can act on.
type Error struct {
	Kind       error      // one of the sentinels of this package
	Message    words.Text // lower case, no full stop
	Hints      []words.Text
	Candidates []Candidate // the things that may have been meant
	Cursor     string      // where a wait goes on from; "" for all others
	Cause      error
}

// Candidate is one thing that may have been meant.
type Candidate struct {
	ID    string `json:"id"`
	Place string `json:"place,omitempty"`
	File  string `json:"-"`              // the part of ID or Place that is a file of the project, from its root
	Body  string `json:"body,omitempty"` // its beginning
}

func (e *Error) Error() string { return e.Message.String() }

// Text returns the message for a text that repeats it.
func (e *Error) Text() words.Text { return e.Message }

func (e *Error) Unwrap() []error { return []error{e.Kind, e.Cause} }

// Hint adds advice. Its format marks commands and flags, as words.Textf describes.
func (e *Error) Hint(format string, args ...any) *Error {
	e.Hints = append(e.Hints, words.Textf(format, args...))
	return e
}

// Usage says that the input is wrong.
func Usage(format string, args ...any) *Error { return New(ErrUsage, format, args...) }

// NotFound says that what was named does not exist.
func NotFound(format string, args ...any) *Error { return New(ErrNotFound, format, args...) }

// Conflict says that the state of things does not allow it.
func Conflict(format string, args ...any) *Error { return New(ErrConflict, format, args...) }

// Denied says that it is not allowed, to this caller or to anyone.
func Denied(format string, args ...any) *Error { return New(ErrDenied, format, args...) }

// New makes an error of a kind. Its format marks commands and flags, as words.Textf describes, and may wrap a cause
// with %w.
func New(kind error, format string, args ...any) *Error {
	return &Error{Kind: kind, Message: words.Textf(format, args...), Cause: errors.Unwrap(fmt.Errorf(format, args...))}
}

// GitError gives the errors of reading what is checked out their kind, and says what to do.
func GitError(err error) error {
	switch {
	case errors.Is(err, worktree.ErrBrokenIndex):
		return Denied("%w", err).
			Hint("rebuild the index from HEAD (keeps your files, unstages changes): rm \"$(git rev-parse --git-path index)\" && git reset").
			Hint("threads and drafts are safe, and '{list}' and '{add}' still work")
	case errors.Is(err, worktree.ErrUnreadable):
		return Denied("%w", err).
			Hint("run 'git fsck' to see what is damaged, then look for it in an intact clone").
			Hint("threads and drafts are safe, and '{list}' and '{add}' still work")
	}
	return err
}

// WithoutGit says what a comparison lacks for which git had to be asked.
func WithoutGit(why string) string {
	return "git could not compare the files (" + why + "), so renames are not detected: a file that was renamed and edited is shown as deleted and added; .gitattributes is ignored"
}

// As returns the Error in err's chain.
func As(err error) (*Error, bool) {
	var e *Error
	ok := errors.As(err, &e)
	return e, ok
}

// OfKind changes what an error is, keeping its words.
func (e *Error) OfKind(k error) *Error {
	e.Kind = k
	return e
}

// Because marks an error for those who look for its cause.
func (e *Error) Because(cause error) *Error {
	e.Cause = cause
	return e
}

// MaxCandidates is how many things that may have been meant an error names.
const MaxCandidates = 5

// UpdateHint says what to do about what a newer consider wrote.
const UpdateHint = "update consider (or the VS Code extension that includes it), then run it here yourself to update the copy that agents run (.consider/bin)"

// IsNewer reports whether something cannot be read because a newer consider wrote it. It is not damaged: the newer
// consider can read it.
func IsNewer(err error) bool {
	return errors.Is(err, ErrNewer) || errors.Is(err, gitstore.ErrVersion)
}
