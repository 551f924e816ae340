package worktree

import "time"

// Answers are what git said of the project in one read, with a stamp by which the next read can tell that it would say the
// same. They are made of names alone, and only save questions: without them git is asked.
type Answers struct {
	stamp     string // of all that the answers depend on; "" where only those of the index are kept
	outside   []string
	folders   []string // from the root: those without tracked files, which git looks into all the same
	changed   []string
	untracked []string
	touched   []string                     // unchanged ones whose times the index does not have
	renames   map[string]map[string]Rename // by what was asked

	setStamp string    // of all that git's settings depend on
	set      *settings // nil where they are not known

	index string                 // which index it was that raw is of
	raw   map[string][]rawChange // by what was asked
}

// Bounds of what is kept; beyond them git is asked at every read.
const (
	maxKept      = 20_000 // names of one list
	maxKeptRaw   = 4
	keptPatience = 2 * time.Second // how old a change has to be to show in a file's times on any disk
)
