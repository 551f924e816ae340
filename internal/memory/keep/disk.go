package keep

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path"
	"strings"

	"consider/internal/fail"
	"consider/internal/safefs"
)

// DiskFolder is the folder of a memory on disk, relative to the project.
const DiskFolder = ".vscode/memory"

// Disk is files in the project's folder [DiskFolder], which the user sees, edits and may commit. All access goes
// through os.Root. In addition, no link is followed, not even one that stays inside the folder, since it leads to some
// other file of the project. A file with a second name (a hard link) is not part of the memory either: it may belong to
// another program.
//
// The caller of Apply keeps our other writers away. Changes by other programs, such as an editor, are detected where
// possible: a file whose content differs from what was read is not overwritten.
type Disk struct {
	Project string // absolute

	read map[Path]string // versions of the files that were read
}

// open opens the folder. It returns nil if the folder does not exist and make is false.
func (d *Disk) open(make bool) (*os.Root, error) {
	project, err := os.OpenRoot(d.Project)
	if err != nil {
		return nil, err
	}
	defer project.Close()
	err = safefs.Folder(project, DiskFolder)
	if make && errors.Is(err, fs.ErrNotExist) {
		if err = project.MkdirAll(DiskFolder, 0o755); err == nil {
			err = safefs.Folder(project, DiskFolder)
		}
	}
	var foreign *safefs.NotPlainError
	switch {
	case errors.As(err, &foreign):
		return nil, fail.Denied("Error: %s is not a folder, so memory cannot be stored there", foreign.Name).
			Hint("move or rename the existing file (symbolic links are not followed), or choose another memory.backend")
	case err != nil:
		return nil, unlessGone(err)
	}
	return project.OpenRoot(DiskFolder)
}

// List implements [Files]. It skips everything that is not a plain file, or whose name is not a valid path.
func (d *Disk) List() ([]File, error) {
	root, err := d.open(false)
	if root == nil {
		return nil, err
	}
	defer root.Close()
	var out []File
	err = fs.WalkDir(root.FS(), ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || name == "." {
			return err
		}
		p, perr := parseKept(Root + "/" + name)
		switch {
		case perr != nil || string(p) != name:
			if e.IsDir() {
				return fs.SkipDir
			}
			return nil
		case e.IsDir() || !e.Type().IsRegular():
			return nil
		}
		info, err := e.Info()
		if err != nil {
			return unlessGone(err)
		}
		if several, err := d.manyNames(root, name); err != nil || several {
			return err
		}
		if len(out) > 4*MaxFiles {
			return fail.Denied("Error: %s has too many files for a memory", DiskFolder)
		}
		out = append(out, File{p, int(info.Size())})
		return nil
	})
	sortFiles(out)
	return out, err
}

func (d *Disk) manyNames(root *os.Root, name string) (bool, error) {
	f, err := safefs.Open(root, name, os.O_RDONLY, 0)
	if err != nil {
		return false, unlessGone(err)
	}
	defer f.Close()
	n, err := safefs.Names(f)
	return n > 1, err
}

// unlessGone returns err, or nil if it says that a file does not exist.
func unlessGone(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// Check refuses a path if it or a folder above it is a link, or is otherwise not a plain file or folder.
func (d *Disk) Check(p Path, given string) error {
	root, err := d.open(false)
	if root == nil {
		return err
	}
	defer root.Close()
	for _, at := range append(p.parents(), p) {
		if at == "" {
			continue
		}
		info, err := root.Lstat(string(at))
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil
		case err != nil:
			return err
		case info.Mode()&fs.ModeSymlink != 0:
			return fail.Denied("Path %s would escape /memories directory via symlink", clip(given))
		case info.IsDir():
			continue
		case !info.Mode().IsRegular():
			return badPath(given, "it is not a regular file")
		}
		several, err := d.manyNames(root, string(at))
		if err != nil {
			return err
		}
		if several {
			return badPath(given, "the file has another hard link, possibly outside /memories")
		}
		if at != p {
			return nil // a file where a folder would be; the command reports it
		}
	}
	return nil
}

// Read implements [Files].
func (d *Disk) Read(p Path) ([]byte, error) {
	root, err := d.open(false)
	if err != nil {
		return nil, err
	}
	if root == nil {
		return nil, ErrNotExist
	}
	defer root.Close()
	data, err := readPlain(root, string(p))
	if err != nil {
		return nil, err
	}
	if d.read == nil {
		d.read = map[Path]string{}
	}
	d.read[p] = Version(data)
	return data, nil
}

// readPlain reads a regular file with one name.
func readPlain(root *os.Root, name string) ([]byte, error) {
	f, err := safefs.Open(root, name, os.O_RDONLY, 0)
	var foreign *safefs.NotPlainError
	if errors.Is(err, fs.ErrNotExist) || errors.As(err, &foreign) {
		return nil, ErrNotExist
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	n, err := safefs.Names(f)
	if err != nil {
		return nil, err
	}
	if n > 1 {
		return nil, ErrNotExist
	}
	data, err := safefs.ReadAll(f, 4*MaxTotal)
	if _, ok := errors.AsType[*safefs.TooLargeError](err); ok {
		err = fail.Denied("Error: %s is too large to read", Root+"/"+name)
	}
	return data, err
}

// Apply makes an edit: it first writes files, and then removes files.
func (d *Disk) Apply(e Edit) error { return d.apply(e, true) }

// TakeBack undoes an edit, or the part of it that was made; before has the files that existed. A file that no longer is
// as the edit made it has another writer's words and stays.
func (d *Disk) TakeBack(e Edit, before map[Path][]byte) error {
	d.read = nil
	back := Edit{Write: map[Path][]byte{}}
	for _, p := range e.Paths() {
		now, err := d.Read(p)
		if err != nil && !errors.Is(err, ErrNotExist) {
			return err
		}
		made, isThere := e.Write[p]
		was, wasThere := before[p]
		switch {
		case isThere != (err == nil) || !bytes.Equal(made, now):
		case wasThere:
			back.Write[p] = was
		case isThere:
			back.Remove = append(back.Remove, p)
		}
	}
	return d.apply(back, false)
}

// apply makes an edit. It sweeps if the caller keeps other writers away.
func (d *Disk) apply(e Edit, alone bool) error {
	if len(e.Write) == 0 && len(e.Remove) == 0 {
		return nil
	}
	root, err := d.open(true)
	if err != nil {
		return err
	}
	defer root.Close()
	if alone {
		sweepAll(root)
	}
	if d.read == nil {
		d.read = map[Path]string{}
	}
	gone := map[Path]bool{}
	for _, p := range e.Remove {
		gone[p] = true
	}
	for p, data := range e.Write {
		// On a disk that ignores letter case, two names that differ only in case are one file, which is renamed.
		for old := range gone {
			if old != p && strings.EqualFold(string(old), string(p)) {
				if err := root.Rename(string(old), string(p)); err != nil {
					return err
				}
				d.read[p] = d.read[old]
				delete(gone, old)
			}
		}
		if err := d.write(root, p, data); err != nil {
			return err
		}
	}
	for p := range gone {
		if err := d.remove(root, p); err != nil {
			return err
		}
	}
	return nil
}

// write replaces or creates one file.
func (d *Disk) write(root *os.Root, p Path, data []byte) error {
	if err := root.MkdirAll(path.Dir(string(p)), 0o700); err != nil {
		return err
	}
	project, err := os.OpenRoot(d.Project)
	if err != nil {
		return err
	}
	defer project.Close()
	name := path.Join(DiskFolder, string(p))
	return safefs.ReplaceInProject(project, name, data, safefs.How{Perm: 0o600, Sync: true, Check: func() error {
		if err := safefs.Folder(project, path.Dir(name)); err != nil {
			return err
		}
		return d.unchanged(root, p)
	}})
}

// unchanged refuses if a file differs from what was read, or exists although it was not read.
func (d *Disk) unchanged(root *os.Root, p Path) error {
	was, known := d.read[p]
	if !known {
		if _, err := root.Lstat(string(p)); !errors.Is(err, fs.ErrNotExist) {
			return fileExists(p.String())
		}
		return nil
	}
	data, err := readPlain(root, string(p))
	if err != nil || Version(data) != was {
		return fail.Conflict("Error: %s was changed in the meantime", p).Hint("try again")
	}
	return nil
}

// remove deletes one file, and the folders that become empty.
func (d *Disk) remove(root *os.Root, p Path) error {
	info, err := root.Lstat(string(p))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return fail.Conflict("Error: %s was changed in the meantime", p).Hint("try again")
	}
	if err := root.Remove(string(p)); err != nil {
		return err
	}
	dir := path.Dir(string(p))
	for ; dir != "."; dir = path.Dir(dir) {
		if err := root.Remove(dir); err != nil {
			break // the folder is not empty
		}
	}
	return safefs.SyncFolder(root, dir)
}
