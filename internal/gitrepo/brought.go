package gitrepo

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"consider/internal/gitdir"
	"consider/internal/gitrun"
	"consider/internal/worktree"
)

// Brought reports whether git brought one of the files below dir that are given by their content: whether a repository
// around dir has it as a blob, as it is or before its line ends were converted. It asks no remote. If it cannot be
// determined, the answer is false.
func Brought(ctx context.Context, dir string, files ...[]byte) bool {
	found, _ := around(dir, func(r *Repo, _ string) (bool, error) { return r.hasBlob(ctx, files), nil })
	return found
}

func (r *Repo) hasBlob(ctx context.Context, files [][]byte) bool {
	idLen := gitdir.IDLength(r.Project)
	var ids []string
	for _, data := range files {
		ids = append(ids, fmt.Sprintf("%x", gitdir.BlobID(data, idLen)))
		if lf := bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n")); len(lf) < len(data) {
			ids = append(ids, fmt.Sprintf("%x", gitdir.BlobID(lf, idLen)))
		}
	}
	stdin := strings.NewReader(strings.Join(ids, "\n") + "\n")
	if out, err := r.Git.Output(ctx, gitrun.Call{Args: []string{"cat-file", "--batch-check"}, Stdin: stdin}); err == nil {
		return bytes.Contains(out, []byte(" blob "))
	}
	found := false
	_ = r.WithObjects(AtAnyCost, func(o *gitdir.Objects) error {
		found = slices.ContainsFunc(ids, o.Has)
		return nil
	})
	return found
}

// EverHeld reports whether git held dir or something below it at any time that is still known: in a commit of a ref or
// a reflog, or in the index of a worktree, of each repository around dir. It needs git.
func EverHeld(ctx context.Context, dir string) (bool, error) {
	return around(dir, func(r *Repo, rel string) (bool, error) { return r.everHeld(ctx, rel) })
}

func (r *Repo) everHeld(ctx context.Context, rel string) (bool, error) {
	places := []worktree.Project{r.Project}
	for _, linked := range r.LinkedWorktrees() {
		places = append(places, linked.Place)
	}
	if main, ok := r.Main(); ok {
		places = append(places, main)
	}
	var problems error
	for _, p := range places {
		other := Open(worktree.Project{Root: p.Top, Top: p.Top, GitDir: p.GitDir, CommonDir: p.CommonDir})
		path, err := other.Tracked(ctx, rel)
		_ = other.Close() // nothing was written
		if path != "" {
			return true, nil
		}
		problems = errors.Join(problems, err)
	}
	spec := ":(top,icase,literal)" + rel
	commits, err := r.Git.List(ctx, "log", "--all", "--reflog", "--full-history", "--max-count=1", "--format=%H", "-z", "--", spec)
	return len(commits) > 0, errors.Join(problems, err)
}
