package worktree

import (
	"context"
	"fmt"
	"path/filepath"
	"strconv"
)

// PatchIgnoringSpace compares two texts of one file as git diff -w does, by git
// alone. It gives hunks below whatever comes before them, "" for texts that
// differ in nothing but white space. Errors: as Diff; errors of git where there
// is none.
func (t *Tree) PatchIgnoringSpace(ctx context.Context, path string, a, b []byte, around int) (string, error) {
	if err := CheckPath(path); err != nil {
		return "", err
	}
	g, err := t.newGitPlace(ctx, DiffOptions{})
	if err != nil {
		return "", err
	}
	defer g.remove()
	var trees [2]string
	for i, text := range [][]byte{a, b} {
		side := Side{Entries: []SideEntry{{Path: path, Mode: modeOfFile, Data: text}}}
		if trees[i], err = g.tree(side, filepath.Join(g.dir, "index"+strconv.Itoa(i))); err != nil {
			return "", err
		}
	}
	if err := g.made.write(filepath.Join(g.dir, "objects")); err != nil {
		return "", err
	}
	out, err := g.run(filepath.Join(g.dir, "index"), "",
		"diff", "--ignore-all-space", "--no-renames", "--no-ext-diff", "--no-textconv", "--no-color", "--src-prefix=a/", "--dst-prefix=b/",
		"--unified="+strconv.Itoa(around), trees[0], trees[1], "--")
	if err != nil {
		return "", fmt.Errorf("compare without white space: %w", err)
	}
	return string(out), nil
}
