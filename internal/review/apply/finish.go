package apply

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"consider/gitstore"
	"consider/internal/fail"
	"consider/internal/session"
	"consider/internal/thread"
	"consider/internal/words"
	"consider/internal/worktree"
)

// finishWait is how long a read waits for a writer that may be working on the batch it found.
const finishWait = 100 * time.Millisecond

// Finish completes a batch that a killed process or a power cut interrupted, when some of several files were replaced.
// If the store has the commit, all files are as they should be. If not, the replaced files get their former content
// back; a file that was changed since is left alone. If there is no note, this costs one look for a file.
func Finish(ctx context.Context, s *session.Session, c session.Call) {
	if s.Place.StoreDir == "" || !gitstore.HasPrivate(s.Place.StoreDir, batchName(s.Place.Root)) || s.MadeElsewhere() != nil {
		return
	}
	if c.Reads {
		var cancel func()
		ctx, cancel = context.WithTimeout(ctx, cmp.Or(s.Patience, finishWait))
		defer cancel()
	}
	back, err := finish(ctx, s)
	if s.Warn == nil {
		return
	}
	if len(back) > 0 {
		s.Warn("undid suggestions that were being applied when consider was stopped; restored files: " + strings.Join(back, ", "))
	}
	if err != nil && !errors.Is(err, context.DeadlineExceeded) && fail.FailureOf(err).Kind != fail.KindBusy {
		s.Warn("cannot undo suggestions that were being applied when consider was stopped: " + words.OneLine(err.Error()))
	}
}

// finish works under the store's lock, which a process working on a batch holds.
func finish(ctx context.Context, s *session.Session) (back []string, err error) {
	store, err := s.OpenStore(ctx, false)
	if err != nil {
		return nil, err
	}
	_, err = store.Update(ctx, func(*gitstore.Tx) (meta gitstore.Meta, err error) {
		back, err = finishBatch(ctx, s, store)
		return meta, err
	})
	return back, session.StoreError(err)
}

// finishBatch completes or undoes the batch whose note it finds, and removes the note. The caller holds the store's
// lock: so the process that wrote the note is over, or has its commit.
func finishBatch(ctx context.Context, s *session.Session, store *gitstore.Store) (back []string, err error) {
	b, there, err := readBatch(store, s.Place.Root)
	if err != nil || !there {
		return nil, err
	}
	done := b.Key == ""
	if !done {
		if done, err = isCommitted(ctx, store, b.Key, b.Base); err != nil {
			return nil, err
		}
	}
	if !done {
		if back, err = restoreFiles(s, b); err != nil {
			return back, err
		}
	}
	return back, session.StoreError(store.RemovePrivate(batchName(s.Place.Root)))
}

// restoreFiles restores the former content of a batch's files, if they still have the content that the batch gave them.
func restoreFiles(s *session.Session, b batch) (back []string, err error) {
	j := &job{s: s}
	defer j.close()
	for _, w := range b.Files {
		if worktree.CheckPath(w.Name) != nil {
			continue
		}
		if info, serr := os.Lstat(filepath.Join(s.Place.Root, filepath.FromSlash(w.Name))); serr == nil && !info.Mode().IsRegular() || errors.Is(serr, fs.ErrNotExist) {
			continue // it was removed since
		}
		f, ferr := j.open(w.Name)
		if ferr != nil {
			err = errors.Join(err, ferr)
			continue
		}
		was, ours := w.before(f.data)
		if !ours || len(was) > thread.MaxText {
			continue
		}
		ferr = j.replace(f, f.data, was)
		if ferr == nil {
			back = append(back, w.Name)
		} else if !changed(ferr) {
			err = errors.Join(err, ferr)
		}
	}
	return back, err
}
