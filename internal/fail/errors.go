package fail

import (
	"errors"
	"fmt"

	"consider/internal/words"
)

// Errors that callers of the domain distinguish.
var (
	ErrUsage    = Sentinel(KindUsage, "bad input", "")
	ErrNotFound = Sentinel(KindNotFound, "not found", "")
	ErrConflict = Sentinel(KindConflict, "not possible in the current state", "")
	ErrDenied   = Sentinel(KindDenied, "not allowed", "")
	ErrCorrupt  = Sentinel(KindCorrupt, "damaged", FsckHint)
	ErrNoStore  = Sentinel(KindNoStore, "no store", "")
	ErrTimeout  = Sentinel(KindTimeout, "timed out", "")
	// ErrNewer is not damage: the newer consider can read it.
	ErrNewer = Sentinel(KindVersion, "written by a newer version of consider", UpdateHint)
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

// As returns the Error in err's chain.
func As(err error) (*Error, bool) { return errors.AsType[*Error](err) }

// OfKind changes what an error is, keeping its words.
func (e *Error) OfKind(k error) *Error {
	e.Kind = k
	return e
}

// MaxCandidates is how many things that may have been meant an error names.
const MaxCandidates = 5

// FsckHint says what to do about damage.
const FsckHint = "run '{fsck}' to see what is damaged (everything else still works)"

// UpdateHint says what to do about what a newer consider wrote.
const UpdateHint = "update consider (or the VS Code extension that includes it), then run it here yourself to update the copy that agents run (.consider/bin)"
