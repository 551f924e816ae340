package fail

import (
	"context"
	"errors"
	"io/fs"
	"slices"
	"strings"
	"syscall"

	"consider/internal/words"
)

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
	kind, hint := kindOf(err)
	f := Failure{Kind: kind, message: words.Textf("%v", err)}
	if e, ok := errors.AsType[*Error](err); ok {
		f.hints, f.Candidates = slices.Clone(e.Hints), e.Candidates
	}
	if hint != "" {
		f.hints = append(f.hints, words.Textf(hint))
	}
	return f.In(words.Terminal("consider"))
}

// kindOf returns an error's kind, and the hint that comes with it. Of several kinds in its chain, the outermost counts,
// unless it was canceled.
func kindOf(err error) (Kind, string) {
	var k Kinder
	switch {
	case errors.Is(err, context.Canceled):
		return KindCanceled, ""
	case errors.Is(err, context.DeadlineExceeded):
		return KindTimeout, ""
	case errors.As(err, &k):
		return k.Kind()
	}
	for _, listed := range ofSystem {
		if is(err, listed.err) {
			return listed.kind, listed.hint
		}
	}
	return KindInternal, "this is a bug in consider: include the output of '{doctor}' when you report it"
}

// ofSystem lists the errors of the operating system that have a kind other than internal; the first that matches
// counts.
var ofSystem = []struct {
	err  error
	kind Kind
	hint string
}{
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

// Check is one thing that was looked at.
type Check struct {
	Name  string     `json:"name"`
	State string     `json:"state"` // ok, note or problem
	What  string     `json:"what"`
	Hint  words.Text `json:"hint,omitzero"`
	Kind  Kind       `json:"kind,omitempty"` // of the error that a problem is
}

// Problem turns an error into a check, with its own hint.
func Problem(name string, err error) Check {
	f := FailureOf(err)
	c := Check{Name: name, State: "problem", What: f.Message, Kind: f.Kind}
	if len(f.hints) > 0 && f.Kind != KindInternal { // whose hint is to run doctor, which says this
		c.Hint = f.hints[0]
	}
	if errors.Is(err, ErrNoStore) {
		c.State, c.Kind = "note", ""
	}
	return c
}
