package worktree

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"consider/internal/gitfmt"
)

var (
	errNoRef  = errors.New("no such ref")
	errBadRef = errors.New("ref is damaged")
	// errForeignRefs means that only git itself can read the form of the refs.
	errForeignRefs = errors.New("refs are not stored in files")
)

const maxPackedRefs = 256 << 20

// refs reads a repository's refs from their files.
type refs struct{ gitDir, common string }

// head follows HEAD. The branch is the short name of the last ref in the chain, even if reading that one fails; the
// commit is empty if the branch has none yet.
func (r refs) head() (commit, branch string, err error) {
	name := "HEAD"
	for range 6 {
		id, next, err := r.read(name)
		switch {
		case errors.Is(err, errNoRef) && name != "HEAD":
			return "", strings.TrimPrefix(name, "refs/heads/"), nil
		case err != nil:
			return "", strings.TrimPrefix(name, "refs/heads/"), fmt.Errorf("%s: %w", name, err)
		case next == "":
			short, isBranch := strings.CutPrefix(name, "refs/heads/")
			if !isBranch {
				short = ""
			}
			return id, short, nil
		}
		if next == "refs/heads/.invalid" { // a reftable repository writes this for older readers
			return "", "", errForeignRefs
		}
		name = next
	}
	return "", "", fmt.Errorf("HEAD: %w: too many symbolic refs", errBadRef)
}

// read returns a ref's id, or the ref it stands for.
func (r refs) read(name string) (id, next string, err error) {
	if !safeRef(name) {
		return "", "", errBadRef
	}
	path := filepath.Join(r.dirOf(name), filepath.FromSlash(name))
	// HEAD as a symbolic link is git's oldest form; its target is the ref.
	if target, err := os.Readlink(path); err == nil && safeRef(filepath.ToSlash(target)) {
		return "", filepath.ToSlash(target), nil
	}
	text, err := readSmall(path, maxPointer)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) || errors.Is(err, ErrNotRegular) {
		id, err := r.packed(name)
		return id, "", err
	}
	if err != nil {
		return "", "", bare(err)
	}
	line := strings.TrimSpace(string(text))
	if target, ok := strings.CutPrefix(line, "ref:"); ok {
		return "", strings.TrimSpace(target), nil
	}
	if !isID(line) {
		return "", "", errBadRef
	}
	return line, "", nil
}

// dirOf returns the directory that keeps a ref: most belong to all worktrees.
func (r refs) dirOf(name string) string {
	for _, own := range []string{"refs/bisect/", "refs/worktree/", "refs/rewritten/"} {
		if strings.HasPrefix(name, own) {
			return r.gitDir
		}
	}
	if strings.HasPrefix(name, "refs/") {
		return r.common
	}
	return r.gitDir
}

func (r refs) packed(name string) (string, error) {
	text, err := readSmall(filepath.Join(r.common, "packed-refs"), maxPackedRefs)
	if errors.Is(err, fs.ErrNotExist) {
		return "", errNoRef
	}
	if err != nil {
		return "", bare(err)
	}
	id := gitfmt.PackedRef(text, name)
	if id == "" {
		return "", errNoRef
	}
	return id, nil
}

// replaced reports whether the repository replaces some objects by others.
func (r refs) replaced() bool {
	if entries, err := os.ReadDir(filepath.Join(r.common, "refs", "replace")); err == nil && len(entries) > 0 {
		return true
	}
	text, err := readSmall(filepath.Join(r.common, "packed-refs"), maxPackedRefs)
	return err == nil && bytes.Contains(text, []byte(" refs/replace/"))
}

// safeRef reports whether a name can only lead to a file below a git directory.
func safeRef(name string) bool {
	if name == "HEAD" {
		return true
	}
	return strings.HasPrefix(name, "refs/") && !strings.Contains(name, "..") && !strings.ContainsAny(name, "\x00\\:\n ") && len(name) < 1024
}

// isID reports whether s is a whole object id, SHA-1 or SHA-256.
func isID(s string) bool { return gitfmt.IsID(s) }
