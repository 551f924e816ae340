package gitdir

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"consider/internal/gitfmt"
	"consider/internal/worktree"
)

var (
	ErrNoRef  = errors.New("no such ref")
	errBadRef = errors.New("ref is damaged")
	// ErrForeignRefs means that only git itself can read the form of the refs.
	ErrForeignRefs = errors.New("refs are not stored in files")
)

const maxPackedRefs = 256 << 20

// Refs reads a repository's refs from their files.
type Refs worktree.Project

// Head follows HEAD. The branch is the short name of the last ref in the chain, even if reading that one fails; the
// commit is empty if the branch has none yet.
func (r Refs) Head() (commit, branch string, err error) {
	name := "HEAD"
	for range 6 {
		id, next, err := r.Read(name)
		switch {
		case errors.Is(err, ErrNoRef) && name != "HEAD":
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
			return "", "", ErrForeignRefs
		}
		name = next
	}
	return "", "", fmt.Errorf("HEAD: %w: too many symbolic refs", errBadRef)
}

// Read returns a ref's id, or the ref it stands for.
func (r Refs) Read(name string) (id, next string, err error) {
	if !SafeRef(name) {
		return "", "", errBadRef
	}
	path := filepath.Join(r.dirOf(name), filepath.FromSlash(name))
	// HEAD as a symbolic link is git's oldest form; its target is the ref.
	if target, err := os.Readlink(path); err == nil && SafeRef(filepath.ToSlash(target)) {
		return "", filepath.ToSlash(target), nil
	}
	text, err := worktree.ReadSmall(path, worktree.MaxPointer)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) || errors.Is(err, worktree.ErrNotRegular) {
		id, err := r.packed(name)
		return id, "", err
	}
	if err != nil {
		return "", "", worktree.WithoutPath(err)
	}
	line := strings.TrimSpace(string(text))
	if target, ok := strings.CutPrefix(line, "ref:"); ok {
		return "", strings.TrimSpace(target), nil
	}
	if !gitfmt.IsID(line) {
		return "", "", errBadRef
	}
	return line, "", nil
}

// dirOf returns the directory that keeps a ref: most belong to all worktrees.
func (r Refs) dirOf(name string) string {
	starts := func(with string) bool { return strings.HasPrefix(name, with) }
	if starts("refs/") && !slices.ContainsFunc([]string{"refs/bisect/", "refs/worktree/", "refs/rewritten/"}, starts) {
		return r.CommonDir
	}
	return r.GitDir
}

func (r Refs) packed(name string) (string, error) {
	text, err := worktree.ReadSmall(filepath.Join(r.CommonDir, "packed-refs"), maxPackedRefs)
	if errors.Is(err, fs.ErrNotExist) {
		return "", ErrNoRef
	}
	if err != nil {
		return "", worktree.WithoutPath(err)
	}
	id := gitfmt.PackedRef(text, name)
	if id == "" {
		return "", ErrNoRef
	}
	return id, nil
}

// Replaced reports whether the repository replaces some objects by others.
func (r Refs) Replaced() bool {
	if entries, err := os.ReadDir(filepath.Join(r.CommonDir, "refs", "replace")); err == nil && len(entries) > 0 {
		return true
	}
	text, err := worktree.ReadSmall(filepath.Join(r.CommonDir, "packed-refs"), maxPackedRefs)
	return err == nil && bytes.Contains(text, []byte(" refs/replace/"))
}

// SafeRef reports whether a name can only lead to a file below a git directory.
func SafeRef(name string) bool {
	if name == "HEAD" {
		return true
	}
	return strings.HasPrefix(name, "refs/") && !strings.Contains(name, "..") && !strings.ContainsAny(name, "\x00\\:\n ") && len(name) < 1024
}
