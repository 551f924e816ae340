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
	"consider/internal/words"
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
	KindConflict Kind = "conflict"  // not possible in the current state
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
	{gitstore.ErrConflict, KindBusy, "the store changed in the meantime: try again"},
	{gitstore.ErrVersion, KindVersion, UpdateHint},
	{ErrNewer, KindVersion, UpdateHint},
	{gitstore.ErrReadOnly, KindDenied, "consider needs read and write access to .consider: check its permissions or, in a sandbox, start the agent in the project root, use the MCP tools, or reply in the chat"},
	{gitstore.ErrUnsafe, KindDenied, "unexpected file in .consider: run '{doctor}' for details"},
	{gitstore.ErrTooLarge, KindDenied, ""},
	{gitstore.ErrCorrupt, KindCorrupt, "run '{fsck}' to see what is damaged (everything else still works)"},
	{gitstore.ErrNotExist, KindCorrupt, "run '{fsck}' to see what is missing (everything else still works)"}, // another object refers to it
	{ErrCorrupt, KindCorrupt, "run '{fsck}' to see what is damaged (everything else still works)"},
	{worktree.ErrGitStalled, KindTimeout, "a file in your git configuration may be a pipe, or on a disk that does not respond (core.excludesFile, core.attributesFile, " +
		"include.path), so 'git status' hangs too: run 'git config --list --show-origin' to find it"},
	{fs.ErrPermission, KindDenied, "check the permissions of .consider"},
	{syscall.ENOSPC, KindDenied, "the disk is full: free some space and try again"},
	{syscall.EDQUOT, KindDenied, "the disk quota is exceeded: free some space and try again"},
	{syscall.EROFS, KindDenied, "the file system is read-only"},
	{syscall.ENOTDIR, KindUsage, "part of that path is a file, not a folder: {--store} and CONSIDER_DIR set the store folder"},
	{syscall.ELOOP, KindUsage, "a symbolic link in that path points back to itself: {--store} and CONSIDER_DIR set the store folder"},
	{syscall.ENAMETOOLONG, KindUsage, "the file name is too long"},
	{syscall.EMFILE, KindBusy, "too many files are open in this program: try again, or raise the limit ('ulimit -n')"},
	{syscall.ENFILE, KindBusy, "too many files are open on this computer: try again"},
	{syscall.ENOMEM, KindBusy, "this computer is out of memory: try again"},
	{errDiskRead, KindCorrupt, "the disk could not be read: copy .consider to another disk while you can, and see the system log for details"},
	{syscall.EIO, KindDenied, "could not write to the disk, but data already stored is safe: see the system log for details"},
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

// Failure is an error as a surface shows it; FailureOf returns it for a terminal.
type Failure struct {
	Kind       Kind        `json:"kind"`
	Message    string      `json:"message"`
	Hints      []string    `json:"hints"`
	Candidates []Candidate `json:"candidates,omitempty"`

	message words.Text
	hints   []words.Text
}

// In returns the failure for another surface, without the hints that cannot be followed there.
func (f Failure) In(on words.Surface) Failure {
	text, _ := f.message.In(on)
	f.Message, f.Hints = clip(text), []string{}
	for _, h := range f.hints {
		if text, whole := h.In(on); whole {
			f.Hints = append(f.Hints, clip(text))
		}
	}
	return f
}

// FailureOf says what err is. It looks at the chain of errors only, never at their text.
func FailureOf(err error) Failure {
	f := Failure{Kind: KindInternal, message: words.Textf("%v", err)}
	for _, k := range kindOf {
		if is(err, k.err) {
			f.Kind = k.kind
			if k.hint != "" {
				f.hints = append(f.hints, words.Textf(k.hint))
			}
			break
		}
	}
	var e *Error
	if errors.As(err, &e) {
		f.hints = slices.Concat(e.Hints, f.hints)
		f.Candidates = e.Candidates
	}
	if f.Kind == KindInternal {
		f.hints = append(f.hints, words.Textf("this is a bug in consider: include the output of '{doctor}' when you report it"))
	}
	return f.In(words.Terminal("consider"))
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
