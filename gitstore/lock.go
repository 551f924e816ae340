package gitstore

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"consider/internal/safefs"
)

// heldLock is the lock while we hold it.
//
// The lock file is empty except while its holder moves the ref; then it holds one byte, the mark. A process that takes
// the lock and finds the mark knows that the last holder was killed in that step, and that a leftover ref lock belongs
// to that holder.
type heldLock struct {
	f          *os.File
	wasMarked  bool
	keepsOrder bool // see [keepsOrder]
	moved      bool // the ref was moved
	release    func()
}

// flush makes the content of a ref lock durable, or at least ensures that its name cannot become durable before it.
func (l *heldLock) flush(f *os.File) error {
	if l.keepsOrder {
		return writeOut(f)
	}
	return f.Sync()
}

func (l *heldLock) mark() error {
	_, err := l.f.WriteAt([]byte{'\n'}, 0)
	return accessError(err)
}

// CheckWritable says why nothing can be written to the store here, and writes nothing to find out.
func (s *Store) CheckWritable() error {
	if err := s.NotOwn(); err != nil {
		return err
	}
	f, err := s.openFile(lockName, os.O_RDWR, 0)
	if errors.Is(err, fs.ErrNotExist) {
		return nil // the first writer makes it
	}
	if err != nil {
		return err
	}
	return f.Close()
}

func (l *heldLock) unmark() { _ = l.f.Truncate(0) }

// lock takes the lock: first among the goroutines of this store, then among
// processes.
func (s *Store) lock(ctx context.Context) (*heldLock, error) {
	if err := s.NotOwn(); err != nil {
		return nil, err
	}
	return s.lockAnyLine(ctx)
}

// lockAnyLine is lock for a store whose line may be from elsewhere.
func (s *Store) lockAnyLine(ctx context.Context) (*heldLock, error) {
	timer := time.NewTimer(s.o.LockWait)
	defer timer.Stop()
	select {
	case s.turn <- struct{}{}:
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-timer.C:
		return nil, fmt.Errorf("lock: %w", ErrBusy)
	}
	l, err := s.lockFile(ctx, timer)
	if err != nil {
		<-s.turn
		return nil, fmt.Errorf("lock: %w", err)
	}
	if s.Gone() {
		l.release()
		return nil, fmt.Errorf("lock: %w", ErrNoStore)
	}
	return l, nil
}

// underLock runs a step while the lock is held.
func (s *Store) underLock(ctx context.Context, step func(*heldLock) error) error {
	l, err := s.lock(ctx)
	if err != nil {
		return err
	}
	defer l.release()
	return step(l)
}

func (s *Store) lockFile(ctx context.Context, timer *time.Timer) (*heldLock, error) {
	for {
		f, err := s.openAndLock(ctx, timer)
		if err != nil {
			return nil, err
		}
		l, err := s.checkLock(f)
		if l != nil || err != nil {
			return l, err
		}
	}
}

// checkLock checks that the locked file still is the one at the name: a lock on a deleted file excludes nobody. It
// returns nil if it is not.
func (s *Store) checkLock(f *os.File) (*heldLock, error) {
	have, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, err
	}
	if now, err := s.root.Lstat(lockName); err != nil || !os.SameFile(have, now) {
		f.Close()
		return nil, nil
	}
	return &heldLock{f: f, wasMarked: have.Size() > 0, keepsOrder: keepsOrder(f), release: func() {
		safefs.Unlock(f)
		f.Close()
		<-s.turn
	}}, nil
}

// openAndLock opens the lock file and waits for its lock. The kernel call cannot be cancelled, so a wait that was given up
// goes on in its goroutine, which releases the lock as soon as it gets it.
func (s *Store) openAndLock(ctx context.Context, timer *time.Timer) (*os.File, error) {
	f, err := s.openFile(lockName, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	if got, err := safefs.TryLock(f); got {
		return f, nil
	} else if err != nil {
		f.Close()
		return nil, err
	}
	waited, givenUp := make(chan error), make(chan struct{})
	go func() {
		err := safefs.WaitLock(f)
		select {
		case waited <- err:
		case <-givenUp:
			f.Close()
		}
	}()
	select {
	case err := <-waited:
		if err != nil {
			f.Close()
			return nil, err
		}
		return f, nil
	case <-ctx.Done():
		err = ctx.Err()
	case <-timer.C:
		err = ErrBusy
	}
	close(givenUp)
	return nil, err
}
