package worktree

import (
	"context"
	"strconv"
	"strings"
)

// VersionsOf lists the commits after base, up to HEAD, that changed a file and left a file of that name, newest first
// and at most most of them. base may be "" for all commits. If git cannot say, the list is empty.
func (t *Tree) VersionsOf(ctx context.Context, base, path string, most int) []string {
	if t.p.GitDir == "" || CheckPath(path) != nil || base != "" && !isID(base) {
		return nil
	}
	args := []string{"--literal-pathspecs", "log", "--format=%H", "--diff-filter=AM", "--no-renames", "-n", strconv.Itoa(most), "HEAD"}
	if base != "" {
		args = append(args, "^"+base)
	}
	out, err := t.git(ctx, gitCall{args: append(args, "--", path)})
	if err != nil {
		return nil
	}
	var commits []string
	for _, id := range strings.Fields(string(out)) {
		if isID(id) {
			commits = append(commits, id)
		}
	}
	return commits
}
