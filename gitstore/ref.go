package gitstore

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strings"
	"time"

	"consider/internal/gitfmt"
	"consider/internal/safefs"
)

const (
	refName    = "refs/heads/threads"
	refLock    = refName + ".lock"
	reflogName = "logs/" + refName
	packedRefs = "packed-refs"

	maxRefFile    = 1 << 10
	maxPackedRefs = 16 << 20
)

// refState is the ref as it was read. What it says exactly matters to
// compare-and-swap also when it names no commit.
type refState struct {
	id   ID     // zero when the ref is torn or absent
	raw  string // the bytes of the loose file, or of the packed line
	torn bool
}

// readRef reads the ref: the loose file first, then packed-refs. Between the
// two reads `git pack-refs` may move it, so the loose file is looked at again.
func (s *Store) readRef() (refState, error) { return s.readRefFile(refName) }

func (s *Store) readRefFile(name string) (refState, error) {
	for range 3 {
		raw, err := s.readFile(name, maxRefFile)
		if err == nil {
			return parseRef(string(raw)), nil
		}
		if !errors.Is(err, fs.ErrNotExist) {
			return refState{}, fmt.Errorf("ref: %w", err)
		}
		id, found, err := s.readPackedRef(name)
		if err != nil || found {
			return refState{id: id, raw: id.String() + "\n"}, err
		}
	}
	return refState{}, nil
}

// parseRef accepts 40 hex digits and an optional newline. Git pads a shorter
// text with zeros when it is careless; here it is torn.
func parseRef(raw string) refState {
	id, err := ParseID(strings.TrimSuffix(raw, "\n"))
	return refState{id: id, raw: raw, torn: err != nil}
}

func (s *Store) readPackedRef(want string) (ID, bool, error) {
	data, err := s.packedRefs()
	if err != nil {
		return ID{}, false, err
	}
	id, err := ParseID(gitfmt.PackedRef(data, want))
	return id, err == nil, nil
}

// packedRefs returns the file of the refs that git has packed, nothing without one.
func (s *Store) packedRefs() ([]byte, error) {
	data, err := s.readFile(packedRefs, maxPackedRefs)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		err = fmt.Errorf("packed refs: %w", err)
	}
	return data, err
}

// refNames lists every ref below a folder, also those that are only in packed-refs.
func (s *Store) refNames(dir string) ([]string, error) {
	names := map[string]struct{}{}
	err := s.eachFile(dir, func(name string) error {
		if !strings.HasSuffix(name, ".lock") && !strings.Contains(name, tmpMark) {
			names[name] = struct{}{}
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	data, err := s.packedRefs()
	for _, name := range gitfmt.PackedRefs(data) {
		if strings.HasPrefix(name, dir+"/") && fs.ValidPath(name) {
			names[name] = struct{}{}
		}
	}
	return slices.Sorted(maps.Keys(names)), err
}

// moveRef points the ref at a new commit if it still is what from says. All
// objects are durable before it is called.
//
// The reflog is written before the ref, so that it is never behind: a torn ref
// is recovered from it, and the last acknowledged commit must be there.
func (s *Store) moveRef(l *heldLock, from refState, to, old ID, subject string) error {
	if err := l.mark(); err != nil {
		return fmt.Errorf("lock: %w", err)
	}
	f, err := s.lockRef(l)
	if err != nil {
		return err
	}
	if err := s.finishRef(f, refName, from, to, func() error { return s.appendReflog(old, to, subject) }); err != nil {
		// Where the ref's lock could not be removed, the mark tells the next writer whose it is.
		if _, left := s.root.Lstat(refLock); errors.Is(left, fs.ErrNotExist) {
			l.unmark()
		}
		return fmt.Errorf("ref: %w", err)
	}
	l.unmark()
	return s.syncDir("refs/heads")
}

var errMoved = errors.New("ref moved meanwhile")

// finishRef fills a ref's lock and makes it the ref, or removes it.
func (s *Store) finishRef(lock *os.File, ref string, from refState, to ID, log func() error) error {
	now, err := s.readRefFile(ref)
	if err == nil && now != from {
		err = errMoved
	}
	if err == nil {
		_, err = lock.WriteString(to.String() + "\n")
	}
	if err == nil {
		err = lock.Sync()
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
	return access(err)
}

// Ages of a foreign ref lock. Git holds one for milliseconds.
const (
	ownLockGrace     = 200 * time.Millisecond
	foreignLockGrace = 10 * time.Second
	refLockPoll      = 10 * time.Millisecond
)

// lockRef creates the ref lock. One that exists belongs to a writer of ours
// that was killed, which the mark in the lock file tells, or to a git program.
// The first is removed almost at once, the second only when it is so old that
// its owner must be gone.
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

// seenLock is the ref lock in the way, and how long the same one has been.
type seenLock struct {
	info  fs.FileInfo
	since time.Time
	age   time.Duration // when it was seen first, by the clock of its file system
}

func (s *Store) clearRefLock(l *heldLock, seen *seenLock) error {
	st, err := s.root.Lstat(refLock)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return access(err)
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
	if !ours && watched < foreignLockGrace && seen.age < foreignLockGrace {
		return nil
	}
	if err := s.root.Remove(refLock); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return access(err)
	}
	s.warn("removed a stale " + refLock)
	return nil
}

// diskTime is the time by the clock that gives the store's files theirs: where
// the disk is another computer's, that may differ from ours by any amount.
func (s *Store) diskTime() (time.Time, error) {
	name := "clock" + tmpMark + safefs.RandomName()
	f, err := s.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return time.Time{}, access(err)
	}
	defer func() { _ = s.root.Remove(name) }()
	info, err := f.Stat()
	if cerr := f.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		return time.Time{}, err
	}
	return info.ModTime(), nil
}

// mkdirs makes a folder and the ones above it.
func (s *Store) mkdirs(name string) (made bool, err error) {
	parts := strings.Split(name, "/")
	for i := range parts {
		m, err := s.mkdir(strings.Join(parts[:i+1], "/"))
		if err != nil {
			return made, err
		}
		made = made || m
	}
	return made, nil
}
