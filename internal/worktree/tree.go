package worktree

import (
	"os"
	"sync"
)

// Tree reads the files of a project. It opens nothing until asked.
type Tree struct {
	Project

	mu   sync.Mutex // guards what is opened on demand
	root *os.Root
}

// Open returns the view of a located project.
func Open(p Project) *Tree { return &Tree{Project: p} }

// Close releases what was opened. The tree must not be used afterwards.
func (t *Tree) Close() error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.root == nil {
		return nil
	}
	return t.root.Close()
}

func (t *Tree) openRoot() (*os.Root, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.root == nil {
		root, err := os.OpenRoot(t.Root)
		if err != nil {
			return nil, err
		}
		t.root = root
	}
	return t.root, nil
}
