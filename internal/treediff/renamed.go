package treediff

import (
	"context"
	"path"
	"sort"

	"consider/internal/worktree"
)

// The ids of the blob without content.
const (
	emptyBlob    = "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391"
	emptyBlob256 = "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813"
)

// Renamed says where files went that are no longer in the worktree, one answer for each of gone. base is the commit
// they were last known in, or "". texts returns what was kept of a file's content, nil for nothing; similar compares
// two contents, from 0 to 1.
//
// The target is the one that git's rename detection finds, from base to HEAD and the index; otherwise the only new file
// with the same content; otherwise the one to which the commits and then the index and the disk lead step by step;
// otherwise the one that is clearly most similar. If base cannot be read, all tracked files that are nearly equal count
// as well, with a score that is not sure: the target may be a copy that was there before. The target is a regular file now and did not
// exist under that name at base: a copy made earlier is not a rename. Two equally good candidates make the answer
// ambiguous, unless exactly one of them keeps the file's own name. The only error is the context's.
func (m *Moment) Renamed(ctx context.Context, base string, gone []string, texts func(path string) []byte, similar func(a, b []byte) float64) (map[string]Rename, error) {
	if len(gone) == 0 {
		return nil, nil
	}
	s := &renameSearch{moment: m, texts: texts, similar: similar, found: map[string]Rename{}}
	s.since = m.changesSince(ctx, base)
	s.byGit(gone)
	if rest := s.open(gone); len(rest) > 0 {
		s.collect(ctx)
		s.byEqualContent(rest)
	}
	if rest := s.open(gone); len(rest) > 0 && s.since.base != "" {
		s.byHistory(ctx, rest)
	}
	if rest := s.open(gone); len(rest) > 0 && s.since.base != base {
		s.byTracked(ctx, rest)
	}
	s.byAlikeContent(ctx, s.open(gone))
	s.oneOwner()
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return s.found, nil
}

// byGit takes the answers of git's comparison of base and index.
func (s *renameSearch) byGit(gone []string) {
	for _, p := range gone {
		id, known := s.since.removed[p]
		if !known {
			continue
		}
		if twins := s.addedWith(id); len(twins) == 1 {
			s.accept(p, twins[0], 1, RenamedByGit, "same content")
			continue
		} else if len(twins) > 1 {
			if best := sameName(p, twins); best != "" {
				s.accept(p, best, 1, RenamedByGit, "same content and name")
			} else {
				s.refuse(p, "several new files have the same content")
			}
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

// addedWith lists the files added since base that hold a blob and still exist. Empty files do not count: equal
// emptiness proves nothing.
func (s *renameSearch) addedWith(id string) []string {
	if id == emptyBlob || id == emptyBlob256 {
		return nil
	}
	var twins []string
	for _, name := range s.since.byID[id] {
		if s.regular(name) {
			twins = append(twins, name)
		}
	}
	return twins
}

// rival returns another added file that is about as similar to p as git's choice, "" if there is none. A file that git
// gave to another vanished file, and that is more similar to that one, is not a rival. If git's choice kept the name,
// only another file of that name is a rival.
func (s *renameSearch) rival(p string, pair gitPair) string {
	if pair.score == 1 || s.texts == nil || s.similar == nil {
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

// oneOwner decides when two vanished files were found in the same place: the more similar one wins, then the one of
// that name, then neither.
func (s *renameSearch) oneOwner() {
	claims := map[string][]string{}
	for from, r := range s.found {
		if r.To != "" {
			claims[r.To] = append(claims[r.To], from)
		}
	}
	for to, from := range claims {
		if len(from) < 2 {
			continue
		}
		sort.Slice(from, func(i, j int) bool { return s.found[from[i]].Score > s.found[from[j]].Score })
		best := s.found[from[0]].Score
		equal := 1
		for equal < len(from) && s.found[from[equal]].Score == best {
			equal++
		}
		owner := from[0]
		if equal > 1 {
			owner = sameName(to, from[:equal])
		}
		for _, f := range from {
			if f != owner {
				s.refuse(f, "another missing file is equally similar to "+worktree.Quote(to))
			}
		}
	}
}
