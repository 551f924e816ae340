package treediff

import (
	"consider/internal/gitrepo"
	"consider/internal/worktree"
)

// Moment is the worktree as one read sees it. It caches what git said and which folders exist, so one read gets the
// same answer twice. Only one goroutine may use it.
type Moment struct {
	repo    *gitrepo.Repo
	folders map[string]bool        // from the root: names known to be folders
	raw     map[string][]rawChange // by question: differences between a commit and the index
	listed  *listing
	tracked map[string]trackedFile // by path, of the index; nil until it was read
	last    struct {
		path string
		info worktree.Info
	}
}

// listing is the output of one run of git status: names from the root, sorted.
type listing struct {
	changed, untracked []string // changed includes the untracked ones
}

// trackedFile is a regular file in git's index.
type trackedFile struct {
	blob    string
	size    int64 // 0 if it is not known
	omitted bool  // by a sparse checkout
}

// NewMoment begins a read.
func NewMoment(r *gitrepo.Repo) *Moment {
	return &Moment{repo: r, folders: map[string]bool{}, raw: map[string][]rawChange{}}
}

// Stat is [Tree.Stat] with each folder of the path checked only once per moment: a list of threads would otherwise
// check folders three times as often as files. The second of two calls in a row for one path returns the first result.
func (m *Moment) Stat(path string) (worktree.Info, error) {
	if path == m.last.path && path != "" {
		return m.last.info, nil
	}
	info, err := m.repo.StatBelow(m.folders, path)
	if err != nil {
		return worktree.Info{}, err
	}
	m.last.path, m.last.info = path, info
	return m.last.info, nil
}
