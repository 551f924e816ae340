package gitdir

import (
	"bytes"
	"fmt"
	"path/filepath"

	"consider/internal/worktree"
)

// Tracked returns a path at or below dir that the index holds, in the index's spelling, or "".
func Tracked(p worktree.Project, dir string) (string, error) {
	if p.GitDir == "" || dir == "" {
		return "", nil
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
