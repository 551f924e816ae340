package fail

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"slices"
	"strings"
	"syscall"

	"consider/gitstore"
	"consider/internal/worktree"
)

// Kind is the kind of an error, as far as callers must distinguish it. The list is closed.
type Kind string

// The kinds.
const (
	KindInternal Kind = "internal"  // a bug, a recovered panic, an unknown error
	KindUsage    Kind = "usage"     // a bad flag, argument or field, an unknown verb
	KindNotFound Kind = "not_found" // no such thread or path, or more than one
	KindNoStore  Kind = "no_store"  // no store here, and the verb does not make one
	KindConflict Kind = "conflict"  // the state does not allow it
	KindBusy     Kind = "busy"      // another writer holds the store; try again
	KindCorrupt  Kind = "corrupt"   // something stored is damaged
	KindVersion  Kind = "version"   // the store was written by a newer consider
	KindDenied   Kind = "denied"    // permission, read-only, outside the project, over a limit
	KindTimeout  Kind = "timeout"   // waited, and nothing came
	KindCanceled Kind = "canceled"  // interrupted
)

// Codes are a kind's codes on each surface.
type Codes struct {
	Exit int // of the process
	HTTP int
	RPC  int // JSON-RPC
}

// CodesOf is the one place where kinds get their codes.
var CodesOf = map[Kind]Codes{
	KindInternal: {1, 500, -32603},
	KindUsage:    {2, 400, -32602},
	KindNotFound: {10, 404, -32010},
	KindNoStore:  {11, 404, -32011},
	KindConflict: {12, 409, -32012},
	KindBusy:     {13, 423, -32013},
	KindCorrupt:  {14, 500, -32014},
	KindVersion:  {15, 409, -32015},
	KindDenied:   {16, 403, -32016},
	KindTimeout:  {17, 408, -32017},
	KindCanceled: {130, 499, -32800},
}

// Codes returns the kind's codes.
func (k Kind) Codes() Codes { return CodesOf[k] }

// kindOf lists the errors that have a kind other than internal; the first that matches counts.
var kindOf = []struct {
	err  error
	kind Kind
	hint string // for errors that carry none
}{
	{context.Canceled, KindCanceled, ""},
	{context.DeadlineExceeded, KindTimeout, ""},
	{ErrUsage, KindUsage, ""},
	{ErrNotFound, KindNotFound, ""},
	{ErrNoStore, KindNoStore, ""},
	{ErrConflict, KindConflict, ""},
	{ErrDenied, KindDenied, ""},
	{ErrTimeout, KindTimeout, ""},
	{gitstore.ErrNoStore, KindNoStore, ""},
	{gitstore.ErrBusy, KindBusy, "another command is writing to the store: try again"},
	{gitstore.ErrConflict, KindBusy, "the store was changed meanwhile: try again"},
	{gitstore.ErrVersion, KindVersion, UpdateHint},
	{ErrNewer, KindVersion, UpdateHint},
	{gitstore.ErrReadOnly, KindDenied, "consider reads and writes in .consider: check its permissions; in a sandbox, start at the project's root, use the MCP tools, or answer in the conversation"},
	{gitstore.ErrUnsafe, KindDenied, "something in .consider is not what consider puts there: 'consider doctor' says more"},
	{gitstore.ErrTooLarge, KindDenied, ""},
	{gitstore.ErrCorrupt, KindCorrupt, "'consider fsck' says what is damaged; everything else still works"},
	{gitstore.ErrNotExist, KindCorrupt, "'consider fsck' says what is missing; everything else still works"}, // an object that another one names
	{ErrCorrupt, KindCorrupt, "'consider fsck' says what is damaged; everything else still works"},
	{worktree.ErrGitStalled, KindTimeout, "a file that a setting of git names may be a pipe, or on a disk that does not answer (core.excludesFile, core.attributesFile, " +
		"include.path): 'git config --list --show-origin' shows them, and 'git status' hangs too"},
	{fs.ErrPermission, KindDenied, "check the permissions of .consider"},
	{syscall.ENOSPC, KindDenied, "the disk is full: make room and try again"},
	{syscall.EDQUOT, KindDenied, "the disk quota is used up: make room and try again"},
	{syscall.EROFS, KindDenied, "the file system is read-only: nothing can be written there"},
	{syscall.ENOTDIR, KindUsage, "a part of that path is a file and no folder; --store and CONSIDER_DIR name the folder of the store"},
	{syscall.ELOOP, KindUsage, "a symbolic link in that path leads back to itself; --store and CONSIDER_DIR name the folder of the store"},
	{syscall.ENAMETOOLONG, KindUsage, "no file can have so long a name"},
	{syscall.EMFILE, KindBusy, "too many files are open in this program: try again, or raise the limit ('ulimit -n')"},
	{syscall.ENFILE, KindBusy, "too many files are open on this computer: try again"},
	{syscall.ENOMEM, KindBusy, "the memory of this computer is used up: try again"},
	{errDiskRead, KindCorrupt, "the disk could not be read: copy .consider to another disk while it still can be; the system's log says more"},
	{syscall.EIO, KindDenied, "the disk could not be written to: nothing is lost of what was stored before; the system's log says more"},
}

// errDiskRead represents the EIO of a read in the list. The system has one number for reads and writes; the name of the
// failed call distinguishes them, and an error without a name comes from a sync.
var errDiskRead = errors.New("the disk could not be read")

// is reports whether err is the one of the list.
func is(err, listed error) bool {
	if !errors.Is(listed, errDiskRead) {
		return errors.Is(err, listed)
	}
	var of *fs.PathError
	return errors.Is(err, syscall.EIO) && errors.As(err, &of) && slices.Contains(readCalls, of.Op)
}

// readCalls are the calls that only read, by the names that package os gives them.
var readCalls = []string{
	"open", "openat", "openfdat", "read", "readat", "readdirent", "fdopendir", "readlink", "readlinkat",
	"stat", "statat", "lstat", "lstatat", "fstat", "seek",
}

// Failure is an error as every surface shows it.
type Failure struct {
	Kind       Kind        `json:"kind"`
	Message    string      `json:"message"`
	Hints      []string    `json:"hints"`
	Candidates []Candidate `json:"candidates,omitempty"`
}

// FailureOf says what err is. It looks at the chain of errors only, never at their text.
func FailureOf(err error) Failure {
	f := Failure{Kind: KindInternal, Message: err.Error(), Hints: []string{}}
	for _, k := range kindOf {
		if is(err, k.err) {
			f.Kind = k.kind
			if k.hint != "" {
				f.Hints = append(f.Hints, k.hint)
			}
			break
		}
	}
	var e *Error
	if errors.As(err, &e) {
		f.Hints = append(append([]string{}, e.Hints...), f.Hints...)
		f.Candidates = e.Candidates
	}
	f.Message = clip(f.Message)
	for i := range f.Hints {
		f.Hints[i] = clip(f.Hints[i])
	}
	if f.Kind == KindInternal {
		f.Hints = append(f.Hints, "this is a bug in consider; 'consider doctor' shows what to report with it")
	}
	return f
}

// maxText is the length of a message or a hint, in bytes: some quote what the caller gave, which can be megabytes.
const maxText = 4 << 10

// clip shortens a text that is too long, by removing its middle.
func clip(text string) string {
	const half = maxText/2 - 20
	if len(text) <= maxText {
		return text
	}
	return strings.ToValidUTF8(text[:half], "") + " … " + strings.ToValidUTF8(text[len(text)-half:], "")
}

// Kinds returns all kinds, in the order of their exit codes.
func Kinds() []Kind {
	return slices.SortedFunc(maps.Keys(CodesOf), func(a, b Kind) int { return CodesOf[a].Exit - CodesOf[b].Exit })
}
