package treediff

import (
	"context"
	"sort"
	"strconv"
	"time"

	"consider/internal/gitfmt"
	"consider/internal/gitrepo"
	"consider/internal/gitrun"
	"consider/internal/worktree"
)

// changesSince compares base, or HEAD if base is unknown, with the index. If that is impossible, everything is empty.
func (m *Moment) changesSince(ctx context.Context, base string) fileChanges {
	r := m.repo
	if r.GitDir == "" {
		return fileChanges{}
	}
	tries := []string{base}
	head := r.Head(ctx)
	if head.Commit != base {
		tries = append(tries, head.Commit)
	}
	for _, commit := range tries {
		if !gitfmt.IsID(commit) {
			continue
		}
		if raw, err := m.rawChanges(ctx, commit); err == nil {
			return newChanges(r, commit, raw)
		}
	}
	if head.Commit == "" && head.Via != gitrepo.ViaNone {
		return newChanges(r, "", allTracked(r)) // before the first commit everything is new
	}
	return fileChanges{}
}

func newChanges(r *gitrepo.Repo, commit string, raw []rawChange) fileChanges {
	c := fileChanges{
		base: commit, removed: map[string]string{}, byID: map[string][]string{},
		pairs: map[string]gitPair{}, owned: map[string]float64{},
	}
	for _, change := range raw {
		from, fromOK := r.FromTop(change.from)
		to, toOK := r.FromTop(change.to)
		if (change.status == 'D' || change.status == 'R') && fromOK {
			c.removed[from] = change.oldID
		}
		if (change.status == 'A' || change.status == 'R') && toOK && worktree.CheckPath(to) == nil {
			c.added = append(c.added, to)
			c.byID[change.newID] = append(c.byID[change.newID], to)
		}
		if change.status == 'R' && fromOK && toOK {
			c.pairs[from] = gitPair{to, change.score}
			c.owned[to] = change.score
		}
	}
	sort.Strings(c.added)
	return c
}

const (
	maxHistory     = 2000 // commits
	maxHistoryTime = 5 * time.Second
)

// byHistory follows a file through the commits one by one: edits that add up over several renames can hide the
// connection between its first name and its last.
func (s *renameSearch) byHistory(ctx context.Context, gone []string) {
	wanted := map[string]bool{}
	for _, p := range gone {
		if _, removed := s.since.removed[p]; removed {
			wanted[p] = true
		}
	}
	if len(wanted) == 0 {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, maxHistoryTime)
	defer cancel()
	out, err := s.repo.Git.Output(ctx, gitrun.Call{Args: []string{
		"log", "--first-parent", "-m", gitAlike(), "-l300", "--no-rename-empty", "--diff-filter=R", "--raw", "-z", "--no-abbrev",
		"--ignore-submodules=all", "--format=", "--reverse", "-n", strconv.Itoa(maxHistory), s.since.base + "..HEAD", "--",
	}})
	if err != nil {
		return
	}
	steps := parseRaw(out)
	for _, p := range gone {
		if !wanted[p] {
			continue
		}
		at, score := s.repo.ToTop(p), 1.0
		for _, step := range steps {
			if step.status == 'R' && step.from == at {
				at, score = step.to, min(score, step.score)
			}
		}
		if to, ok := s.repo.FromTop(at); ok && to != p && s.isAdded(to) && s.regular(to) {
			s.accept(p, to, score, RenamedByGit, "renamed in several steps since the base")
		}
	}
}

func (s *renameSearch) isAdded(name string) bool {
	i := sort.SearchStrings(s.since.added, name)
	return i < len(s.since.added) && s.since.added[i] == name
}
