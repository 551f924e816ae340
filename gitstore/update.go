package gitstore

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"consider/internal/gitfmt"
)

// maxTries is how often an update starts over when a foreign git program moves the ref under it. The lock keeps our own
// writers out.
const maxTries = 5

// Update makes one commit: it takes the lock, calls fn on the newest state and stores what fn changed. If fn changes
// nothing there is no commit, and the id is the tip's. If fn fails nothing is written and its error is returned.
//
// If the tip cannot be read, the lost commit gets a ref of its own, a commit on the newest readable one brings back
// what is left of it, and the update is made on that; see [Store.Lost].
//
// fn may be called again on a newer state and must not keep anything of an earlier call. When Update returns without an
// error the commit is durable. Errors: ErrBusy (retryable), ErrConflict, ErrReadOnly, ErrVersion, ErrCorrupt,
// ErrTooLarge, ErrPath, those of the context, and plain ones of the file system, as when the disk is full. After any
// error except that of the last sync of a folder, nothing has changed and the call can be repeated.
func (s *Store) Update(ctx context.Context, fn func(tx *Tx) (Meta, error)) (ID, error) {
	id, moved, err := s.update(ctx, fn)
	if err != nil {
		return id, err
	}
	// The next writer gets its turn while this one waits for the disk: one sync serves all writers before it. Even
	// without a change the sync is needed, because the tip may be of a writer that still waits.
	if err := s.syncRef(); moved || !errors.Is(err, fs.ErrNotExist) {
		return id, err
	}
	return id, nil
}

// update is Update without the last sync. It reports whether the ref moved.
func (s *Store) update(ctx context.Context, fn func(tx *Tx) (Meta, error)) (id ID, moved bool, err error) {
	l, err := s.lock(ctx)
	if err != nil {
		return ID{}, false, err
	}
	defer l.release()
	if err := s.ignoreSelf(); err != nil {
		return ID{}, false, err
	}
	for range maxTries {
		id, err := s.attempt(ctx, l, fn)
		if !errors.Is(err, errMoved) {
			return id, l.moved, err
		}
	}
	return ID{}, false, fmt.Errorf("%w %d times during the update", ErrConflict, maxTries)
}

func (s *Store) attempt(ctx context.Context, l *heldLock, fn func(tx *Tx) (Meta, error)) (ID, error) {
	ref, tip, err := s.tip()
	if err == nil {
		err = s.judge(tip, tip == ref.id)
	}
	if err != nil {
		return ID{}, err
	}
	base, err := s.snapshot(tip)
	if err != nil {
		return ID{}, err
	}
	tx := newTx(base, s.now())
	tx.recovered = ref.id != tip
	meta, err := fn(tx)
	if err == nil {
		err = tx.err
	}
	if err != nil {
		return ID{}, err
	}
	objs, tree, err := tx.pending()
	if err != nil {
		return tip, err
	}
	if tree == base.tree {
		if tx.mended { // damaged objects may have been rewritten identically
			err = s.writeObjects(objs)
		}
		return tip, err
	}
	if tx.recovered {
		if err := s.continueFrom(ctx, l, ref, tip); err != nil {
			return ID{}, err
		}
		return ID{}, errMoved // fn runs again on the restored state
	}
	commit := gitfmt.Object{Kind: gitfmt.Commit, Data: encodeCommit(tree, tip, meta, s.o.Program, tx.now)}
	id := commit.ID()
	if len(commit.Data) > MaxObject {
		return ID{}, fmt.Errorf("commit message: %w", ErrTooLarge)
	}
	if err := ctx.Err(); err != nil {
		return ID{}, err
	}
	objs = append(objs, newObject{id, commit})
	if err := s.writeFor(l, objs); err != nil {
		return ID{}, err
	}
	return id, s.renameRef(l, ref, id, tip, meta.Subject)
}
