package treediff

import (
	"context"
	"sort"

	"consider/internal/worktree"
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
