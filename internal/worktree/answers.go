package worktree

import "time"

// Answers are what git said about the project in one read. Their stamp shows the next read whether git would say the
// same again. They hold only names and only save questions: without them git is asked.
type Answers struct {
	stamp     string // of all that the answers depend on; "" if only the answers about the index are kept
	outside   []string
	folders   []string // from the root: folders without tracked files, which git searches as well
	changed   []string
	untracked []string
	touched   []string                     // unchanged files whose times differ from the index
	renames   map[string]map[string]Rename // by question

	setStamp string    // of all that git's settings depend on
	set      *settings // nil if unknown

	index string                 // the index that raw is about
	raw   map[string][]rawChange // by question
}

// Limits for what is kept; beyond them every read asks git.
const (
	maxKept      = 20_000 // names of one list
	maxKeptRaw   = 4
	keptPatience = 2 * time.Second // age at which a change surely shows in a file's times on any disk
)
