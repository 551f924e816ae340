package worktree

import (
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"consider/internal/gitfmt"
	"consider/internal/safefs"
)

// StoreName is the folder of the store in a project's root.
const StoreName = ".consider"

const maxComponent = 255 // bytes in a name on every file system in use

// CheckPath checks that path is a stored path that may be looked at. It may come from a thread of another program, so
// nothing is assumed. The error is an ErrOutside.
func CheckPath(path string) error {
	if what := safefs.PathFault(path); what != "" {
		return outside(path, what)
	}
	for name := range strings.SplitSeq(path, "/") {
		switch {
		case len(name) > maxComponent:
			return outside(path, "too long for a file name")
		case PrivateName(name):
			return outside(path, "reserved for git or consider")
		}
	}
	if runtime.GOOS == "windows" && !windowsPath(path) {
		return outside(path, "not a valid file name on this system")
	}
	return nil
}

// windowsPath reports whether Win32 would take the path as it is. It refuses streams and drives, device names, and
// names that end in a dot or a blank.
func windowsPath(path string) bool {
	if strings.ContainsAny(path, `\:`) || !filepath.IsLocal(filepath.FromSlash(path)) {
		return false
	}
	return !slices.ContainsFunc(strings.Split(path, "/"), func(name string) bool { return strings.TrimRight(name, ". ") != name })
}

// hasPrivateName reports whether a folder of the path is git's or a store.
func hasPrivateName(path string) bool {
	return slices.ContainsFunc(strings.Split(filepath.ToSlash(path), "/"), PrivateName)
}

// PrivateName reports whether a name is .git or .consider on any file system, or the short name that NTFS would give
// it. Refusing such names everywhere costs no real file, and a stored path means the same on every machine.
func PrivateName(name string) bool {
	plain := gitfmt.FoldName(name)
	if plain == ".git" || plain == StoreName {
		return true
	}
	short, number, ok := strings.Cut(plain, "~")
	return ok && (short == "git" || short == "consid") && len(number) == 1 && number[0] >= '1' && number[0] <= '9'
}
