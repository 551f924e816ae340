package treediff

import (
	"path"
	"slices"
	"strings"
)

// Rename is the new place of a vanished file.
type Rename struct {
	To     string  // "" if unknown
	Score  float64 // similarity of old and new, 0 to 1
	Via    string  // RenamedByGit or RenamedByContent
	Reason string  // the evidence for To, or why it is empty
}

// The kinds of evidence for a rename.
const (
	RenamedByGit     = "git"
	RenamedByContent = "content"
)

const (
	alike     = MinAlike / 100.0
	minMargin = 0.1 // the runner-up must be this much less similar
)

const (
	maxCandidates   = 20_000  // limit of new files considered
	maxCompared     = 1_000   // limit of new files compared with one vanished file
	maxComparedSize = 4 << 20 // limit of bytes of a compared file
)

// renameSearch is one call of Renamed.
type renameSearch struct {
	moment  *Moment
	texts   func(string) []byte
	similar func(a, b []byte) float64
	since   fileChanges
	fresh   []candidate // files that may be a vanished file under a new name
	found   map[string]Rename
}

// candidate is a new file that may be a vanished one.
type candidate struct {
	path string
	size int64
}

// changes lists the files added and removed between a commit and the index. Paths are stored paths; files outside the
// project are omitted.
type fileChanges struct {
	base    string              // the commit compared with; "" if none
	removed map[string]string   // path to blob id at base
	added   []string            // sorted; tracked now but not at base
	byID    map[string][]string // added, by blob id
	pairs   map[string]gitPair  // git's renames, by old path
	owned   map[string]float64  // score of each pair, by its new path
}

type gitPair struct {
	to    string
	score float64
}

// open lists the files without an answer yet.
func (s *renameSearch) open(gone []string) []string {
	return slices.DeleteFunc(slices.Clone(gone), func(p string) bool { _, ok := s.found[p]; return ok })
}

func (s *renameSearch) accept(from, to string, score float64, via, reason string) {
	s.found[from] = Rename{To: to, Score: score, Via: via, Reason: reason}
}

// acceptEqual takes the only one of some files with the same content, or the one that kept the name. It returns false
// without any.
func (s *renameSearch) acceptEqual(from string, equal []string, via string) bool {
	best, reason := "", "same content"
	switch len(equal) {
	case 0:
		return false
	case 1:
		best = equal[0]
	default:
		best, reason = sameName(from, equal), "same content and name"
	}
	if best == "" {
		s.refuse(from, "several new files have the same content")
	} else {
		s.accept(from, best, 1, via, reason)
	}
	return true
}

func (s *renameSearch) refuse(from, reason string) { s.found[from] = Rename{Reason: reason} }

func (s *renameSearch) read(p string) ([]byte, bool) {
	text, _, err := s.moment.repo.ReadFile(p, maxComparedSize)
	return text, err == nil
}

// regular reports whether path is a regular file now, or would be if a sparse checkout did not omit it.
func (s *renameSearch) regular(path string) bool {
	if s.moment.tracked[path].omitted {
		return true
	}
	info, err := s.moment.repo.Stat(path)
	return err == nil && info.Mode.IsRegular()
}

// nearby lists the candidates worth comparing: those of similar size and, if there are too many, with the same extension.
func (s *renameSearch) nearby(p string, size int64) []candidate {
	var near, sameExt []candidate
	for _, c := range s.fresh {
		if c.size > maxComparedSize || !sizesAlike(int(size), int(c.size)) {
			continue
		}
		near = append(near, c)
		if path.Ext(c.path) == path.Ext(p) {
			sameExt = append(sameExt, c)
		}
	}
	if len(near) > maxCompared {
		return sameExt
	}
	return near
}

// sizesAlike rules out files whose sizes cannot reach MinAlike, which is a share of the longer file. White space does
// not count for the similarity and may make a file half as long again.
func sizesAlike(a, b int) bool {
	const most = 1.5 / alike
	return a > 0 && b > 0 && float64(max(a, b)) <= most*float64(min(a, b))
}

// sameName returns the candidate that shares the longest tail of folders and name with p, if there is exactly one and
// it shares the name itself.
func sameName(p string, candidates []string) string {
	best, most, tie := "", 0, false
	for _, c := range candidates {
		switch n := sharedTail(p, c); {
		case n > most:
			best, most, tie = c, n, false
		case n == most:
			tie = true
		}
	}
	if tie || most == 0 {
		return ""
	}
	return best
}

// sharedTail counts the equal components at the end of two paths.
func sharedTail(a, b string) int {
	x, y := strings.Split(a, "/"), strings.Split(b, "/")
	n := 0
	for n < len(x) && n < len(y) && x[len(x)-1-n] == y[len(y)-1-n] {
		n++
	}
	return n
}
