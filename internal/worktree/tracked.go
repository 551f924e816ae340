package worktree

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Claim is a path that the index of a worktree holds.
type Claim struct {
	Top  string // top of the worktree
	Path string // relative to Top, as the index spells it; "" for none
}

// ErrUnknownIndex means that neither this process nor git can read a repository's index, so its content is unknown.
var ErrUnknownIndex = errors.New("its index cannot be read")

// ClaimOn looks for dir, or something below it, in the index of every worktree that dir lies in. With ErrUnknownIndex,
// Top is the worktree of that index.
func ClaimOn(ctx context.Context, dir string) (Claim, error) {
	real, err := resolveParents(dir)
	if err != nil {
		return Claim{}, osError(dir, err)
	}
	for p, rel := range around(real) {
		t := Open(p)
		path, err := t.Tracked(ctx, rel)
		_ = t.Close() // nothing was written
		if path != "" || err != nil {
			return Claim{Top: p.Root, Path: path}, err
		}
	}
	return Claim{}, nil
}

// Tracked returns a path at or below dir that this worktree's index holds, compared without letter case and in the
// index's spelling, or "". It is also "" without git and without an index. If git itself cannot read the index, HEAD's
// commit shows what the index held when the repository came; if only git could read it, the error is ErrUnknownIndex.
func (t *Tree) Tracked(ctx context.Context, dir string) (string, error) {
	found, err := t.trackedHere(dir)
	if err == nil || errors.Is(err, fs.ErrNotExist) {
		return found, nil
	}
	names, gitErr := t.gitList(ctx, "ls-files", "-z", "--full-name", "--", ":(top,icase,literal)"+t.toTop(dir))
	switch {
	case ctx.Err() != nil:
		return "", ctx.Err()
	case errors.Is(gitErr, errGitRefused):
		if found, headErr := t.committed(ctx, dir); headErr == nil {
			return found, nil
		}
		return "", fmt.Errorf("%w: %w; %w", ErrUnknownIndex, err, gitErr)
	case gitErr != nil:
		return "", fmt.Errorf("%w: %w; %w", ErrUnknownIndex, err, gitErr)
	case len(names) == 0:
		return "", nil
	}
	path, _ := t.fromTop(names[0])
	return path, nil
}

func (t *Tree) trackedHere(dir string) (string, error) {
	if t.p.GitDir == "" || dir == "" {
		return "", nil
	}
	if found, sure := t.trackedInHead(dir); sure {
		return found, nil
	}
	ix, err := loadIndex(t.p)
	if err != nil {
		return "", err
	}
	want := []byte(t.toTop(dir))
	found, err := ix.find(want)
	if err == nil && found == "" && ix.split {
		return "", t.inOtherHalf(ix, want)
	}
	if found != "" {
		found = found[len(t.prefix()):]
	}
	return found, err
}

// committed is Tracked for HEAD's commit; "" before the first one.
func (t *Tree) committed(ctx context.Context, dir string) (string, error) {
	head := t.Head(ctx)
	if err := head.Err(); err != nil || head.Commit == "" {
		return "", err
	}
	files, err := t.filesAt(ctx, head.Commit)
	if err != nil {
		return "", err
	}
	want := []byte(t.toTop(dir))
	for name := range files {
		if atOrBelow([]byte(name), want) {
			path, _ := t.fromTop(name)
			return path, nil
		}
	}
	return "", nil
}

// find returns the first name that is want or below it.
func (ix *index) find(want []byte) (found string, err error) {
	folded := false
	err = ix.each(func(e *indexEntry) bool {
		switch {
		case atOrBelow(e.name, want):
			found = string(e.name)
		case e.mode.kind() == modeTree && atOrBelow(want, bytes.TrimSuffix(e.name, []byte("/"))):
			folded = true // a sparse index does not list this folder's files
		}
		return found == ""
	})
	if err == nil && found == "" && folded {
		err = errForeignIndex
	}
	return found, err
}

// inOtherHalf looks into the shared half of a split index. A name found there may be removed by now, which only git
// knows.
func (t *Tree) inOtherHalf(ix *index, want []byte) error {
	data, err := readSmall(filepath.Join(t.p.GitDir, fmt.Sprintf("sharedindex.%x", ix.shared)), maxIndex)
	if err != nil {
		return fmt.Errorf("%w: cannot read the shared index: %w", errForeignIndex, bare(err))
	}
	half, err := newIndex(data, ix.idLen)
	if err != nil {
		return err
	}
	if found, err := half.find(want); found != "" || err != nil {
		return fmt.Errorf("%w: split index", errForeignIndex)
	}
	return nil
}

// trackedInHead answers for a name at the top from the start of the index, if it can be sure: it has seen a name that
// sorts after all spellings of dir, and the index is not split.
func (t *Tree) trackedInHead(dir string) (found string, sure bool) {
	if strings.Contains(t.toTop(dir), "/") || t.splitIndex() {
		return "", false
	}
	ix, err := loadIndexHead(t.p)
	if err != nil {
		return "", false
	}
	want := []byte(dir)
	last := max(want[0], want[0]|0x20)
	_, _ = ix.entries(func(e *indexEntry) bool { // the cut end is an error, which means not sure
		if atOrBelow(e.name, want) {
			found = string(e.name)
		}
		sure = found != "" || len(e.name) > 0 && e.name[0] > last
		return !sure
	})
	return found, sure
}

// splitIndex reports whether the shared half of a split index may exist.
func (t *Tree) splitIndex() bool {
	dir, err := os.Open(t.p.GitDir)
	if err != nil {
		return true
	}
	defer dir.Close()
	names, err := dir.Readdirnames(-1)
	return err != nil || slices.ContainsFunc(names, func(name string) bool { return strings.HasPrefix(name, "sharedindex.") })
}

func atOrBelow(name, dir []byte) bool {
	if len(name) < len(dir) || name[0]|0x20 != dir[0]|0x20 {
		return false
	}
	return (len(name) == len(dir) || name[len(dir)] == '/') && bytes.EqualFold(name[:len(dir)], dir)
}

// around yields the repositories that dir lies in, from the innermost on, and the name of dir in each. The innermost
// alone is not enough: a commit of an outer one can bring files that form a repository.
func around(dir string) iter.Seq2[Project, string] {
	return func(yield func(Project, string) bool) {
		for at := range upwards(filepath.Dir(dir)) {
			p := Project{Root: at}
			if !p.dotGit(at) || p.GitDir == "" {
				continue
			}
			rel, err := filepath.Rel(at, dir)
			if err == nil && !yield(p, filepath.ToSlash(rel)) {
				return
			}
		}
	}
}
