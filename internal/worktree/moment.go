package worktree

import "time"

// Moment is the worktree as one read sees it. It caches what git said and which folders exist, so one read gets the
// same answer twice. An earlier read's answers count as long as nothing has changed since (see Answers). Only one
// goroutine may use it.
type Moment struct {
	tree    *Tree
	folders map[string]bool        // from the root: names known to be folders
	raw     map[string][]rawChange // by question: what differs between a commit and the index
	listed  *listing
	memory  memory
	last    struct {
		path string
		info Info
	}
}

// listing is the output of one run of git status.
type listing struct {
	changed, untracked []string // names from the root, sorted; changed includes the untracked ones
	said               bool     // git gave the list, not this process
	ignored            map[string]bool
	files              []string // files that the list depends on
}

// Moment begins a read.
func (t *Tree) Moment() *Moment {
	return &Moment{tree: t, folders: map[string]bool{}, raw: map[string][]rawChange{}}
}

// Stat is [Tree.Stat] with each folder of the path checked only once per moment: a list of threads would otherwise
// check folders three times as often as files. The second of two calls in a row for one path returns the first result.
func (m *Moment) Stat(path string) (Info, error) {
	if path == m.last.path && path != "" {
		return m.last.info, nil
	}
	fi, err := m.tree.lstatBelow(m.folders, path)
	if err != nil {
		return Info{}, err
	}
	m.last.path, m.last.info = path, infoOf(fi)
	return m.last.info, nil
}

// memory is what a moment knows of earlier reads, and what it leaves to the next.
type memory struct {
	before  func() *Answers  // returns what was kept; nil for nothing
	now     func() time.Time // by the clock of the project's disk; nil if nothing is kept
	began   time.Time        // when git was first asked
	kept    *Answers
	read    bool
	still   bool // kept is still valid
	judged  bool
	index   map[string][]rawChange
	indexed bool
	asked   bool // there is something new to keep
	poor    bool // git did not give everything, but may do so next time
	renames map[string]map[string]Rename
	set     *settings
	touched []string // since the kept answers
}

// Remember gives the moment what an earlier read kept, and the clock of the project's disk.
func (m *Moment) Remember(before func() *Answers, now func() time.Time) {
	m.memory.before, m.memory.now = before, now
}

// begin records when git was asked: a change from then on may be in its answers or not.
func (k *memory) begin() {
	k.asked = true
	if k.began.IsZero() && k.now != nil {
		k.began = k.now()
	}
}

func (k *memory) recall() *Answers {
	if !k.read && k.before != nil {
		k.read, k.kept = true, k.before()
	}
	return k.kept
}
