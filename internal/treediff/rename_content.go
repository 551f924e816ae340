package treediff

import (
	"bytes"
	"context"
	"slices"
)

// collect lists the files that did not exist at base: untracked ones, those that git has tracked since, and those
// between the two (git add -N).
func (s *renameSearch) collect(ctx context.Context) {
	l, err := s.moment.listing(ctx)
	if err != nil {
		return
	}
	names := slices.Concat(l.untracked, s.since.added, intended(s.moment.repo))
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		if len(s.fresh) >= maxCandidates {
			return
		}
		if _, before := s.since.removed[name]; before {
			continue // untracked now, but had this name at base
		}
		if fi, err := s.moment.repo.Stat(name); err == nil && fi.Mode.IsRegular() {
			s.fresh = append(s.fresh, candidate{name, fi.Size})
		}
	}
}

// byEqualContent finds files whose whole content appears in exactly one new place.
func (s *renameSearch) byEqualContent(gone []string) {
	for _, p := range gone {
		text := s.texts(p)
		if len(text) == 0 {
			s.refuse(p, "no copy of its content to look for renames with")
			continue
		}
		var equal []string
		for _, c := range s.fresh {
			if c.size != int64(len(text)) {
				continue
			}
			if other, _, err := s.moment.repo.ReadFile(c.path, c.size); err == nil && bytes.Equal(text, other) {
				equal = append(equal, c.path)
			}
		}
		s.acceptEqual(p, equal, RenamedByContent)
	}
}

// byAlikeContent finds files that were moved and edited.
func (s *renameSearch) byAlikeContent(ctx context.Context, gone []string) {
	for _, p := range gone {
		if ctx.Err() != nil {
			return
		}
		text := s.texts(p)
		if near := s.nearby(p, int64(len(text))); len(near) > maxCompared {
			s.refuse(p, "too many new files to compare")
		} else {
			s.choose(p, text, near, alike)
		}
	}
}

// choose takes the file that is clearly the most similar to a text, if it is at least so similar.
func (s *renameSearch) choose(p string, text []byte, near []candidate, least float64) {
	best, first, second := "", 0.0, 0.0
	for _, c := range near {
		other, ok := s.read(c.path)
		if !ok {
			continue
		}
		switch score := s.similar(text, other); {
		case score > first:
			best, first, second = c.path, score, first
		case score > second:
			second = score
		}
	}
	switch {
	case first < least:
		s.refuse(p, "no new file is similar to it")
	case first-second < minMargin:
		s.refuse(p, "several files are similar to it")
	default:
		s.accept(p, best, first, RenamedByContent, "most similar")
	}
}
