package gitstore

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"time"

	"consider/internal/gitfmt"
)

var errMoved = errors.New("ref moved in the meantime")

// moveRef durably points the ref at a new commit if the ref still equals from. All objects must be durable before the
// call, or be written in order ([Store.writeFor]).
func (s *Store) moveRef(l *heldLock, from refState, to, old ID, subject string) error {
	if err := s.renameRef(l, from, to, old, subject); err != nil {
		return err
	}
	return s.syncRef()
}

// syncRef makes the newest ref durable. On a disk that keeps the order, that also makes durable what the ref names.
func (s *Store) syncRef() error { return s.syncDir("refs/heads") }

// renameRef is moveRef without the last sync.
//
// It writes the reflog before the ref, so that the reflog is never behind: a torn ref is recovered from it, and the
// last acknowledged commit must be there.
func (s *Store) renameRef(l *heldLock, from refState, to, old ID, subject string) error {
	if err := l.mark(); err != nil {
		return fmt.Errorf("lock: %w", err)
	}
	f, err := s.lockRef(l)
	if err != nil {
		return err
	}
	if err := s.finishRef(f, refName, from, to, l.flush, func() error { return s.appendReflog(old, to, subject) }); err != nil {
		// If the ref lock could not be removed, the mark shows the next writer that it is ours.
		if _, left := s.root.Lstat(refLock); errors.Is(left, fs.ErrNotExist) {
			l.unmark()
		}
		return fmt.Errorf("ref: %w", err)
	}
	l.unmark()
	l.moved = true
	return nil
}

// finishRef fills a ref's lock file and renames it to the ref, or removes it on an error.
func (s *Store) finishRef(lock *os.File, ref string, from refState, to ID, settle func(*os.File) error, log func() error) error {
	now, err := s.readRefFile(ref)
	if err == nil && now != from {
		err = errMoved
	}
	if err == nil {
		_, err = lock.WriteString(to.String() + "\n")
	}
	if err == nil {
		err = settle(lock)
	}
	if err == nil {
		err = log()
	}
	if cerr := lock.Close(); err == nil {
		err = cerr
	}
	if err == nil {
		err = s.root.Rename(ref+".lock", ref)
	}
	if err != nil {
		_ = s.root.Remove(ref + ".lock")
	}
	return accessError(err)
}

// Ages of a foreign ref lock. Git holds one for milliseconds. A power cut removes the mark of our own, so half of a
// writer's waiting time has to be enough: the first writer after it then gets through.
const (
	ownLockGrace     = 200 * time.Millisecond
	foreignLockGrace = defaultLockWait / 2
	refLockPoll      = 10 * time.Millisecond
)

// lockRef creates the ref lock. An existing one belongs to a killed writer of ours, which the mark in the lock file
// shows, or to a git program. The first is removed almost at once, the second only when it is so old that its owner
// must be gone.
func (s *Store) lockRef(l *heldLock) (*os.File, error) {
	if _, err := s.mkdirs("refs/heads"); err != nil {
		return nil, err
	}
	start := time.Now()
	seen := seenLock{since: start}
	for {
		f, err := s.newFile(refLock, 0o644)
		if err == nil {
			return f, nil
		}
		if !errors.Is(err, fs.ErrExist) {
			return nil, s.pathError(refLock, err)
		}
		if err := s.clearRefLock(l, &seen); err != nil {
			return nil, err
		}
		if time.Since(start) > s.o.LockWait {
			return nil, fmt.Errorf("%s exists: %w", refLock, ErrBusy)
		}
		time.Sleep(refLockPoll)
	}
}

// seenLock is the ref lock in the way, and how long it has been there.
type seenLock struct {
	info  fs.FileInfo
	since time.Time
	age   time.Duration // its age when first seen, by the clock of its file system
}

func (s *Store) clearRefLock(l *heldLock, seen *seenLock) error {
	st, err := s.root.Lstat(refLock)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return accessError(err)
	}
	if !st.Mode().IsRegular() {
		return fmt.Errorf("%s: %w", refLock, ErrUnsafe)
	}
	if seen.info == nil || !os.SameFile(seen.info, st) || !seen.info.ModTime().Equal(st.ModTime()) {
		now, err := s.diskTime()
		if err != nil {
			return err
		}
		*seen = seenLock{st, time.Now(), now.Sub(st.ModTime())}
	}
	watched := time.Since(seen.since)
	ours := l.wasMarked && watched > ownLockGrace
	if !ours && watched < foreignLockGrace && seen.age+watched < foreignLockGrace {
		return nil
	}
	if err := s.root.Remove(refLock); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return accessError(err)
	}
	s.warn("removed a stale " + refLock)
	return nil
}

// setRef points a ref other than the store's own at a commit, under the lock. A ref lock in the way belongs to a git
// program or to a killed writer. setRef does not wait for it, and removes it only when it is so old that its owner must
// be gone.
func (s *Store) setRef(ref string, from refState, to ID) error {
	if _, err := s.mkdirs(path.Dir(ref)); err != nil {
		return err
	}
	lock := ref + ".lock"
	f, err := s.newFile(lock, 0o644)
	if errors.Is(err, fs.ErrExist) {
		st, lerr := s.root.Lstat(lock)
		if lerr != nil || !st.Mode().IsRegular() || time.Since(st.ModTime()).Abs() < foreignLockGrace {
			return fmt.Errorf("%s exists: %w", lock, ErrBusy)
		}
		if err := s.root.Remove(lock); err != nil {
			return accessError(err)
		}
		f, err = s.newFile(lock, 0o644)
	}
	if err != nil {
		return s.pathError(lock, err)
	}
	err = s.finishRef(f, ref, from, to, (*os.File).Sync, func() error { return nil })
	if errors.Is(err, errMoved) {
		err = fmt.Errorf("%w in the meantime", ErrConflict)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", ref, err)
	}
	// A new folder's name has to be durable as well. A killed writer may have made it.
	for dir := path.Dir(ref); dir != "."; dir = path.Dir(dir) {
		if err := s.syncDir(dir); err != nil {
			return err
		}
		if !from.id.IsZero() {
			break
		}
	}
	return nil
}

// setRefInTime is setRef that waits until a killed writer's lock may be removed.
func (s *Store) setRefInTime(ctx context.Context, ref string, from refState, to ID) error {
	for start := time.Now(); ; time.Sleep(refLockPoll) {
		err := s.setRef(ref, from, to)
		if !errors.Is(err, ErrBusy) || ctx.Err() != nil || time.Since(start) > foreignLockGrace+time.Second {
			return err
		}
	}
}

// removeRef deletes a ref other than the store's own, and its folder if it is empty. The lock must be held.
func (s *Store) removeRef(ref string) error {
	data, err := s.packedRefs()
	if err != nil {
		return err
	}
	if gitfmt.PackedRef(data, ref) != "" {
		if err := s.unpackRef(data, ref); err != nil {
			return err
		}
	}
	if err := s.root.Remove(ref); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return accessError(err)
	}
	_ = s.root.Remove(path.Dir(ref)) // it may have other refs
	return nil
}

// unpackRef deletes a ref from the packed ones, under the lock that git takes for them.
func (s *Store) unpackRef(packed []byte, ref string) error {
	lock := packedRefs + ".lock"
	f, err := s.newFile(lock, 0o644)
	if errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s exists: %w", lock, ErrBusy)
	}
	if err != nil {
		return s.pathError(lock, err)
	}
	f.Close()
	defer func() { _ = s.root.Remove(lock) }()
	var rest []byte
	for line := range bytes.Lines(packed) {
		if !bytes.HasSuffix(bytes.TrimRight(line, "\r\n"), []byte(" "+ref)) {
			rest = append(rest, line...)
		}
	}
	return s.writeFile(packedRefs, rest, true)
}

// movedError turns the error for a moved ref into the one that callers check for.
func movedError(err error) error {
	if errors.Is(err, errMoved) {
		return fmt.Errorf("%w during recovery", ErrConflict)
	}
	return err
}
