package webserver

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"consider/internal/fail"
	"consider/internal/safefs"
)

// outbox is the folder that reviews are written to. No link in it is followed, and no file in it is ever incomplete.
type outbox struct{ root *os.Root }

// openOutbox opens the folder, and creates it when it is missing. A new folder outside the store is hidden from git,
// which should not track reviews.
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
		return nil, fail.Denied("%q is not a folder", dir).Hint("pass a folder to {--out}")
	}
	root, err := above.OpenRoot(name)
	if err != nil {
		return nil, err
	}
	if after, err := root.Stat("."); err != nil || !os.SameFile(before, after) {
		root.Close()
		return nil, fail.Denied("%q changed while it was being opened", dir)
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

func (o *outbox) close() { _ = o.root.Close() } // closing a folder writes nothing

func (o *outbox) write(name string, data []byte) error {
	if err := safefs.Replace(o.root, name, bytes.NewReader(data), safefs.How{Perm: 0o600, Sync: true}); err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	return nil
}
