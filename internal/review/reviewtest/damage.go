package reviewtest

import (
	"os"
	"path/filepath"

	"consider/internal/gittest"
)

// Tree of the store: every file's id by its path.
func (d *Desk) Tree() map[string]string {
	d.T.Helper()
	st := gittest.Must(d.Human().Snapshot(d.T.Context()))(d.T)
	out := map[string]string{}
	var walk func(dir string)
	walk = func(dir string) {
		for _, e := range gittest.Must(st.Commit.ReadDir(dir))(d.T) {
			name := e.Name
			if dir != "" {
				name = dir + "/" + name
			}
			if e.Dir {
				walk(name)
			} else {
				out[name] = e.ID.String()
			}
		}
	}
	walk("")
	return out
}

// StoreFile is a path in the store's folder.
func (d *Desk) StoreFile(elem ...string) string {
	return filepath.Join(append([]string{d.Dir, ".consider"}, elem...)...)
}

// StoreGit asks git about the store.
func (d *Desk) StoreGit(args ...string) string {
	d.T.Helper()
	return d.Git(append([]string{"--git-dir=.consider"}, args...)...)
}

// Loose is the file of an object of the store that git names so.
func (d *Desk) Loose(name string) string {
	d.T.Helper()
	id := d.StoreGit("rev-parse", name)
	return d.StoreFile("objects", id[:2], id[2:])
}

// Junk overwrites a file of the store, or takes it away.
func (d *Desk) Junk(file string, missing bool) {
	d.T.Helper()
	if err := os.Remove(file); err != nil {
		d.T.Fatal(err)
	}
	if missing {
		return
	}
	if err := os.WriteFile(file, []byte("junk"), 0o600); err != nil {
		d.T.Fatal(err)
	}
}
