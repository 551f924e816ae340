package gitstore

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
)

// Retire gives the folder of a store another name beside it, so that it can be
// deleted: from one moment to the next the store is gone as a whole. It holds
// the lock meanwhile; a writer that waits for it is told [ErrNoStore].
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
		return fmt.Errorf("retire store: %w", access(err))
	}
	return syncParent(s.dir)
}
