package backup

import (
	"context"
	"errors"
	"os"
	"path/filepath"

	"consider/gitstore"
	"consider/internal/safefs"
)

// copyTries is how often a copy is repeated because another process was faster.
const copyTries = 3

// Copy is one copy of a store.
type Copy struct {
	Dir     string
	Missing []gitstore.Commit // its commits that the store lacks, newest first
}

// Base is the last commit that the copy and the store share.
func (c Copy) Base() gitstore.ID { return c.Missing[len(c.Missing)-1].Parent }

// Copy brings the newest copy up to the state of the store. It does nothing if the folder cannot be made or is full.
// Without news it reads two small files.
func (f Folder) Copy(ctx context.Context, store *gitstore.Store, o gitstore.Options) error {
	if _, marks := f.read(); f.dir == "" || marks[fullFile] {
		return nil
	}
	for range copyTries {
		tip, err := store.Tip()
		if err != nil {
			return err
		}
		all := f.copies()
		if len(all) == 0 {
			err = f.begin(store, o)
		} else if known, ok := tipOf(all[0]); !ok {
			err = f.finish(store, all[0], o)
		} else if known != tip {
			err = f.follow(ctx, store, all[0], known, tip, o)
		} else {
			return nil
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// begin makes the folder with its first copy, unless there is no home folder.
func (f Folder) begin(store *gitstore.Store, o gitstore.Options) error {
	all := filepath.Dir(f.dir)
	if _, err := os.Stat(filepath.Join(all, "../../../..")); err != nil {
		return err
	}
	if err := os.MkdirAll(f.dir, 0o700); err != nil {
		return err
	}
	sweep(all, o.Now())
	return errors.Join(
		os.WriteFile(filepath.Join(all, ".gitignore"), []byte("*\n"), 0o600), // the folder may be in a git repository
		os.WriteFile(filepath.Join(f.dir, pathFile), []byte(f.store+"\n"), 0o600),
		f.fork(store, o),
	)
}

// fork makes a new copy of the store, unless the limit would be reached.
func (f Folder) fork(store *gitstore.Store, o gitstore.Options) error {
	if sizeOf(f.dir)+sizeOf(filepath.Join(f.store, "objects")) > f.limit {
		return errors.Join(errFull, os.WriteFile(filepath.Join(f.dir, fullFile), nil, 0o600))
	}
	return create(store, f.next(), o)
}

var errFull = errors.New("the limit is reached")

func create(store *gitstore.Store, dir string, o gitstore.Options) error {
	o.Fork = store
	c, err := gitstore.Create(dir, o)
	if err != nil {
		return err
	}
	return c.Close()
}

// finish makes a copy whole that another process is just making or was killed making. One that a power cut tore is
// replaced.
func (f Folder) finish(store *gitstore.Store, dir string, o gitstore.Options) error {
	err := create(store, dir, o)
	if _, whole := tipOf(dir); whole || errors.Is(err, gitstore.ErrBusy) {
		return err
	}
	return errors.Join(remove(dir), f.fork(store, o))
}

// replace makes a new copy in place of one that is on the store's line.
func (f Folder) replace(store *gitstore.Store, dir string, o gitstore.Options) error {
	if err := f.fork(store, o); err != nil {
		return err
	}
	return remove(dir)
}

// follow adds to a copy what the store has since, or makes another copy if the store does not continue it.
func (f Folder) follow(ctx context.Context, store *gitstore.Store, dir string, known, tip gitstore.ID, o gitstore.Options) error {
	objects, on, err := store.Since(ctx, tip, known, f.maxLog)
	switch {
	case on && errors.Is(err, gitstore.ErrTooLarge):
		return f.replace(store, dir, o)
	case err != nil:
		return err
	case on:
		size, err := appendLog(dir+logEnd, known, tip, objects)
		if err == nil && size > f.maxLog {
			err = f.replace(store, dir, o)
		}
		return err
	}
	if c, err := open(ctx, dir, o); err == nil {
		purged := store.PurgedSince(c)
		_ = c.Close() // it was read only
		if purged {
			return f.Delete()
		}
	}
	return f.fork(store, o)
}

// tipOf returns the newest commit of a copy, false if it has none.
func tipOf(dir string) (gitstore.ID, bool) {
	if f, err := os.OpenFile(dir+logEnd, os.O_RDONLY|safefs.Nonblock, 0); err == nil { // a file that is not polled takes fewer calls
		defer f.Close()
		if info, err := f.Stat(); err == nil && info.Size() > 0 {
			if tip, ok := lastTip(f, info.Size()); ok {
				return tip, true
			}
			if tip, _, _ := readLog(f); !tip.IsZero() {
				return tip, true
			}
		}
	}
	return gitstore.TipIn(dir)
}

// open opens a copy with all that its log has.
func open(ctx context.Context, dir string, o gitstore.Options) (*gitstore.Store, error) {
	c, err := gitstore.Open(dir, o)
	if err != nil {
		return nil, err
	}
	f, err := os.Open(dir + logEnd)
	if err != nil {
		return c, nil //nolint:nilerr // nothing was added to it
	}
	defer f.Close()
	if tip, objects, _ := readLog(f); !tip.IsZero() {
		if err := c.Continue(ctx, tip, objects); err != nil {
			_ = c.Close() // nothing was written
			return nil, err
		}
	}
	return c, nil
}

// Lost returns the copies with commits that the store lacks, newest first. store is nil if there is none; of a copy that
// ends at tip it lacks nothing. Unless all are requested, Lost omits those that were offered.
func (f Folder) Lost(ctx context.Context, store *gitstore.Store, tip gitstore.ID, all bool, o gitstore.Options) (out []Copy) {
	copies, marks := f.read()
	if !all && marks[fullFile] { // the newest copy is behind by more and more
		return nil
	}
	for _, dir := range copies {
		if !all && marks[filepath.Base(dir)+offeredMark] {
			continue
		}
		if store != nil {
			if last, ok := tipOf(dir); !ok || last == tip {
				continue
			}
		}
		if missing := missing(ctx, store, dir, o); len(missing) > 0 {
			out = append(out, Copy{dir, missing})
		}
	}
	return out
}

// missing returns the commits of a copy that the store lacks, none if the copy cannot be read.
func missing(ctx context.Context, store *gitstore.Store, dir string, o gitstore.Options) (out []gitstore.Commit) {
	c, err := open(ctx, dir, o)
	if err != nil {
		return nil
	}
	defer c.Close()
	if store != nil {
		if store.PurgedSince(c) {
			return nil
		}
		out, err = store.Missing(ctx, c)
	}
	if store == nil || errors.Is(err, gitstore.ErrCorrupt) {
		out, _ = (*gitstore.Store)(nil).Missing(ctx, c) // the readable part of it
	}
	if n := len(out); n > 0 && out[n-1].Parent.IsZero() {
		out = out[:n-1] // the first commit of a line has no content
	}
	return out
}

// Newest opens the newest copy; nil if there is none that can be read.
func (f Folder) Newest(ctx context.Context, o gitstore.Options) *gitstore.Store {
	all := f.copies()
	if len(all) == 0 {
		return nil
	}
	c, err := open(ctx, all[0], o)
	if err != nil {
		return nil
	}
	return c
}

// Behind returns how many commits of the store the newest copy lacks, and false if there is no copy.
func (f Folder) Behind(ctx context.Context, store *gitstore.Store, o gitstore.Options) (int, bool) {
	c := f.Newest(ctx, o)
	if c == nil {
		return 0, false
	}
	defer c.Close()
	lacks, err := c.Missing(ctx, store)
	return len(lacks), err == nil
}

// IsFull reports whether the limit was reached.
func (f Folder) IsFull() bool {
	_, marks := f.read()
	return marks[fullFile]
}

// Offered records that a human has seen that the copy has more than the store.
func (c Copy) Offered() error { return os.WriteFile(c.Dir+offeredMark, nil, 0o600) }

// OfferAgain lets the copy be offered if the store is lost once more. It is for a copy that is being restored.
func (c Copy) OfferAgain() { _ = os.Remove(c.Dir + offeredMark) } // seldom not there

// Delete deletes the copy, of which the store has everything now.
func (c Copy) Delete() error { return remove(c.Dir) }
