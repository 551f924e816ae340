package gitrepo

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"consider/internal/gitfmt"
	"consider/internal/gitrun"
	"consider/internal/worktree"
)

// VersionsOf lists the commits after base, up to HEAD, that changed a file and left a file of that name, newest first
// and at most most of them. base may be "" for all commits. If git cannot say, the list is empty.
func (r *Repo) VersionsOf(ctx context.Context, base, path string, most int) []string {
	if r.GitDir == "" || worktree.CheckPath(path) != nil || base != "" && !gitfmt.IsID(base) {
		return nil
	}
	args := []string{"--literal-pathspecs", "log", "--format=%H", "--diff-filter=AM", "--no-renames", "-n", strconv.Itoa(most), "HEAD"}
	if base != "" {
		args = append(args, "^"+base)
	}
	out, err := r.Git.Output(ctx, gitrun.Call{Args: append(args, "--", path)})
	if err != nil {
		return nil
	}
	return slices.DeleteFunc(strings.Fields(string(out)), func(id string) bool { return !gitfmt.IsID(id) })
}
