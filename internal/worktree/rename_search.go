package worktree

import (
	"context"
	"path"
	"strconv"
	"strings"
)

// Rename is where a vanished file went.
type Rename struct {
	To     string  // "" when it cannot be told
	Score  float64 // how alike old and new are, 0 to 1
	Via    string  // RenamedByGit or RenamedByContent
	Reason string  // what decided, or why To is empty
}

// The kinds of evidence for a rename.
const (
	RenamedByGit     = "git"
	RenamedByContent = "content"
)

const (
	// MinAlike is how alike, in percent, two files have to be for one to be the other under a new name. It is git's own, so
	// that threads go where the diff says that their file went.
	MinAlike  = 50
	alike     = MinAlike / 100.0
	minMargin = 0.1 // the runner-up must be this much less alike
)

// gitAlike asks git for renames by MinAlike.
func gitAlike() string { return "-M" + strconv.Itoa(MinAlike) + "%" }

const (
	maxCandidates   = 20_000  // new files looked at
	maxCompared     = 1_000   // new files compared with one vanished file
	maxComparedSize = 4 << 20 // bytes of a file that is compared
)

// renameSearch is one call of Renamed.
type renameSearch struct {
	t         *Tree
	untracked func(context.Context) ([]string, error)
	texts     func(string) []byte
	similar   func(a, b []byte) float64
	since     changes
	fresh     []candidate // files that may be a vanished one under a new name
	found     map[string]Rename
}

// candidate is a new file that may be a vanished one.
type candidate struct {
	path string
	size int64
}

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

// open lists the files without an answer yet.
func (s *renameSearch) open(gone []string) []string {
	var rest []string
	for _, p := range gone {
		if _, ok := s.found[p]; !ok {
			rest = append(rest, p)
		}
	}
	return rest
}

func (s *renameSearch) accept(from, to string, score float64, via, reason string) {
	s.found[from] = Rename{To: to, Score: score, Via: via, Reason: reason}
}

func (s *renameSearch) refuse(from, reason string) { s.found[from] = Rename{Reason: reason} }

func (s *renameSearch) text(p string) []byte {
	if s.texts == nil {
		return nil
	}
	return s.texts(p)
}

func (s *renameSearch) read(p string) ([]byte, bool) {
	text, _, err := s.t.ReadFile(p, maxComparedSize)
	return text, err == nil
}

// near lists the candidates worth comparing: of similar size and, when those
// are too many, with the same ending.
func (s *renameSearch) near(p string, size int64) []candidate {
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

// sizesAlike spares the comparison of files that cannot reach MinAlike, a share of the longer one. White space, which is no
// part of how alike they are, may make it half as long again.
func sizesAlike(a, b int) bool {
	const most = 1.5 / alike
	return a > 0 && b > 0 && float64(max(a, b)) <= most*float64(min(a, b))
}

// sameName picks the candidate that shares the longest tail of folders and
// name with p, if that is one and the name itself is shared.
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
