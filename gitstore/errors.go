package gitstore

import (
	"errors"
	"fmt"
	"io/fs"
	"syscall"

	"consider/internal/fail"
	"consider/internal/gitfmt"
	"consider/internal/safefs"
)

// The kinds of failure that a caller can distinguish. They are always wrapped with the failed step; compare
// with errors.Is.
var (
	// ErrNoStore means that there is no store at the directory.
	ErrNoStore = fail.Sentinel(fail.KindNoStore, "no store", "")
	// ErrBusy means that another writer held the lock longer than the wait. Retryable.
	ErrBusy = fail.Sentinel(fail.KindBusy, "store busy", "another command is writing to the store: try again")
	// ErrInUse means that another program uses the store, which keeps it where it is; only on Windows.
	ErrInUse = fail.Sentinel(fail.KindBusy, "store in use", "close the editors and agents that use consider in this project, and try again")
	// ErrConflict means that a foreign git program kept moving the ref.
	ErrConflict = fail.Sentinel(fail.KindBusy, "ref moved", "the store changed in the meantime: try again")
	// ErrCorrupt means that an object is missing or damaged, or that the ref
	// is torn and nothing is left to recover it from.
	ErrCorrupt = fail.Sentinel(fail.KindCorrupt, "store damaged", fail.FsckHint)
	// ErrVersion means that a newer program wrote the store; see [VersionError].
	ErrVersion = fail.ErrNewer
	// ErrReadOnly means that permissions or the file system forbid the access.
	ErrReadOnly = fail.Sentinel(fail.KindDenied, "store is not accessible", "consider needs read and write access to .consider: "+
		"check its permissions or, in a sandbox, start the agent in the project root, use the MCP tools, or reply in the chat")
	// ErrUnsafe means that a symbolic link, a FIFO or another foreign thing lies in place of a file or folder of the
	// store.
	ErrUnsafe = fail.Sentinel(fail.KindDenied, "not a regular file or folder", "unexpected file in .consider: run '{doctor}' for details")
	// ErrForeign means that the store, or its line, is not the user's own.
	ErrForeign = errors.New("was created elsewhere")
	// ErrNotExist means that the path, commit or cache file does not exist. If nobody expected that, something that refers
	// to it is damaged.
	ErrNotExist = fail.Sentinel(fail.KindCorrupt, "not in the store", "run '{fsck}' to see what is missing (everything else still works)")
	// ErrTooLarge means that an object is over [MaxObject].
	ErrTooLarge = fail.Sentinel(fail.KindDenied, "object too large", "")
	// ErrPath means that a path cannot be stored: empty, with an empty or
	// dotted component, or through a file.
	ErrPath = errors.New("path cannot be stored")
)

// VersionError says which version was found and which is known. It is an
// [ErrVersion].
type VersionError struct {
	What       string // "layout" (files, refs, locks) or "schema" (store.json)
	Have, Know int
}

func (e *VersionError) Error() string {
	return fmt.Sprintf("store %s is version %d; this program supports up to %d", e.What, e.Have, e.Know)
}

// Unwrap makes errors.Is(err, ErrVersion) true.
func (e *VersionError) Unwrap() error { return ErrVersion }

// errMissing marks an object that is in neither a loose file nor a pack. The caller decides what that means: ErrCorrupt
// if a tree names the object, ErrNotExist if the id came from outside.
var errMissing = gitfmt.ErrMissing

// accessError turns errors of the file system into those that callers of this package check for.
func accessError(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		return fmt.Errorf("%w: %w", ErrReadOnly, err)
	}
	return err
}

func damaged(id ID, why error) error {
	return fmt.Errorf("object %s: %w: %w", id, ErrCorrupt, why)
}

func isLost(err error) bool { return errors.Is(err, errMissing) || errors.Is(err, ErrCorrupt) }

func missingIsDamage(err error) error {
	if errors.Is(err, errMissing) {
		return fmt.Errorf("%w: %w", ErrCorrupt, err)
	}
	return err
}

// damagedUnless turns an error about an object's bytes into ErrCorrupt and keeps other errors: an unreadable disk is
// not a damaged object.
func damagedUnless(id ID, err error) error {
	if err == nil {
		return nil
	}
	var pe *fs.PathError
	var large *safefs.TooLargeError
	switch {
	case errors.As(err, &large):
		return fmt.Errorf("object %s of %d bytes: %w", id, large.Size, ErrTooLarge)
	case errors.As(err, &pe) || errors.Is(err, ErrTooLarge):
		return fmt.Errorf("object %s: %w", id, accessError(err))
	}
	return damaged(id, err)
}

// unlessLost returns nil for an object that is damaged, missing or too large, and other errors unchanged.
func unlessLost(err error) error {
	if isLost(err) || errors.Is(err, ErrTooLarge) {
		return nil
	}
	return err
}
