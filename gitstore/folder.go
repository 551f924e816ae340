package gitstore

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"consider/internal/safefs"
)

// folder is the directory of a store.
type folder struct {
	root *os.Root
	heir *storeOwner // gets what is made here; nil: the caller's own user keeps it
}

// All names below are slash-separated and relative to the store. os.Root keeps links from leading out of the store.
// safefs also refuses links inside it and opens only regular files.

func (d *folder) openFile(name string, flag int, perm fs.FileMode) (*os.File, error) {
	if d.heir != nil && flag&os.O_CREATE != 0 {
		// Only a new file is given away: an old name may be a hard link to another file.
		if f, err := d.newFile(name, perm); err == nil {
			return f, nil
		}
	}
	f, err := safefs.Open(d.root, name, flag, perm)
	return f, d.pathError(name, err)
}

// openQuick opens a file for reading without checking the name first. It follows a link that stays inside, because the
// content shows whether it is the right file.
func openQuick(root *os.Root, name string) (*os.File, error) {
	f, err := root.OpenFile(name, os.O_RDONLY|safefs.Nonblock, 0)
	if err != nil {
		return nil, err
	}
	if st, err := f.Stat(); err != nil || !st.Mode().IsRegular() {
		f.Close()
		return nil, &safefs.NotPlainError{Name: name}
	}
	return f, nil
}

// newFile makes a file that must not exist yet. It returns the system's error unchanged.
func (d *folder) newFile(name string, perm fs.FileMode) (*os.File, error) {
	f, err := d.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, perm)
	if err == nil {
		d.heir.giveFile(f)
	}
	return f, err
}

// storeOwner is the owner of a store to which root writes, by sudo or in a container. Files that root makes are given
// to the owner, who could not change the store otherwise.
type storeOwner struct{ uid, gid int }

// giveFile gives a file to the owner. A failure is ignored: root may not be allowed to do that.
func (h *storeOwner) giveFile(f *os.File) {
	if h != nil {
		_ = f.Chown(h.uid, h.gid)
	}
}

// readFile reads a whole regular file of at most limit bytes.
func (d *folder) readFile(name string, limit int64) ([]byte, error) {
	data, err := safefs.Read(d.root, name, limit)
	return data, d.pathError(name, err)
}

// writeFile replaces a small file as a whole. If durable, the file survives a power cut; otherwise it may come back
// empty.
func (d *folder) writeFile(name string, data []byte, durable bool) error {
	err := safefs.Replace(d.root, name, bytes.NewReader(data), safefs.How{Temp: name + tmpMark, Perm: 0o644, Sync: durable, Made: d.heir.giveFile})
	return d.pathError(name, err)
}

// syncDir makes the names in a folder durable.
func (d *folder) syncDir(name string) error {
	return d.pathError(name, safefs.SyncFolder(d.root, name))
}

// mkdir makes one folder and reports whether it was new.
func (d *folder) mkdir(name string) (bool, error) {
	err := d.root.Mkdir(name, 0o755)
	if err == nil {
		if d.heir != nil {
			_ = d.root.Lchown(name, d.heir.uid, d.heir.gid)
		}
		return true, nil
	}
	if !errors.Is(err, fs.ErrExist) {
		return false, d.pathError(name, err)
	}
	return false, d.checkDir(name)
}

func (d *folder) checkDir(name string) error {
	st, err := d.root.Lstat(name)
	if err != nil {
		return d.pathError(name, err)
	}
	if !st.IsDir() {
		return fmt.Errorf("%s: %w", name, ErrUnsafe)
	}
	return nil
}

// pathError explains why a name of the store could not be reached: a link or a foreign thing at the name or above it is
// ErrUnsafe, whatever error the operating system chose.
func (d *folder) pathError(name string, err error) error {
	if err == nil {
		return nil
	}
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s: %w", name, err)
	}
	var large *safefs.TooLargeError
	var foreign *safefs.NotPlainError
	switch {
	case errors.As(err, &large):
		return fmt.Errorf("%s: %d bytes: %w", name, large.Size, ErrTooLarge)
	case errors.As(err, &foreign):
	default:
		if _, lerr := safefs.Lstat(d.root, name); !errors.As(lerr, &foreign) || foreign.Name == name && d.checkDir(name) == nil {
			return accessError(err)
		}
	}
	return fmt.Errorf("%s: %w: %w", foreign.Name, ErrUnsafe, err)
}

// readDir lists a folder of the store; a missing one is empty.
func (d *folder) readDir(name string) ([]fs.DirEntry, error) {
	open, err := d.root.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, d.pathError(name, err)
	}
	defer open.Close()
	return open.ReadDir(-1)
}

// eachFile calls f for every file below a folder of the store. Links and other foreign things count as files: f notices
// when it opens them.
func (d *folder) eachFile(dir string, f func(name string) error) error {
	entries, err := d.readDir(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		name := dir + "/" + e.Name()
		if e.IsDir() {
			err = d.eachFile(name, f)
		} else {
			err = f(name)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

const clockTmp = "clock" + tmpMark

// diskTime returns the time by the clock that stamps the store's files. On another computer's disk it may differ from
// ours by any amount.
func (d *folder) diskTime() (time.Time, error) {
	name := clockTmp + safefs.RandomName()
	f, err := d.root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return time.Time{}, accessError(err)
	}
	defer func() { _ = d.root.Remove(name) }()
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
func (d *folder) mkdirs(name string) (made bool, err error) {
	parts := strings.Split(name, "/")
	for i := range parts {
		m, err := d.mkdir(strings.Join(parts[:i+1], "/"))
		if err != nil {
			return made, err
		}
		made = made || m
	}
	return made, nil
}

func syncParent(dir string) error {
	parent, err := os.OpenRoot(filepath.Dir(dir))
	if err != nil {
		return nil // a folder that may be entered but not read cannot be synced
	}
	defer parent.Close()
	return safefs.SyncFolder(parent, ".")
}
