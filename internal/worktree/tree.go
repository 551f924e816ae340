package worktree

import (
	"os"
	"sync"
	"sync/atomic"

	"consider/internal/programs"
)

// Tree is a project opened for reading. It opens nothing until asked.
type Tree struct {
	p Project

	mu      sync.Mutex // guards what is opened on demand
	root    *os.Root
	opened  *os.File // the root, opened for reading with few calls
	objects *objects

	inHead atomic.Pointer[commitEntries] // git's last answer

	packsOnce sync.Once
	slow      bool // see slowPacks

	gitOnce sync.Once
	search  *programs.Search
	gitPath string // "" without git
	gitErr  error
}

// Open returns the view of a located project.
func Open(p Project) *Tree { return &Tree{p: p} }

// Root returns the folder that stored paths are relative to.
func (t *Tree) Root() string { return t.p.Root }

// Project returns the location of the tree.
func (t *Tree) Project() Project { return t.p }

// Close releases what was opened. The tree must not be used afterwards.
func (t *Tree) Close() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.objects != nil {
		t.objects.close()
		t.objects = nil
	}
	if t.opened != nil {
		_ = t.opened.Close() // nothing was written
		t.opened = nil
	}
	if t.root == nil {
		return nil
	}
	return t.root.Close()
}

func (t *Tree) openRoot() (*os.Root, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.root == nil {
		root, err := os.OpenRoot(t.p.Root)
		if err != nil {
			return nil, err
		}
		t.root = root
	}
	return t.root, nil
}

// commitEntries are some files of a commit, from the git top.
type commitEntries struct {
	commit string
	files  map[string]entry
}
