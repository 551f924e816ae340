package webserver

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"consider/internal/fail"
)

// outbox is the folder that reviews are written to. Nothing in it is followed to another place, and no file of it is
// ever half there.
type outbox struct{ root *os.Root }

// openOutbox opens the folder, and makes it where it is not there. A new one outside the store is hidden from git,
// which has no business with reviews.
func openOutbox(dir string, inStore bool) (*outbox, error) {
	parent := filepath.Dir(dir)
	if !inStore {
		if err := os.MkdirAll(parent, 0o755); err != nil {
			return nil, err
		}
	}
	above, err := os.OpenRoot(parent)
	if err != nil {
		return nil, err
	}
	defer above.Close()
	name := filepath.Base(dir)
	mode := fs.FileMode(0o755)
	if inStore {
		mode = 0o700
	}
	err = above.Mkdir(name, mode)
	fresh := err == nil
	if err != nil && !errors.Is(err, fs.ErrExist) {
		return nil, err
	}
	before, err := above.Lstat(name)
	if err != nil {
		return nil, err
	}
	if !before.IsDir() {
		return nil, fail.Denied("%q is not a folder", dir).Hint("--out names a folder that reviews are written to")
	}
	root, err := above.OpenRoot(name)
	if err != nil {
		return nil, err
	}
	if after, err := root.Stat("."); err != nil || !os.SameFile(before, after) {
		root.Close()
		return nil, fail.Denied("%q changed while it was opened", dir)
	}
	o := &outbox{root}
	if fresh && !inStore {
		if err := o.write(".gitignore", []byte("*\n")); err != nil {
			o.close()
			return nil, err
		}
	}
	return o, nil
}

func (o *outbox) close() { _ = o.root.Close() } // nothing is written by closing a folder

// write makes a file whole: temporary file, sync, rename.
func (o *outbox) write(name string, data []byte) error {
	var b [6]byte
	rand.Read(b[:]) // never fails
	tmp := "." + name + ".tmp-" + hex.EncodeToString(b[:])
	f, err := o.root.OpenFile(tmp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	err = errors.Join(err, f.Sync(), f.Close())
	if err == nil {
		err = o.root.Rename(tmp, name)
	}
	if err != nil {
		_ = o.root.Remove(tmp)
		return fmt.Errorf("write %s: %w", name, err)
	}
	return nil
}
