package apply

import (
	"bytes"
	"io/fs"
	"os"
	"slices"

	"consider/internal/fail"
	"consider/internal/safefs"
	"consider/internal/suggest"
	"consider/internal/thread"
	"consider/internal/worktree"
)

// prepare makes the new text of each file.
func (j *job) prepare() (todo []file, err error) {
	j.placeParts()
	for i := range j.parts { // in each file from the last lines to the first
		p := &j.parts[i]
		if i == 0 || j.parts[i-1].File != p.File {
			f, err := j.open(p.File)
			if err != nil {
				return nil, err
			}
			if !bytes.Equal(f.data, p.sug.Data) {
				return nil, fail.Conflict("%q changed in the meantime", p.File).Hint("try again")
			}
			todo = append(todo, f)
		}
		f := &todo[len(todo)-1]
		if f.now, p.cut, err = suggest.Put(f.now, p.StartLine, p.EndLine, p.sug.What); err != nil {
			return nil, fail.Conflict("cannot change %q: %v", p.File, err)
		}
	}
	return todo, nil
}

// placeParts computes where the lines of all parts are in the new text. The parts are sorted from the last lines of a
// file to the first.
func (j *job) placeParts() {
	for i := range j.parts {
		p := &j.parts[i]
		p.start = p.StartLine
		for _, above := range j.parts[i+1:] {
			if above.File == p.File {
				p.start += len(above.sug.What) - len(above.sug.Now)
			}
		}
	}
}

// textOf returns a file's new text.
func textOf(todo []file, name string) []byte {
	return todo[slices.IndexFunc(todo, func(f file) bool { return f.name == name })].now
}

// open reads a file that may be written.
func (j *job) open(name string) (file, error) {
	if err := worktree.CheckPath(name); err != nil {
		return file{}, fail.Denied("%q is not a file in the project", name)
	}
	if j.root == nil {
		root, err := os.OpenRoot(j.s.Place.Root)
		if err != nil {
			return file{}, err
		}
		j.root = root
	}
	data, info, names, err := j.read(name)
	switch {
	case err != nil:
		return file{}, fail.Denied("cannot read %q: %v", name, err)
	case info.Mode().Perm()&0o200 == 0:
		return file{}, fail.Denied("%q is read-only", name).Hint("make the file writable, or change it by hand")
	case names > 1:
		return file{}, fail.Denied("%q has %d hard links, and only one would change", name, names).Hint("change the file by hand")
	}
	return file{name: name, data: data, now: data, info: info}, nil
}

// read reads a plain file that is not behind a link, and returns how many names it has.
func (j *job) read(name string) (data []byte, info fs.FileInfo, names int, err error) {
	info, err = safefs.Lstat(j.root, name)
	if err != nil {
		return nil, nil, 0, err
	}
	f, err := safefs.Open(j.root, name, os.O_RDONLY, 0)
	if err != nil {
		return nil, nil, 0, err
	}
	defer f.Close()
	if names, err = safefs.Names(f); err != nil {
		return nil, nil, 0, err
	}
	data, err = safefs.ReadAll(f, thread.MaxText)
	return data, info, names, err
}

// replace gives a file its new content, if it still has the old one.
func (j *job) replace(f file, was, is []byte) error {
	err := safefs.ReplaceInProject(j.root, f.name, is, safefs.How{
		Perm: f.info.Mode().Perm(), Exact: true, Sync: true, Made: safefs.KeepAttributes(j.root, f.name, f.info),
		Check: func() error {
			data, _, _, err := j.read(f.name)
			if err == nil && !bytes.Equal(data, was) {
				err = fail.Conflict("%q changed in the meantime", f.name).Hint("try again")
			}
			return err
		},
	})
	if _, known := fail.As(err); err == nil || known {
		return err
	}
	return fail.Denied("cannot write %q: %v", f.name, err)
}

// changed reports whether an error of replace means that the file has changed in the meantime.
func changed(err error) bool { return fail.FailureOf(err).Kind == fail.KindConflict }

func (j *job) close() {
	if j.root != nil {
		j.root.Close()
	}
}
