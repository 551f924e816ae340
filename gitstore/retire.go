package gitstore

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
)

// Retire renames the folder of a store, so that it can be deleted: the whole store is gone at once. It holds the lock
// meanwhile; a writer that waits for the lock gets [ErrNoStore]. On Windows it fails with [ErrInUse] while another program
// has the store open.
func Retire(ctx context.Context, dir, name string, o Options) error {
	s, err := openRoot(dir, o)
	if err != nil {
		return err
	}
	defer s.Close()
	l, err := s.lock(ctx)
	if err != nil {
		return err
	}
	if movesOpen {
		defer l.release()
	} else {
		l.release()
		s.Close()
	}
	if err := os.Rename(s.dir, filepath.Join(filepath.Dir(s.dir), name)); err != nil {
		if !movesOpen {
			err = fmt.Errorf("%w: %w", ErrInUse, err)
		}
		return fmt.Errorf("retire store: %w", accessError(err))
	}
	return syncParent(s.dir)
}
