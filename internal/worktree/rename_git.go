package worktree

import (
	"context"
	"sort"
	"strconv"
	"time"
)

// changesSince compares base, or HEAD if base is unknown, with the index. If that is impossible, everything is empty.
func (m *Moment) changesSince(ctx context.Context, base string) changes {
	t := m.tree
	if t.p.GitDir == "" {
		return changes{}
	}
	tries := []string{base}
	head := t.Head(ctx)
	if head.Commit != base {
		tries = append(tries, head.Commit)
	}
	for _, commit := range tries {
		if !isID(commit) {
			continue
		}
		if raw, err := m.rawChanges(ctx, commit); err == nil {
			return t.newChanges(commit, raw)
		}
	}
	if head.Commit == "" && head.Via != ViaNone {
		return t.newChanges("", t.allTracked()) // before the first commit everything is new
	}
	return changes{}
}

func (t *Tree) newChanges(commit string, raw []rawChange) changes {
	c := changes{
		base: commit, removed: map[string]string{}, byID: map[string][]string{},
		pairs: map[string]gitPair{}, owned: map[string]float64{},
	}
	for _, r := range raw {
		from, fromOK := t.fromTop(r.from)
		to, toOK := t.fromTop(r.to)
		if (r.status == 'D' || r.status == 'R') && fromOK {
			c.removed[from] = r.oldID
		}
		if (r.status == 'A' || r.status == 'R') && toOK && CheckPath(to) == nil {
			c.added = append(c.added, to)
			c.byID[r.newID] = append(c.byID[r.newID], to)
		}
		if r.status == 'R' && fromOK && toOK {
			c.pairs[from] = gitPair{to, r.score}
			c.owned[to] = r.score
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
	out, err := s.t.git(ctx, gitCall{args: []string{
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
		at, score := s.t.toTop(p), 1.0
		for _, step := range steps {
			if step.status == 'R' && step.from == at {
				at, score = step.to, min(score, step.score)
			}
		}
		if to, ok := s.t.fromTop(at); ok && to != p && s.isAdded(to) && s.t.regular(to) {
			s.accept(p, to, score, RenamedByGit, "renamed in several steps since the base")
		}
	}
}

func (s *renameSearch) isAdded(name string) bool {
	i := sort.SearchStrings(s.since.added, name)
	return i < len(s.since.added) && s.since.added[i] == name
}
