package gitrepo

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"consider/internal/gitdir"
	"consider/internal/gitrun"
	"consider/internal/worktree"
)

// BranchRename is one renaming of a branch, as recorded in reflogs.
type BranchRename struct {
	At       int64 // seconds since 1970
	From, To string
}

// Limits for reading reflogs.
const (
	maxReflog   = 8 << 20 // bytes of one reflog
	maxReflogs  = 20_000  // files
	branchesDir = "refs/heads"
)

// WorkingBranch returns the branch that work goes to: the one checked out or, during a rebase, the one being rebased.
// It is "" without a branch.
func (r *Repo) WorkingBranch(ctx context.Context) string {
	if b := r.Head(ctx).Branch; b != "" || r.GitDir == "" {
		return b
	}
	for _, dir := range []string{"rebase-merge", "rebase-apply"} {
		text, err := worktree.ReadSmall(filepath.Join(r.GitDir, dir, "head-name"), worktree.MaxPointer)
		if b, ok := strings.CutPrefix(strings.TrimSpace(string(text)), branchesDir+"/"); err == nil && ok && gitdir.SafeRef(branchesDir+"/"+b) {
			return b
		}
	}
	return ""
}

// BranchRenames lists the logged renamings that led to the present branches, oldest first.
func (r *Repo) BranchRenames(ctx context.Context) []BranchRename {
	var out []BranchRename
	for _, name := range r.reflogNames(ctx) {
		for _, e := range r.reflog(ctx, name) {
			out = e.appendRename(out)
		}
	}
	// A branch's log moves with the branch, so a renaming is in one log only, unless the branch was copied.
	slices.SortStableFunc(out, func(a, b BranchRename) int { return cmp.Compare(a.At, b.At) })
	return slices.Compact(out)
}

// BranchBegan returns when a branch was made, as far as its log goes back, or last renamed: seconds since 1970, 0 if
// unknown.
func (r *Repo) BranchBegan(ctx context.Context, branch string) int64 {
	var began int64
	for i, e := range r.reflog(ctx, branchesDir+"/"+branch) {
		if renames := e.appendRename(nil); i == 0 || len(renames) > 0 && renames[0].To == branch {
			began = e.at
		}
	}
	return began
}

// BranchParent returns the branch that another was made from, "" if unknown.
func (r *Repo) BranchParent(ctx context.Context, branch string) string {
	for _, e := range r.reflog(ctx, branchesDir+"/"+branch) {
		from, ok := strings.CutPrefix(e.what, "branch: Created from ")
		if !ok {
			if of, copied := strings.CutPrefix(e.what, "Branch: copied refs/heads/"); copied {
				from, _, ok = strings.Cut(of, " to ")
			}
		}
		if !ok {
			continue
		}
		if from == "HEAD" {
			return r.leftFor(ctx, branch, e.at)
		}
		from = strings.TrimPrefix(from, branchesDir+"/")
		if _, _, err := gitdir.Refs(r.Project).Read(branchesDir + "/" + from); err != nil {
			return ""
		}
		return from
	}
	return ""
}

// leftFor returns the branch that was checked out when another was made and switched to.
func (r *Repo) leftFor(ctx context.Context, branch string, at int64) string {
	for _, e := range r.reflog(ctx, "HEAD") {
		moves, ok := strings.CutPrefix(e.what, "checkout: moving from ")
		if !ok || e.at < at {
			continue
		}
		if from, to, ok := strings.Cut(moves, " to "); ok && to == branch {
			return from
		}
	}
	return ""
}

// logEntry is one line of a reflog.
type logEntry struct {
	at   int64
	what string
}

func (e logEntry) appendRename(list []BranchRename) []BranchRename {
	names, ok := strings.CutPrefix(e.what, "Branch: renamed refs/heads/")
	if !ok {
		return list
	}
	from, to, ok := strings.Cut(names, " to refs/heads/")
	if !ok {
		return list
	}
	return append(list, BranchRename{e.at, from, to})
}

// reflog reads a ref's log, oldest entry first. It skips lines that do not parse.
func (r *Repo) reflog(ctx context.Context, ref string) []logEntry {
	if r.GitDir == "" || !gitdir.SafeRef(ref) {
		return nil
	}
	dir := r.CommonDir
	if ref == "HEAD" {
		dir = r.GitDir
	}
	text, err := worktree.ReadSmall(filepath.Join(dir, "logs", filepath.FromSlash(ref)), maxReflog)
	if err != nil {
		return r.gitReflog(ctx, ref)
	}
	var out []logEntry
	for line := range strings.Lines(string(text)) {
		who, what, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
		fields := strings.Fields(who)
		if !ok || len(fields) < 4 {
			continue
		}
		if at, err := strconv.ParseInt(fields[len(fields)-2], 10, 64); err == nil {
			out = append(out, logEntry{at, what})
		}
	}
	return out
}

// gitReflog asks git for a log that is not kept in a file.
func (r *Repo) gitReflog(ctx context.Context, ref string) []logEntry {
	if !r.foreignRefs() {
		return nil
	}
	text, err := r.Git.Output(ctx, gitrun.Call{Args: []string{"log", "--walk-reflogs", "--date=unix", "--format=%gd%x00%gs", ref, "--"}, Max: maxReflog})
	if err != nil {
		return nil
	}
	var out []logEntry
	for line := range strings.Lines(string(text)) {
		which, what, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "\x00")
		_, when, _ := strings.Cut(which, "@{")
		if at, err := strconv.ParseInt(strings.TrimSuffix(when, "}"), 10, 64); ok && err == nil {
			out = append(out, logEntry{at, what})
		}
	}
	slices.Reverse(out)
	return out
}

// foreignRefs reports whether only git itself can read the refs and their logs.
func (r *Repo) foreignRefs() bool {
	_, _, err := gitdir.Refs(r.Project).Head()
	return errors.Is(err, gitdir.ErrForeignRefs)
}

// Branches lists the local branches, the latest commit first; none without git.
func (r *Repo) Branches(ctx context.Context) ([]string, error) {
	if r.GitDir == "" {
		return nil, nil
	}
	text, err := r.Git.Output(ctx, gitrun.Call{Args: []string{"for-each-ref", "--sort=-committerdate", "--format=%(refname:short)", branchesDir + "/"}, Max: maxReflog})
	return strings.Fields(string(text)), err
}

// reflogNames lists the branches that have a log.
func (r *Repo) reflogNames(ctx context.Context) []string {
	if r.GitDir == "" {
		return nil
	}
	var out []string
	if r.foreignRefs() {
		text, err := r.Git.Output(ctx, gitrun.Call{Args: []string{"for-each-ref", "--format=%(refname)", branchesDir + "/"}, Max: maxReflog})
		if err == nil {
			out = strings.Fields(string(text))
		}
		return out[:min(len(out), maxReflogs)]
	}
	logs, err := os.OpenRoot(filepath.Join(r.CommonDir, "logs"))
	if err != nil {
		return nil
	}
	defer logs.Close()
	_ = fs.WalkDir(logs.FS(), branchesDir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || len(out) >= maxReflogs {
			return fs.SkipDir
		}
		if d.Type().IsRegular() {
			out = append(out, path)
		}
		return ctx.Err()
	})
	return out
}
