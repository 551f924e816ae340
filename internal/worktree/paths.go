package worktree

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"unicode"
)

// Rel turns a path as the user typed it (absolute, or relative to cwd) into the stored form. The file need not exist,
// so that threads on deleted files can be named. It resolves links in the path's folders but not in the last name. On a
// disk that ignores letter case the disk's spelling wins.
//
// Errors: ErrOutside; ErrNotRegular for the project's root itself; ErrUnreadable.
func (t *Tree) Rel(cwd, arg string) (string, error) {
	abs, err := Absolute(cwd, arg)
	if err != nil {
		return "", err
	}
	parent, err := resolveParents(filepath.Dir(abs))
	if err != nil {
		return "", outside(arg, "under a broken symbolic link")
	}
	rel, ok := t.below(filepath.Join(parent, filepath.Base(abs)))
	if !ok {
		return "", outside(arg, "outside the project")
	}
	if rel == "." {
		return "", &PathError{Path: arg, Kind: ErrNotRegular, What: "the project's folder"}
	}
	path := filepath.ToSlash(rel)
	if err := CheckPath(path); err != nil {
		return "", err
	}
	return t.spelling(path), nil
}

// Absolute returns a path as the user typed it, cleaned and from the root of a drive. On Windows a path that begins with
// a separator is on the drive of cwd. The error is an ErrOutside.
func Absolute(cwd, arg string) (string, error) {
	if arg == "" {
		return "", outside(arg, "an empty path")
	}
	if strings.ContainsRune(arg, 0) {
		return "", outside(arg, "a path that contains a NUL byte")
	}
	if filepath.IsAbs(arg) {
		return filepath.Clean(arg), nil
	}
	if runtime.GOOS == "windows" {
		if filepath.VolumeName(arg) != "" {
			return "", outside(arg, "relative to the current folder of another drive")
		}
		if os.IsPathSeparator(arg[0]) {
			return filepath.Clean(filepath.VolumeName(cwd) + arg), nil
		}
	}
	return filepath.Join(cwd, arg), nil
}

// resolveParents resolves the links in dir as far as dir exists and appends the rest. A link that cannot be resolved is
// an error, because it is unknown what lies below it.
func resolveParents(dir string) (string, error) {
	rest := ""
	for {
		real, err := filepath.EvalSymlinks(dir)
		if err == nil {
			return filepath.Join(real, rest), nil
		}
		if info, lerr := os.Lstat(dir); lerr == nil && info.Mode()&os.ModeSymlink != 0 {
			if _, ok := errors.AsType[*fs.PathError](err); !ok { // EvalSymlinks gives up on a loop without the system's error
				err = &fs.PathError{Op: "readlink", Path: dir, Err: syscall.ELOOP}
			}
			return "", err
		}
		up := filepath.Dir(dir)
		if up == dir {
			return "", err
		}
		dir, rest = up, filepath.Join(filepath.Base(dir), rest)
	}
}

// below returns the path of abs from the root. If the bytes differ it checks whether a folder above abs is the root
// under another spelling.
func (t *Tree) below(abs string) (string, bool) {
	if rel, err := filepath.Rel(t.Root, abs); err == nil && filepath.IsLocal(rel) {
		return rel, true
	}
	root, err := os.Stat(t.Root)
	if err != nil {
		return "", false
	}
	for at := range upwards(abs) {
		if info, err := os.Lstat(at); err == nil && os.SameFile(root, info) {
			rel, err := filepath.Rel(at, abs)
			return rel, err == nil
		}
	}
	return "", false
}

// spelling replaces each existing name of the path by the one in its folder's listing if the disk ignores letter case.
// It lists a folder only if the name is also found in the other case, so on other disks it costs one failed lookup a
// name.
func (t *Tree) spelling(path string) string {
	names := strings.Split(path, "/")
	at := t.Root
	for i, name := range names {
		if _, err := os.Lstat(filepath.Join(at, name)); err != nil {
			break
		}
		if swapped := swapCase(name); swapped != name {
			if _, err := os.Lstat(filepath.Join(at, swapped)); err == nil {
				names[i] = listed(at, name)
			}
		}
		at = filepath.Join(at, names[i])
	}
	return strings.Join(names, "/")
}

func listed(dir, name string) string {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return name
	}
	found := ""
	for _, entry := range entries {
		if entry.Name() == name {
			return name
		}
		if strings.EqualFold(entry.Name(), name) {
			if found != "" {
				return name
			}
			found = entry.Name()
		}
	}
	return cmp.Or(found, name)
}

func swapCase(name string) string {
	return strings.Map(func(r rune) rune {
		if lower := unicode.ToLower(r); lower != r {
			return lower
		}
		return unicode.ToUpper(r)
	}, name)
}
