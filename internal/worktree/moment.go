package worktree

import (
	"context"
	"slices"
)

// Moment is the worktree as one read finds it: what git has said, and which folders were met, is not asked again. So a read
// also hears the same twice. It is for one goroutine.
type Moment struct {
	tree      *Tree
	folders   map[string]bool        // from the root: those that were met, and are some
	raw       map[string][]rawChange // by commit: what differs between it and the index
	untracked []string               // nil when that was not asked
}

// Moment begins a read.
func (t *Tree) Moment() *Moment {
	return &Moment{tree: t, folders: map[string]bool{}, raw: map[string][]rawChange{}}
}

// Stat is [Tree.Stat], but that the folders of the path are as they were when they were met first: a list of threads would
// else ask for the same folders over and over, three times as often as for files.
func (m *Moment) Stat(path string) (Info, error) {
	fi, err := m.tree.lstatBelow(m.folders, path)
	if err != nil {
		return Info{}, err
	}
	return infoOf(fi), nil
}

// Untracked is [Tree.Untracked].
func (m *Moment) Untracked(ctx context.Context) ([]string, error) {
	if m.untracked == nil {
		names, err := m.tree.Untracked(ctx)
		if err != nil {
			return nil, err
		}
		m.untracked = append([]string{}, names...)
	}
	return slices.Clone(m.untracked), nil
}

func (m *Moment) rawChanges(ctx context.Context, commit string) ([]rawChange, error) {
	if raw, known := m.raw[commit]; known {
		return raw, nil
	}
	raw, err := m.tree.rawChanges(ctx, commit)
	if err == nil {
		m.raw[commit] = raw
	}
	return raw, err
}
