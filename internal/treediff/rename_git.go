package treediff

import (
	"context"
	"path"
	"slices"
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
	slices.Sort(c.added)
	return c
}

// byGit takes the answers of git's comparison of base and index.
func (s *renameSearch) byGit(gone []string) {
	for _, p := range gone {
		id, known := s.since.removed[p]
		if !known {
			continue
		}
		if s.acceptEqual(p, s.addedWith(id), RenamedByGit) {
			continue
		}
		pair, ok := s.since.pairs[p]
		if !ok || !s.regular(pair.to) {
			continue
		}
		if rival := s.rival(p, pair); rival != "" {
			s.refuse(p, "both "+worktree.Quote(pair.to)+" and "+worktree.Quote(rival)+" are similar to it")
			continue
		}
		s.accept(p, pair.to, pair.score, RenamedByGit, "renamed since the base")
	}
}

// The ids of the blob without content.
const (
	emptyBlob    = "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391"
	emptyBlob256 = "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813"
)

// addedWith lists the files added since base that hold a blob and still exist. Empty files do not count: equal
// emptiness proves nothing.
func (s *renameSearch) addedWith(id string) []string {
	if id == emptyBlob || id == emptyBlob256 {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(s.since.byID[id]), func(name string) bool { return !s.regular(name) })
}

// rival returns another added file that is about as similar to p as git's choice, "" if there is none. A file that git
// gave to another vanished file, and that is more similar to that one, is not a rival. If git's choice kept the name,
// only another file of that name is a rival.
func (s *renameSearch) rival(p string, pair gitPair) string {
	if pair.score == 1 {
		return ""
	}
	text := s.texts(p)
	chosen, ok := s.read(pair.to)
	if len(text) == 0 || !ok {
		return ""
	}
	most := s.similar(text, chosen)
	kept := path.Base(p) == path.Base(pair.to)
	for i, name := range s.since.added {
		if i >= maxCompared {
			break
		}
		if name == pair.to || kept && path.Base(name) != path.Base(p) || s.since.owned[name] == 1 {
			continue
		}
		other, ok := s.read(name)
		if !ok || !sizesAlike(len(text), len(other)) {
			continue
		}
		score := s.similar(text, other)
		if score >= alike && score > most-minMargin && score > s.since.owned[name] {
			return name
		}
	}
	return ""
}

const (
	maxHistory     = 2000 // commits
	maxHistoryTime = 5 * time.Second
)

// byHistory follows a file through the commits one by one, then through what was done since: edits that add up can hide
// the connection between its first name and its last.
func (s *renameSearch) byHistory(ctx context.Context, gone []string) {
	steps := s.steps(ctx)
	ends := map[string]Rename{} // the name in HEAD, of files that have another name since, or none
	var names []string
	for _, p := range gone {
		at, score := s.moment.repo.ToTop(p), 1.0
		for _, step := range steps {
			if step.from == at {
				at, score = step.to, min(score, step.score)
			}
		}
		switch to, ok := s.moment.repo.FromTop(at); {
		case !ok:
		case to == p || !s.regular(to):
			ends[p] = Rename{To: to, Score: score}
			names = append(names, to)
		case s.isAdded(to):
			s.accept(p, to, score, RenamedByGit, "renamed in several steps since the base")
		}
	}
	since := s.sinceHead(ctx, names)
	for p, at := range ends {
		if next := since[at.To]; next.To != "" {
			s.accept(p, next.To, min(at.Score, next.Score), next.Via, next.Reason)
		}
	}
}

// steps returns the renames in the commits since the base, oldest first.
func (s *renameSearch) steps(ctx context.Context) []rawChange {
	ctx, cancel := context.WithTimeout(ctx, maxHistoryTime)
	defer cancel()
	if s.since.base == s.moment.repo.Head(ctx).Commit {
		return nil
	}
	out, err := s.moment.repo.Git.Output(ctx, gitrun.Call{Args: []string{
		"log", "--first-parent", "-m", gitAlike(), "-l300", "--no-rename-empty", "--diff-filter=R", "--raw", "-z", "--no-abbrev",
		"--ignore-submodules=all", "--format=", "--reverse", "-n", strconv.Itoa(maxHistory), s.since.base + "..HEAD", "--",
	}})
	if err != nil {
		return nil
	}
	return slices.DeleteFunc(parseRaw(out), func(step rawChange) bool { return step.status != 'R' })
}

// sinceHead finds files that HEAD has and the worktree has not, by the newest text that git has of them.
func (s *renameSearch) sinceHead(ctx context.Context, names []string) map[string]Rename {
	head := s.moment.repo.Head(ctx).Commit
	texts := map[string][]byte{}
	var known []string
	for _, name := range names {
		if text, err := s.moment.newest(ctx, head, name); err == nil && len(text) > 0 {
			texts[name] = text
			known = append(known, name)
		}
	}
	if len(known) == 0 {
		return nil
	}
	next := &renameSearch{moment: s.moment, texts: func(name string) []byte { return texts[name] }, similar: s.similar, found: map[string]Rename{}}
	next.since = s.moment.changesSince(ctx, head)
	next.byGit(known)
	if rest := next.open(known); len(rest) > 0 {
		next.collect(ctx)
		next.byEqualContent(rest)
		next.byAlikeContent(ctx, next.open(rest))
	}
	return next.found
}

func (s *renameSearch) isAdded(name string) bool {
	_, found := slices.BinarySearch(s.since.added, name)
	return found
}
