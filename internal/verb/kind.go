package verb

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"slices"
	"syscall"

	"consider/gitstore"
	"consider/internal/review"
)

// Kind is what went wrong, as far as a caller has to tell it apart. The list is closed.
type Kind string

// The kinds.
const (
	Internal Kind = "internal"  // a bug, a recovered panic, an unknown error
	Usage    Kind = "usage"     // a bad flag, argument or field, an unknown verb
	NotFound Kind = "not_found" // no such thread or path, or more than one
	NoStore  Kind = "no_store"  // no store here, and the verb does not make one
	Conflict Kind = "conflict"  // the state does not allow it
	Busy     Kind = "busy"      // another writer holds the store; try again
	Corrupt  Kind = "corrupt"   // something stored is damaged
	Version  Kind = "version"   // the store was written by a newer consider
	Denied   Kind = "denied"    // permission, read-only, outside the project, over a limit
	Timeout  Kind = "timeout"   // waited, and nothing came
	Canceled Kind = "canceled"  // interrupted
)

// Codes are a kind's codes on each surface.
type Codes struct {
	Exit int // of the process
	HTTP int
	RPC  int // JSON-RPC
}

// codes is the one place where kinds get their codes.
var codes = map[Kind]Codes{
	Internal: {1, 500, -32603},
	Usage:    {2, 400, -32602},
	NotFound: {10, 404, -32010},
	NoStore:  {11, 404, -32011},
	Conflict: {12, 409, -32012},
	Busy:     {13, 423, -32013},
	Corrupt:  {14, 500, -32014},
	Version:  {15, 409, -32015},
	Denied:   {16, 403, -32016},
	Timeout:  {17, 408, -32017},
	Canceled: {130, 499, -32800},
}

// Codes returns the kind's codes.
func (k Kind) Codes() Codes { return codes[k] }

// kindOf lists the errors that have a kind other than internal; the first that matches counts.
var kindOf = []struct {
	err  error
	kind Kind
	hint string // for errors that carry none
}{
	{context.Canceled, Canceled, ""},
	{context.DeadlineExceeded, Timeout, ""},
	{review.ErrUsage, Usage, ""},
	{review.ErrNotFound, NotFound, ""},
	{review.ErrNoStore, NoStore, ""},
	{review.ErrConflict, Conflict, ""},
	{review.ErrDenied, Denied, ""},
	{review.ErrTimeout, Timeout, ""},
	{gitstore.ErrNoStore, NoStore, ""},
	{gitstore.ErrBusy, Busy, "another command is writing to the store: try again"},
	{gitstore.ErrConflict, Busy, "the store was changed meanwhile: try again"},
	{gitstore.ErrVersion, Version, review.UpdateHint},
	{review.ErrNewer, Version, review.UpdateHint},
	{gitstore.ErrReadOnly, Denied, "the store cannot be written to: check the permissions of .consider"},
	{gitstore.ErrUnsafe, Denied, "something in .consider is not what consider puts there: 'consider doctor' says more"},
	{gitstore.ErrTooLarge, Denied, ""},
	{gitstore.ErrCorrupt, Corrupt, "'consider fsck' says what is damaged; everything else still works"},
	{review.ErrCorrupt, Corrupt, "'consider fsck' says what is damaged; everything else still works"},
	{fs.ErrPermission, Denied, "check the permissions of .consider"},
	{syscall.ENOSPC, Denied, "the disk is full: make room and try again"},
	{syscall.EDQUOT, Denied, "the disk quota is used up: make room and try again"},
}

// Failure is an error as every surface shows it.
type Failure struct {
	Kind       Kind               `json:"kind"`
	Message    string             `json:"message"`
	Hints      []string           `json:"hints"`
	Candidates []review.Candidate `json:"candidates,omitempty"`
}

// FailureOf says what err is. It looks at the chain of errors only, never at their text.
func FailureOf(err error) Failure {
	f := Failure{Kind: Internal, Message: err.Error(), Hints: []string{}}
	for _, k := range kindOf {
		if errors.Is(err, k.err) {
			f.Kind = k.kind
			if k.hint != "" {
				f.Hints = append(f.Hints, k.hint)
			}
			break
		}
	}
	var e *review.Error
	if errors.As(err, &e) {
		f.Hints = append(append([]string{}, e.Hints...), f.Hints...)
		f.Candidates = e.Candidates
	}
	if f.Kind == Internal {
		f.Hints = append(f.Hints, "this is a bug in consider; 'consider doctor' shows what to report with it")
	}
	return f
}

// Kinds returns all kinds, in the order of their exit codes.
func Kinds() []Kind {
	return slices.SortedFunc(maps.Keys(codes), func(a, b Kind) int { return codes[a].Exit - codes[b].Exit })
}
