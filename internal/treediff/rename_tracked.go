package treediff

import (
	"context"
	"encoding/hex"
	"maps"
	"path"
	"slices"

	"consider/internal/gitdir"
)

// These bound the search for a file among all tracked ones. Beyond them, only a file with the same content is found.
const (
	nearlyEqual   = 0.9
	unproven      = 0.8     // the score of what is found: it may be a copy that is older than the file
	maxNear       = 50      // files that are compared with one vanished file
	maxNearBytes  = 4 << 20 // and the sum of their sizes
	maxNearLonger = 1.25    // times the size of the shorter one
)

// byTracked finds files among all tracked ones. It is for a base that is gone: which files are new is then unknown.
func (s *renameSearch) byTracked(ctx context.Context, gone []string) {
	index := s.moment.index(ctx)
	names := slices.Sorted(maps.Keys(index))
	for _, p := range gone {
		text := s.texts(p)
		if len(text) == 0 || ctx.Err() != nil {
			continue
		}
		if near := s.tracked(names, index, p, text); len(near) > 0 {
			s.choose(p, text, near, nearlyEqual)
		}
		if found := s.found[p]; found.To != "" {
			s.accept(p, found.To, min(found.Score, unproven), RenamedByContent, "nearly equal")
		} else {
			delete(s.found, p) // a new file may be similar
		}
	}
}

// tracked returns the tracked files with the same content as p or, if there is none, those that may be nearly equal.
func (s *renameSearch) tracked(names []string, index map[string]trackedFile, p string, text []byte) []candidate {
	var equal, near []candidate
	var id string
	size, sum := int64(len(text)), int64(0)
	for _, name := range names {
		f := index[name]
		if len(id) != len(f.blob) {
			id = hex.EncodeToString(gitdir.BlobID(text, len(f.blob)/2))
		}
		switch {
		case name == p:
		case f.blob == id:
			equal = append(equal, candidate{name, size})
		case path.Ext(name) == path.Ext(p) && float64(max(f.size, size)) <= maxNearLonger*float64(min(f.size, size)):
			near = append(near, candidate{name, f.size})
			sum += f.size
		}
	}
	if len(equal) > 0 {
		return equal
	}
	if len(near) > maxNear || sum > maxNearBytes {
		return nil
	}
	return near
}
