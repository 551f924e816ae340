package worktree

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"
)

// Brought reports whether git brought one of the files below dir that are given by their content: whether a repository
// around dir has it as a blob, as it is or before its line ends were converted. It asks no remote. If it cannot be
// determined, the answer is false.
func Brought(ctx context.Context, dir string, files ...[]byte) bool {
	real, err := resolveParents(dir)
	if err != nil {
		return false
	}
	for p := range around(real) {
		t := Open(p)
		found := t.hasBlob(ctx, files)
		_ = t.Close() // nothing was written
		if found {
			return true
		}
	}
	return false
}

func (t *Tree) hasBlob(ctx context.Context, files [][]byte) bool {
	idLen := len(plumbing.Hash{})
	if strings.EqualFold(loadConfig(t.p.GitDir, t.p.CommonDir).get("extensions.objectformat"), "sha256") {
		idLen = 32
	}
	var ids []string
	for _, data := range files {
		ids = append(ids, fmt.Sprintf("%x", blobID(data, idLen)))
		if lf := bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n")); len(lf) < len(data) {
			ids = append(ids, fmt.Sprintf("%x", blobID(lf, idLen)))
		}
	}
	stdin := strings.NewReader(strings.Join(ids, "\n") + "\n")
	if out, err := t.git(ctx, gitCall{args: []string{"cat-file", "--batch-check"}, stdin: stdin}); err == nil {
		return bytes.Contains(out, []byte(" blob "))
	}
	found := false
	_ = t.withObjects(atAnyCost, func(o *objects) error {
		for i, store := range o.packs {
			for _, id := range ids {
				_, err := os.Lstat(filepath.Join(o.dirs[i], id[:2], id[2:]))
				found = found || err == nil || store.HasEncodedObject(plumbing.NewHash(id)) == nil
			}
		}
		return nil
	})
	return found
}

// EverHeld reports whether git held dir or something below it at any time that is still known: in a commit of a ref or
// a reflog, or in the index of a worktree, of each repository around dir. It needs git.
func EverHeld(ctx context.Context, dir string) (bool, error) {
	real, err := resolveParents(dir)
	if err != nil {
		return false, osError(dir, err)
	}
	for p, rel := range around(real) {
		t := Open(p)
		found, err := t.everHeld(ctx, rel)
		_ = t.Close() // nothing was written
		if found || err != nil {
			return found, err
		}
	}
	return false, nil
}

func (t *Tree) everHeld(ctx context.Context, rel string) (bool, error) {
	places := []Project{t.p}
	for _, linked := range t.p.LinkedWorktrees() {
		places = append(places, linked.Place)
	}
	if main, ok := t.p.Main(); ok {
		places = append(places, main)
	}
	var problems error
	for _, p := range places {
		other := Open(Project{Root: p.Top, Top: p.Top, GitDir: p.GitDir, CommonDir: p.CommonDir})
		path, err := other.Tracked(ctx, rel)
		_ = other.Close() // nothing was written
		if path != "" {
			return true, nil
		}
		problems = errors.Join(problems, err)
	}
	spec := ":(top,icase,literal)" + rel
	commits, err := t.gitList(ctx, "log", "--all", "--reflog", "--full-history", "--max-count=1", "--format=%H", "-z", "--", spec)
	return len(commits) > 0, errors.Join(problems, err)
}
