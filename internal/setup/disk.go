package setup

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"syscall"

	"consider/internal/lazy"
	"consider/internal/safefs"
)

// location is a file or folder that setup may write or delete.
type location struct {
	base string // absolute folder, made of real folders; the file is reached through an os.Root of it
	name string // slash-separated, below base
}

// path returns the file's absolute path.
func (s location) path() string { return filepath.Join(s.base, filepath.FromSlash(s.name)) }

// beside returns another file in the same folder.
func (s location) beside(name string) location {
	return location{s.base, path.Join(path.Dir(s.name), name)}
}

// These errors explain why a file is not touched.
var (
	errLink    = errors.New("a symbolic link is in the way")
	errForeign = errors.New("something other than a file is in the way")
	errNoHome  = errors.New("there is no home folder")
	errLarge   = errors.New("it is too large")
)

// translateError turns an error of safefs into one of setup.
func translateError(err error) error {
	var foreign *safefs.NotPlainError
	var large *safefs.TooLargeError
	switch {
	case errors.As(err, &foreign) && foreign.Link:
		return errLink
	case errors.As(err, &foreign):
		return errForeign
	case errors.As(err, &large):
		return errLarge
	}
	return err
}

// maxText is the maximum size of a file that is read. A user's settings are some kilobytes.
const maxText = 4 << 20

// disk accesses files below a few folders, and nothing outside them.
type disk struct {
	dry     bool       // do not write
	store   location   // the store's folder
	planned []location // files that a dry run would have written
	roots   map[string]*os.Root
}

func (d *disk) close() {
	for _, r := range d.roots {
		r.Close()
	}
}

func (d *disk) root(base string) (*os.Root, error) {
	if base == "" {
		return nil, errNoHome
	}
	if r, ok := d.roots[base]; ok {
		return r, nil
	}
	r, err := os.OpenRoot(base)
	if err != nil {
		return nil, err
	}
	if d.roots == nil {
		d.roots = map[string]*os.Root{}
	}
	d.roots[base] = r
	return r, nil
}

// stat returns information about the file at s. If the file or a folder above it is missing, the error is
// fs.ErrNotExist.
func (d *disk) stat(s location) (fs.FileInfo, error) {
	root, err := d.root(s.base)
	if err != nil {
		return nil, err
	}
	info, err := safefs.Lstat(root, s.name)
	return info, translateError(err)
}

// open opens a file for reading. If it is missing, the error is fs.ErrNotExist.
func (d *disk) open(s location) (*os.File, error) {
	if _, err := d.stat(s); err != nil {
		return nil, err
	}
	f, err := safefs.Open(d.roots[s.base], s.name, os.O_RDONLY, 0)
	return f, translateError(err)
}

// read returns a file's text. If it is missing, the error is fs.ErrNotExist.
func (d *disk) read(s location) (string, error) {
	f, err := d.open(s)
	if err != nil {
		return "", err
	}
	defer f.Close()
	data, err := safefs.ReadAll(f, maxText)
	return string(data), translateError(err)
}

// write replaces a file as a whole. It creates missing folders above the file and returns them. An existing file
// keeps its permissions, unless perm makes it executable.
func (d *disk) write(s location, content io.Reader, perm fs.FileMode) (made []location, err error) {
	info, err := d.stat(s)
	switch {
	case err == nil && perm&0o100 == 0:
		perm = info.Mode().Perm()
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return nil, err
	}
	if d.dry {
		d.planned = append(d.planned, s)
		return nil, nil
	}
	if made, err = d.mkdirs(s); err != nil {
		return made, err
	}
	root := d.roots[s.base]
	safefs.Sweep(root, path.Dir(s.name), leftover().MatchString)
	how := safefs.How{Temp: s.beside(".consider-").name, Perm: perm, Exact: true, Sync: true, Program: perm&0o100 != 0}
	text, again := content.(io.Seeker)
	if again && s.base == d.store.base && safefs.Folder(root, d.store.name) == nil {
		inside := how
		inside.Temp = path.Join(d.store.name, ".consider-") // where git does not see it
		err := safefs.Replace(root, s.name, content, inside)
		if !errors.Is(err, syscall.EXDEV) && !errors.Is(err, fs.ErrNotExist) { // on another disk; swept by another setup
			return made, err
		}
		if _, err := text.Seek(0, io.SeekStart); err != nil {
			return made, err
		}
	}
	return made, safefs.Replace(root, s.name, content, how)
}

// mkdirs creates the missing folders above s, and returns them.
func (d *disk) mkdirs(s location) ([]location, error) {
	root, err := d.root(s.base)
	if err != nil {
		return nil, err
	}
	var made []location
	parts := strings.Split(s.name, "/")
	for i := 1; i < len(parts); i++ {
		dir := strings.Join(parts[:i], "/")
		switch err := root.Mkdir(dir, 0o755); {
		case err == nil:
			made = append(made, location{s.base, dir})
		case !errors.Is(err, fs.ErrExist):
			return made, err
		}
	}
	return made, nil
}

// missing returns the missing folders above a file.
func (d *disk) missing(s location) []location {
	var out []location
	root, err := d.root(s.base)
	if err != nil {
		return nil
	}
	for dir := path.Dir(s.name); dir != "."; dir = path.Dir(dir) {
		if _, err := root.Lstat(dir); errors.Is(err, fs.ErrNotExist) {
			out = append(out, location{s.base, dir})
		}
	}
	return out
}

// remove deletes one file.
func (d *disk) remove(s location) error {
	if _, err := d.stat(s); err != nil || d.dry {
		return err
	}
	return d.roots[s.base].Remove(s.name)
}

// removeFolder deletes a folder if it is empty, and reports whether it did.
func (d *disk) removeFolder(s location) bool {
	root, err := d.root(s.base)
	if err != nil || d.dry {
		return false
	}
	info, err := root.Lstat(s.name)
	if err != nil || !info.IsDir() {
		return false
	}
	safefs.Sweep(root, s.name, leftover().MatchString)
	return root.Remove(s.name) == nil
}

// sweep deletes temporary files that a killed setup left in a folder.
func (d *disk) sweep(s location) {
	root, err := d.root(s.base)
	if err == nil && s.name != "." {
		err = safefs.Folder(root, s.name)
	}
	if err == nil && !d.dry {
		safefs.Sweep(root, s.name, leftover().MatchString)
	}
}

// leftover matches the temporary names that write uses. Older programs used fewer digits.
var leftover = lazy.Regexp(`^\.consider-([0-9a-f]{12}|[0-9a-f]{16})$`)

// reason returns an error's text for a Change, without the path, which the Change has already.
func reason(err error) string {
	var pe *fs.PathError
	switch {
	case errors.Is(err, fs.ErrPermission):
		return "no permission to write there"
	case errors.As(err, &pe):
		return pe.Err.Error()
	}
	return fmt.Sprint(err)
}
