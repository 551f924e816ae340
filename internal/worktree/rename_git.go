package worktree

import (
	"context"
	"errors"
	"sort"
	"strconv"
	"strings"
	"time"
)

// changes is what was added and removed between a commit and the index. Paths
// are stored paths; what lies outside the project is left out.
type changes struct {
	base    string              // the commit compared with; "" without one
	removed map[string]string   // path to blob id at base
	added   []string            // sorted; tracked now and not at base
	byID    map[string][]string // the same by blob id
	pairs   map[string]gitPair  // git's renames, by old path
	owned   map[string]float64  // new path of a pair to its score
}

type gitPair struct {
	to    string
	score float64
}

// rawChange is one line of git's raw diff format.
type rawChange struct {
	status       byte // A, D, M, T, R, …
	score        float64
	oldID, newID string
	from, to     string // equal but for renames
}

// changesSince compares base, or HEAD when base is not known, with the index.
// Where that is impossible, everything is empty.
func (t *Tree) changesSince(ctx context.Context, base string) changes {
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
		if raw, err := t.rawChanges(ctx, commit); err == nil {
			return t.newChanges(commit, raw)
		}
	}
	if head.Commit == "" && head.Via != ViaNone {
		return t.newChanges("", t.allTracked()) // before the first commit everything is new
	}
	return changes{}
}

func (t *Tree) allTracked() []rawChange {
	var raw []rawChange
	t.eachTracked(func(name string, e *indexEntry) {
		if e.mode.file() {
			raw = append(raw, rawChange{status: 'A', newID: e.hexID(), from: t.toTop(name), to: t.toTop(name)})
		}
	})
	return raw
}

// gitAlike asks git for renames of files that are as alike as ours have to be.
func gitAlike() string { return "-M" + strconv.Itoa(minAlike*100) + "%" }

// rawChanges tries git with rename detection, git without (a partial clone may
// lack the blobs to compare), and at last this process.
func (t *Tree) rawChanges(ctx context.Context, commit string) ([]rawChange, error) {
	var failed error
	for _, renames := range [][]string{{gitAlike(), "-l1000", "--no-rename-empty"}, {"--no-renames"}} {
		args := append([]string{"diff-index", "--cached", "--raw", "-z", "--no-abbrev", "--ignore-submodules=all"}, renames...)
		out, err := t.git(ctx, gitCall{args: append(args, commit, "--")})
		if err == nil {
			return parseRaw(out), nil
		}
		failed = errors.Join(failed, err)
		if ctx.Err() != nil || errors.Is(err, errNoGit) {
			break
		}
	}
	raw, err := t.rawChangesHere(commit)
	if err != nil {
		return nil, errors.Join(failed, err)
	}
	return raw, nil
}

// rawChangesHere compares all names of the commit with all of the index.
func (t *Tree) rawChangesHere(commit string) ([]rawChange, error) {
	files, err := t.filesOf(commit)
	if err != nil {
		return nil, err
	}
	ix, err := loadIndex(t.p)
	if err != nil {
		return nil, err
	}
	var raw []rawChange
	err = ix.each(func(e *indexEntry) bool {
		name := string(e.name)
		if was, ok := files[name]; ok {
			delete(files, name)
			if was.id != e.hexID() {
				raw = append(raw, rawChange{status: 'M', oldID: was.id, newID: e.hexID(), from: name, to: name})
			}
		} else if e.mode.file() && e.extra&extraIntentToAdd == 0 {
			raw = append(raw, rawChange{status: 'A', newID: e.hexID(), from: name, to: name})
		}
		return true
	})
	if err != nil || ix.split || ix.sparse {
		return nil, errForeignIndex
	}
	for name, e := range files {
		raw = append(raw, rawChange{status: 'D', oldID: e.id, from: name, to: name})
	}
	return raw, nil
}

func (t *Tree) filesOf(commit string) (files map[string]entry, err error) {
	err = t.withObjects(atAnyCost, func(o *objects) error {
		files, err = o.flatten(commit)
		return err
	})
	return files, err
}

// filesAt lists a commit's files in this process, or by git.
func (t *Tree) filesAt(ctx context.Context, commit string) (map[string]entry, error) {
	files, err := t.filesOf(commit)
	if err == nil {
		return files, nil
	}
	lines, gitErr := t.gitList(ctx, "ls-tree", "-r", "-z", "--full-tree", commit, "--")
	if gitErr != nil {
		return nil, errors.New(inWords(gitErr, err))
	}
	files = map[string]entry{}
	for _, line := range lines {
		if e, ok := parseTreeLine(line); ok {
			files[e.name] = e
		}
	}
	return files, nil
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

// parseRaw reads ":<mode> <mode> <id> <id> <status>" NUL path NUL [path NUL].
// Anything else between the lines (the blanks that git log leaves) is passed over.
func parseRaw(out []byte) []rawChange {
	var raw []rawChange
	for tokens := splitNUL(out); len(tokens) > 1; tokens = tokens[1:] {
		fields := strings.Fields(tokens[0])
		if len(fields) != 5 || fields[0][0] != ':' {
			continue
		}
		r := rawChange{status: fields[4][0], oldID: fields[2], newID: fields[3], from: tokens[1], to: tokens[1]}
		if score, err := strconv.Atoi(fields[4][1:]); err == nil {
			r.score = float64(score) / 100
		}
		tokens = tokens[1:]
		if (r.status == 'R' || r.status == 'C') && len(tokens) > 1 {
			r.to = tokens[1]
			tokens = tokens[1:]
		}
		raw = append(raw, r)
	}
	return raw
}

const (
	maxHistory     = 2000 // commits
	maxHistoryTime = 5 * time.Second
)

// byHistory follows a file through the commits one by one: edits that add up
// over several renames can hide the way from its first name to its last.
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
