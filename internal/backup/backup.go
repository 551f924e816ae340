package backup

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"consider/gitstore"
	"consider/internal/safefs"
)

// MaxBytes limits the copies of one store.
const MaxBytes = 256 << 20

// maxLog is the size of a log from which the copy is made anew.
const maxLog = 16 << 20

// copyTries is how often a copy is repeated because another process was faster.
const copyTries = 3

// Files in the folder of a store, and parts of names.
const (
	pathFile    = "path" // where the store is
	fullFile    = "full" // exists if the limit is reached
	offeredMark = ".offered"
	logEnd      = ".log"
	deletedMark = ".deleted-" // in the name of a folder that is being deleted
)

// Folder has the copies of one store. The zero Folder has none and gets none.
type Folder struct {
	dir, store    string
	limit, maxLog int64
}

// Copy is one copy of a store.
type Copy struct {
	Dir     string
	Missing []gitstore.Commit // its commits that the store lacks, newest first
}

// Base is the last commit that the copy and the store share.
func (c Copy) Base() gitstore.ID { return c.Missing[len(c.Missing)-1].Parent }

// Of returns the folder for the store at an absolute path. state is the account's folder for what programs keep, "" if
// there is none.
func Of(state, store string) Folder {
	if state == "" {
		return Folder{}
	}
	sum := sha256.Sum256([]byte(store))
	return Folder{filepath.Join(state, "consider", "backups", hex.EncodeToString(sum[:8])), store, MaxBytes, maxLog}
}

// Path is the folder, which may not exist.
func (f Folder) Path() string { return f.dir }

// copies lists the folders of the copies, newest first.
func (f Folder) copies() (out []string) {
	if f.dir == "" {
		return nil
	}
	var numbers []int
	entries, _ := os.ReadDir(f.dir) // an unreadable folder counts as empty
	for _, e := range entries {
		if n, err := strconv.Atoi(e.Name()); err == nil && e.IsDir() {
			numbers = append(numbers, n)
		}
	}
	slices.Sort(numbers)
	for _, n := range slices.Backward(numbers) {
		out = append(out, filepath.Join(f.dir, strconv.Itoa(n)))
	}
	return out
}

// next is the folder of a new copy.
func (f Folder) next() string {
	n := 0
	if all := f.copies(); len(all) > 0 {
		n, _ = strconv.Atoi(filepath.Base(all[0])) // copies lists numbers
	}
	return filepath.Join(f.dir, strconv.Itoa(n+1))
}

// Copy brings the newest copy up to the state of the store. It does nothing if the folder cannot be made or is full.
// Without news it reads two small files.
func (f Folder) Copy(ctx context.Context, store *gitstore.Store, o gitstore.Options) error {
	if f.dir == "" || f.IsFull() {
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
			err = errors.Join(remove(all[0]), f.fork(store, o)) // a power cut tore it
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
		return os.WriteFile(filepath.Join(f.dir, fullFile), nil, 0o600)
	}
	o.Fork = store
	c, err := gitstore.Create(f.next(), o)
	if err != nil {
		return err
	}
	return c.Close()
}

// follow adds to a copy what the store has since, or makes another copy if the store does not continue it.
func (f Folder) follow(ctx context.Context, store *gitstore.Store, dir string, known, tip gitstore.ID, o gitstore.Options) error {
	objects, on, err := store.Since(ctx, tip, known)
	if err != nil {
		return err
	}
	if on {
		size, err := appendLog(dir+logEnd, known, tip, objects)
		if err == nil && size > f.maxLog {
			err = errors.Join(f.fork(store, o), remove(dir))
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
	if f, err := os.Open(dir + logEnd); err == nil {
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

// Lost returns the copies with commits that the store lacks, newest first. store is nil if there is none. Unless all are
// requested, it omits those that were offered.
func (f Folder) Lost(ctx context.Context, store *gitstore.Store, all bool, o gitstore.Options) (out []Copy) {
	if !all && f.IsFull() { // the newest copy is behind by more and more
		return nil
	}
	for _, dir := range f.copies() {
		if _, err := os.Lstat(dir + offeredMark); err == nil && !all {
			continue
		}
		if store != nil {
			tip, ok := tipOf(dir)
			if own, err := store.Tip(); err == nil && own == tip || !ok {
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
	if err != nil || store != nil && store.PurgedSince(c) {
		return nil
	}
	defer c.Close()
	if store != nil {
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

// Behind returns how many commits of the store the newest copy lacks, and false if there is no copy.
func (f Folder) Behind(ctx context.Context, store *gitstore.Store, o gitstore.Options) (int, bool) {
	all := f.copies()
	if len(all) == 0 {
		return 0, false
	}
	c, err := open(ctx, all[0], o)
	if err != nil {
		return 0, false
	}
	defer c.Close()
	lacks, err := c.Missing(ctx, store)
	return len(lacks), err == nil
}

// IsFull reports whether the limit was reached.
func (f Folder) IsFull() bool {
	_, err := os.Lstat(filepath.Join(f.dir, fullFile))
	return err == nil
}

// Offered records that a human has seen that the copy has more than the store.
func (c Copy) Offered() error { return os.WriteFile(c.Dir+offeredMark, nil, 0o600) }

// Delete deletes the copy, of which the store has everything now.
func (c Copy) Delete() error { return remove(c.Dir) }

func remove(dir string) error {
	return removeAll(filepath.Dir(dir), filepath.Base(dir), filepath.Base(dir)+logEnd, filepath.Base(dir)+offeredMark)
}

func removeAll(dir string, names ...string) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	for _, name := range names {
		err = errors.Join(err, root.RemoveAll(name))
	}
	return err
}

// Delete deletes all copies. If it is killed, the next use of the state folder continues.
func (f Folder) Delete() error {
	if f.dir == "" {
		return nil
	}
	gone := f.dir + deletedMark + safefs.RandomName()
	if err := os.Rename(f.dir, gone); err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return err
	}
	all := filepath.Dir(f.dir)
	if err := removeAll(all, filepath.Base(gone)); err != nil || len(folders(all)) > 0 {
		return err
	}
	err := removeAll(all, ".gitignore")
	_, _ = os.Remove(all), os.Remove(filepath.Dir(all)) // only if they are empty
	return err
}

func sizeOf(dir string) (n int64) {
	_ = filepath.WalkDir(dir, func(_ string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return nil //nolint:nilerr // unreadable files are not counted
		}
		if info, err := e.Info(); err == nil {
			n += info.Size()
		}
		return nil
	})
	return n
}

// Kept describes the copies of one store.
type Kept struct {
	Store string // its path
	Bytes int64
}

// List describes all copies of the account, by path of the store.
func List(state string) (out []Kept) {
	for _, f := range folders(filepath.Dir(Of(state, "").dir)) {
		if f.store != "" {
			out = append(out, Kept{f.store, sizeOf(f.dir)})
		}
	}
	slices.SortFunc(out, func(a, b Kept) int { return strings.Compare(a.Store, b.Store) })
	return out
}

// folders lists the folders of stores, also those that are being deleted.
func folders(all string) (out []Folder) {
	entries, _ := os.ReadDir(all) // without it, there are none
	for _, e := range entries {
		if dir := filepath.Join(all, e.Name()); e.IsDir() {
			text, _ := os.ReadFile(filepath.Join(dir, pathFile)) // a folder without it was just begun
			out = append(out, Folder{dir: dir, store: strings.TrimSuffix(string(text), "\n")})
		}
	}
	return out
}

// orphanKept is how long the copies of a store are kept after its project was deleted.
const orphanKept = 90 * 24 * time.Hour

// sweep finishes deletions that were killed, and deletes the copies of stores whose projects are gone for long.
func sweep(all string, now time.Time) {
	for _, f := range folders(all) {
		if strings.Contains(f.dir, deletedMark) {
			_ = removeAll(all, filepath.Base(f.dir)) // the next run tries again
			continue
		}
		_, err := os.Lstat(filepath.Dir(f.store))
		if info, noDir := os.Stat(f.dir); f.store != "" && os.IsNotExist(err) && noDir == nil && now.Sub(info.ModTime()) > orphanKept {
			_ = f.Delete() // likewise
		}
	}
}
