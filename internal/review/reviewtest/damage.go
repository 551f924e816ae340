package reviewtest

import (
	"os"
	"path/filepath"

	"consider/internal/gittest"
)

// Tree returns the id of every file in the store's tree, by path.
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

// StoreFile returns a path in the store's folder.
func (d *Desk) StoreFile(elem ...string) string {
	return filepath.Join(append([]string{d.Dir, ".consider"}, elem...)...)
}

// StoreGit runs git on the store.
func (d *Desk) StoreGit(args ...string) string {
	d.T.Helper()
	return d.Git(append([]string{"--git-dir=.consider"}, args...)...)
}

// Loose returns the file of the store's object with a name that git understands.
func (d *Desk) Loose(name string) string {
	d.T.Helper()
	id := d.StoreGit("rev-parse", name)
	return d.StoreFile("objects", id[:2], id[2:])
}

// Junk overwrites a file of the store, or removes it if missing is set.
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
