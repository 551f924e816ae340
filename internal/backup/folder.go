package backup

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"consider/internal/digest"
	"consider/internal/safefs"
)

// MaxBytes limits the copies of one store.
const MaxBytes = 256 << 20

// maxLog is the size of a log from which the copy is made anew.
const maxLog = 16 << 20

// Files in the folder of a store, and parts of names.
const (
	pathFile    = "path" // where the store is
	fullFile    = "full" // exists if the limit is reached
	goneFile    = "gone" // made when the project was first found to be missing
	offeredMark = ".offered"
	logEnd      = ".log"
	deletedMark = ".deleted-" // in the name of a folder that is being deleted
)

// Folder has the copies of one store. The zero Folder has none and gets none.
type Folder struct {
	dir, store    string
	limit, maxLog int64
}

// Of returns the folder for the store at an absolute path. state is the account's folder for what programs keep, "" if
// there is none.
func Of(state, store string) Folder {
	if state == "" {
		return Folder{}
	}
	return Folder{filepath.Join(state, "consider", "backups", digest.Of(store)[:16]), store, MaxBytes, maxLog}
}

// Path is the folder, which may not exist.
func (f Folder) Path() string { return f.dir }

// read lists the folders of the copies, newest first, and the names of all marks.
func (f Folder) read() (copies []string, marks map[string]bool) {
	if f.dir == "" {
		return nil, nil
	}
	var numbers []int
	marks = map[string]bool{}
	entries, _ := os.ReadDir(f.dir) // an unreadable folder counts as empty
	for _, e := range entries {
		if n, err := strconv.Atoi(e.Name()); err == nil && e.IsDir() {
			numbers = append(numbers, n)
		}
		marks[e.Name()] = true
	}
	slices.Sort(numbers)
	for _, n := range slices.Backward(numbers) {
		copies = append(copies, filepath.Join(f.dir, strconv.Itoa(n)))
	}
	return copies, marks
}

func (f Folder) copies() []string {
	all, _ := f.read()
	return all
}

// next is the folder of a new copy.
func (f Folder) next() string {
	n := 0
	if all := f.copies(); len(all) > 0 {
		n, _ = strconv.Atoi(filepath.Base(all[0])) // copies lists numbers
	}
	return filepath.Join(f.dir, strconv.Itoa(n+1))
}

// remove deletes a copy. If it is killed, the copy is whole, whole without the latest changes, or does not count any more;
// the next removal continues.
func remove(dir string) error {
	all, name := filepath.Split(dir)
	if err := removeAll(all, name+logEnd); err != nil {
		return err
	}
	if err := os.Rename(dir, dir+deletedMark+safefs.RandomName()); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	names := []string{name + offeredMark}
	_, marks := Folder{dir: all}.read()
	for name := range marks {
		if strings.Contains(name, deletedMark) {
			names = append(names, name)
		}
	}
	return removeAll(all, names...)
}

func removeAll(dir string, names ...string) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	for _, name := range names {
		err = errors.Join(err, safefs.RemoveAll(root, name))
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
	entries, _ := os.ReadDir(all) // an unreadable folder counts as empty
	for _, e := range entries {
		if dir := filepath.Join(all, e.Name()); e.IsDir() {
			text, _ := os.ReadFile(filepath.Join(dir, pathFile)) // a folder without it was just begun
			out = append(out, Folder{dir: dir, store: strings.TrimSuffix(string(text), "\n")})
		}
	}
	return out
}

// orphanKept is how long the copies of a store are kept after its project was found to be missing.
const orphanKept = 90 * 24 * time.Hour

// sweep finishes deletions that were killed, and deletes the copies of stores whose projects are gone for long.
func sweep(all string, now time.Time) {
	for _, f := range folders(all) {
		if strings.Contains(f.dir, deletedMark) {
			_ = removeAll(all, filepath.Base(f.dir)) // the next run tries again
			continue
		}
		gone := filepath.Join(f.dir, goneFile)
		if _, err := os.Lstat(filepath.Dir(f.store)); f.store == "" || !os.IsNotExist(err) {
			_ = os.Remove(gone) // seldom there
		} else if info, err := os.Lstat(gone); err != nil {
			_ = os.WriteFile(gone, nil, 0o600) // otherwise the next run does
		} else if now.Sub(info.ModTime()) > orphanKept {
			_ = f.Delete() // likewise
		}
	}
}
