package worktree

import "time"

// Moment is the worktree as one read finds it: what git has said, and which folders were met, is not asked again. So a read
// also hears the same twice. What an earlier read heard counts as long as nothing has changed since (see Answers). It is
// for one goroutine.
type Moment struct {
	tree    *Tree
	folders map[string]bool        // from the root: those that were met, and are some
	raw     map[string][]rawChange // by what was asked: what differs between a commit and the index
	listed  *listing
	memory  memory
	last    struct {
		path string
		info Info
	}
}

// listing is what one run of git status said.
type listing struct {
	changed, untracked []string // names from the root, sorted; changed has the untracked ones too
	said               bool     // git did, and not this process
	ignored            map[string]bool
	files              []string // that it depends on
}

// Moment begins a read.
func (t *Tree) Moment() *Moment {
	return &Moment{tree: t, folders: map[string]bool{}, raw: map[string][]rawChange{}}
}

// Stat is [Tree.Stat], but that the folders of the path are as they were when they were met first: a list of threads would
// else ask for the same folders over and over, three times as often as for files. Of a file that is asked for twice in a
// row the second answer is the first.
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

// memory is what a moment knows of the reads before it, and what it leaves to the next.
type memory struct {
	before  func() *Answers  // what was kept; nil for nothing
	now     func() time.Time // by the clock of the project's disk; nil where nothing is kept
	began   time.Time        // when git was asked first
	kept    *Answers
	read    bool
	still   bool // kept holds
	judged  bool
	index   map[string][]rawChange
	indexed bool
	asked   bool // there is something new to be kept
	poor    bool // git did not give all it could: another time it may
	renames map[string]map[string]Rename
	set     *settings
	touched []string // since the answers that were kept
}

// Remember tells the moment what an earlier read kept, and what time it is on the project's disk.
func (m *Moment) Remember(before func() *Answers, now func() time.Time) {
	m.memory.before, m.memory.now = before, now
}

// begin notes when git was asked: what changes from then on may be in its answers or not.
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
