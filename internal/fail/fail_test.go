package fail_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"syscall"
	"testing"
	"unicode/utf8"

	"consider/gitstore"
	"consider/internal/fail"
	"consider/internal/gitrun"
)

func TestEveryErrorHasTheKindThatCallersActOn(t *testing.T) {
	for _, c := range []struct {
		err  error
		kind fail.Kind
	}{
		{fail.Usage("x"), fail.KindUsage},
		{fail.NotFound("x"), fail.KindNotFound},
		{fail.Conflict("x"), fail.KindConflict},
		{fail.Denied("x"), fail.KindDenied},
		{fail.New(fail.ErrNoStore, "x"), fail.KindNoStore},
		{fail.New(fail.ErrTimeout, "x"), fail.KindTimeout},
		{fail.New(fail.ErrCorrupt, "x"), fail.KindCorrupt},
		{gitstore.ErrNoStore, fail.KindNoStore},
		{gitstore.ErrBusy, fail.KindBusy},
		{gitstore.ErrConflict, fail.KindBusy},
		{gitstore.ErrVersion, fail.KindVersion},
		{gitstore.ErrReadOnly, fail.KindDenied},
		{gitstore.ErrUnsafe, fail.KindDenied},
		{gitstore.ErrTooLarge, fail.KindDenied},
		{gitstore.ErrCorrupt, fail.KindCorrupt},
		{gitstore.ErrNotExist, fail.KindCorrupt},
		{fail.ErrNewer, fail.KindVersion},
		{gitrun.ErrStalled, fail.KindTimeout},
		{fs.ErrPermission, fail.KindDenied},
		{syscall.ENOSPC, fail.KindDenied},
		{syscall.EDQUOT, fail.KindDenied},
		{syscall.EROFS, fail.KindDenied},
		{syscall.EMFILE, fail.KindBusy},
		{syscall.ENFILE, fail.KindBusy},
		{syscall.ENOMEM, fail.KindBusy},
		{context.Canceled, fail.KindCanceled},
		{context.DeadlineExceeded, fail.KindTimeout},
		{errors.New("anything else"), fail.KindInternal},
		// The words of an error decide nothing, and being given up counts before what came of it.
		{errors.New("not found"), fail.KindInternal},
		{errors.Join(gitstore.ErrCorrupt, context.Canceled), fail.KindCanceled},
		{fail.Denied("x: %w", gitstore.ErrCorrupt), fail.KindDenied},
	} {
		for _, err := range []error{c.err, fmt.Errorf("reading: %w", c.err), &fs.PathError{Op: "open", Path: "x", Err: c.err}} {
			if f := fail.FailureOf(err); f.Kind != c.kind || f.Message != err.Error() || f.Hints == nil {
				t.Errorf("%v is %+v, want %s", err, f, c.kind)
			}
		}
	}
}

// Failed syncs were once reported as a bug in consider, 113 of 113.
func TestADiskThatFailsIsDamageWhenReadAndARefusalWhenWritten(t *testing.T) {
	for kind, errs := range map[fail.Kind][]error{
		fail.KindCorrupt: {&fs.PathError{Op: "read", Path: "x", Err: syscall.EIO}, &fs.PathError{Op: "openat", Path: "x", Err: syscall.EIO}},
		fail.KindDenied: {
			&fs.PathError{Op: "write", Path: "x", Err: syscall.EIO}, &fs.PathError{Op: "sync", Path: "x", Err: syscall.EIO}, syscall.EIO,
			&os.LinkError{Op: "renameat", Old: "x", New: "y", Err: syscall.EIO},
		},
	} {
		for _, err := range errs {
			if f := fail.FailureOf(fmt.Errorf("in the store: %w", err)); f.Kind != kind || len(f.Hints) != 1 || strings.Contains(f.Hints[0], "bug") {
				t.Errorf("%#v is %+v, want %s", err, f, kind)
			}
		}
	}
}

func TestCodesTellKindsApartOnEverySurface(t *testing.T) {
	exits, rpcs := map[int]fail.Kind{0: "success"}, map[int]fail.Kind{}
	for _, k := range fail.Kinds() {
		c := k.Codes()
		if other, taken := exits[c.Exit]; taken {
			t.Errorf("%s and %s exit with %d", k, other, c.Exit)
		}
		if other, taken := rpcs[c.RPC]; taken || c.RPC >= 0 {
			t.Errorf("%s and %s are %d over JSON-RPC", k, other, c.RPC)
		}
		if c.HTTP < 400 || c.HTTP > 599 {
			t.Errorf("%s is %d over HTTP", k, c.HTTP)
		}
		exits[c.Exit], rpcs[c.RPC] = k, k
	}
	if kinds := fail.Kinds(); len(kinds) != 11 || !slices.IsSortedFunc(kinds, func(a, b fail.Kind) int { return a.Codes().Exit - b.Codes().Exit }) {
		t.Errorf("kinds are %v", kinds)
	}
}

func TestAnErrorKeepsItsCauseItsHintsAndWhatMayHaveBeenMeant(t *testing.T) {
	cause := errors.New("cause")
	e := fail.NotFound("no %q: %w", "x", cause).Hint("try %d", 1).Hint("or 2")
	e.Candidates = []fail.Candidate{{ID: "c_1"}}
	f := fail.FailureOf(fmt.Errorf("in a list: %w", e))
	if !errors.Is(e, cause) || !errors.Is(e, fail.ErrNotFound) || e.Error() != `no "x": cause` {
		t.Errorf("%v", e)
	}
	if strings.Join(f.Hints, ", ") != "try 1, or 2" || len(f.Candidates) != 1 {
		t.Errorf("%+v", f)
	}
	if got, ok := fail.As(fmt.Errorf("x: %w", e)); !ok || got != e {
		t.Errorf("in a chain it is %v", got)
	}
	if _, ok := fail.As(cause); ok {
		t.Error("a stranger is taken for one of ours")
	}
	if e := e.OfKind(fail.ErrUsage); !errors.Is(e, fail.ErrUsage) || errors.Is(e, fail.ErrNotFound) || e.Error() != `no "x": cause` {
		t.Errorf("of another kind: %v", e)
	}
}

func TestAProblemIsOfTheKindOfItsError(t *testing.T) {
	for want, err := range map[string]error{"problem": fail.Denied("x").Hint("h"), "note": fail.New(fail.ErrNoStore, "x").Hint("h")} {
		if c := fail.Problem("store", err); c.State != want || c.Hint.String() != "h" || c.What != "x" {
			t.Errorf("%+v, want a %s", c, want)
		}
	}
	for _, err := range []error{fail.ErrNewer, &gitstore.VersionError{}} {
		if c := fail.Problem("store", err); !errors.Is(err, fail.ErrNewer) || c.Hint.String() != fail.UpdateHint {
			t.Errorf("%v: %+v", err, c)
		}
	}
}

// A caller that gives a megabyte for an id does not get it back.
func TestWhatAnErrorQuotesIsBounded(t *testing.T) {
	long := strings.Repeat("é", 1<<20)
	f := fail.FailureOf(fail.NotFound("no thread %q", long).Hint("consider get %s", long))
	for _, text := range []string{f.Message, f.Hints[0]} {
		if len(text) > 4<<10 || !utf8.ValidString(text) || !strings.Contains(text, "é … é") {
			t.Errorf("%d bytes: %.100q", len(text), text)
		}
	}
	if !strings.HasPrefix(f.Message, `no thread "é`) || !strings.HasSuffix(f.Message, `é"`) {
		t.Errorf("%.100q", f.Message)
	}
	whole := strings.Repeat("x", 4<<10)
	if f := fail.FailureOf(errors.New(whole)); f.Message != whole {
		t.Errorf("%d bytes", len(f.Message))
	}
}
