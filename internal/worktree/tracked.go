package worktree

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"slices"
	"strings"
)

// Tracked gives a path at or below dir that git's index holds, in the index's
// spelling and compared without letter case, or "". No git and no index is "";
// so is an index that nobody can read.
func (t *Tree) Tracked(ctx context.Context, dir string) (string, error) {
	found, err := t.trackedHere(dir)
	if err == nil || errors.Is(err, fs.ErrNotExist) {
		return found, nil
	}
	names, err := t.gitList(ctx, "ls-files", "-z", "--full-name", "--", ":(top,icase,literal)"+t.toTop(dir))
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	if err != nil || len(names) == 0 {
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
	found := ""
	err = ix.each(func(e *indexEntry) bool {
		if atOrBelow(e.name, want) {
			found = string(e.name[len(t.prefix()):])
		}
		return found == ""
	})
	if err == nil && found == "" && (ix.split || ix.sparse && t.prefix() != "") {
		// A split index keeps most entries elsewhere, a sparse one folds whole folders.
		return "", errForeignIndex
	}
	return found, err
}

// trackedInHead answers from the start of the index when it can be sure: at a
// name that sorts after all spellings of dir, in an index that is not split.
func (t *Tree) trackedInHead(dir string) (found string, sure bool) {
	if t.prefix() != "" || t.splitIndex() {
		return "", false
	}
	ix, err := loadIndexHead(t.p)
	if err != nil {
		return "", false
	}
	want := []byte(dir)
	last := max(want[0], want[0]|0x20)
	_, _ = ix.entries(func(e *indexEntry) bool { // the cut end is an error, and not being sure
		if atOrBelow(e.name, want) {
			found = string(e.name)
		}
		sure = found != "" || len(e.name) > 0 && e.name[0] > last
		return !sure
	})
	return found, sure
}

// splitIndex reports whether the other half of a split index may be there.
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
