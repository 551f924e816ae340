package gitdir

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"consider/internal/worktree"
)

// Tracked returns a path at or below dir that the index holds, in the index's spelling, or "".
func Tracked(p worktree.Project, dir string) (string, error) {
	if p.GitDir == "" || dir == "" {
		return "", nil
	}
	if found, sure := trackedInHead(p, dir); sure {
		return found, nil
	}
	ix, err := LoadIndex(p)
	if err != nil {
		return "", err
	}
	want := []byte(p.ToTop(dir))
	found, err := ix.find(want)
	if err == nil && found == "" && ix.Split {
		return "", ix.inOtherHalf(p, want)
	}
	if found != "" {
		found = found[len(p.Prefix()):]
	}
	return found, err
}

// trackedInHead answers for a name at the top from the start of the index, if it can be sure: it has seen a name that
// sorts after all spellings of dir, and the index is not split.
func trackedInHead(p worktree.Project, dir string) (found string, sure bool) {
	if strings.Contains(p.ToTop(dir), "/") || splitIndex(p) {
		return "", false
	}
	ix, err := loadIndexHead(p)
	if err != nil {
		return "", false
	}
	want := []byte(dir)
	last := max(want[0], want[0]|0x20)
	_, _ = ix.entries(func(e *IndexEntry) bool { // the cut end is an error, which means not sure
		if AtOrBelow(e.Name, want) {
			found = string(e.Name)
		}
		sure = found != "" || len(e.Name) > 0 && e.Name[0] > last
		return !sure
	})
	return found, sure
}

// splitIndex reports whether the shared half of a split index may exist.
func splitIndex(p worktree.Project) bool {
	dir, err := os.Open(p.GitDir)
	if err != nil {
		return true
	}
	defer dir.Close()
	names, err := dir.Readdirnames(-1)
	return err != nil || slices.ContainsFunc(names, func(name string) bool { return strings.HasPrefix(name, "sharedindex.") })
}

// find returns the first name that is want or below it.
func (ix *Index) find(want []byte) (found string, err error) {
	folded := false
	err = ix.Each(func(e *IndexEntry) bool {
		switch {
		case AtOrBelow(e.Name, want):
			found = string(e.Name)
		case e.Mode.Kind() == ModeTree && AtOrBelow(want, bytes.TrimSuffix(e.Name, []byte("/"))):
			folded = true // a sparse index does not list this folder's files
		}
		return found == ""
	})
	if err == nil && found == "" && folded {
		err = ErrForeignIndex
	}
	return found, err
}

// inOtherHalf looks into the shared half of a split index. A name found there may be removed by now, which only git
// knows.
func (ix *Index) inOtherHalf(p worktree.Project, want []byte) error {
	data, err := worktree.ReadSmall(filepath.Join(p.GitDir, fmt.Sprintf("sharedindex.%x", ix.shared)), maxIndex)
	if err != nil {
		return fmt.Errorf("%w: cannot read the shared index: %w", ErrForeignIndex, worktree.WithoutPath(err))
	}
	half, err := newIndex(data, ix.idLen)
	if err != nil {
		return err
	}
	if found, err := half.find(want); found != "" || err != nil {
		return fmt.Errorf("%w: split index", ErrForeignIndex)
	}
	return nil
}

func AtOrBelow(name, dir []byte) bool {
	if len(name) < len(dir) || name[0]|0x20 != dir[0]|0x20 {
		return false
	}
	return (len(name) == len(dir) || name[len(dir)] == '/') && bytes.EqualFold(name[:len(dir)], dir)
}
