package gitstore

import (
	"fmt"
	"slices"
	"strings"

	"consider/internal/gitfmt"
)

// pendingTree is the tree of a transaction: a commit's tree with the changes made so far.
type pendingTree struct {
	base *Snapshot
	root *node
}

// node is a directory of the pending tree. It is read on first use and written only if something in it changed.
type node struct {
	id      ID // valid while clean
	entries map[string]*item
	dirty   bool
}

type item struct {
	mode gitfmt.Mode
	id   ID    // of a file
	dir  *node // of a directory, otherwise nil
}

// set puts an item at a path and makes the directories above it.
func (t *pendingTree) set(path string, it *item) error {
	names, err := splitPath(path)
	if err != nil {
		return err
	}
	last := len(names) - 1
	way := []*node{t.root}
	for i, name := range names {
		at := way[i]
		if err := t.load(at); err != nil {
			return err
		}
		old := at.entries[name]
		if i == last {
			break
		}
		if old == nil {
			old = &item{mode: gitfmt.ModeDir, dir: &node{entries: map[string]*item{}, dirty: true}}
			at.entries[name] = old
		}
		if old.dir == nil {
			return fmt.Errorf("%w: %q is a file", ErrPath, strings.Join(names[:i+1], "/"))
		}
		way = append(way, old.dir)
	}
	at, name := way[last], names[last]
	if old := at.entries[name]; old != nil {
		if old.dir != nil {
			return fmt.Errorf("%w: it is a directory", ErrPath)
		}
		if it.dir == nil && old.id == it.id && old.mode == it.mode {
			return nil
		}
	}
	at.entries[name] = it
	markDirty(way)
	return nil
}

// take removes the item at a path.
func (t *pendingTree) take(path string) error {
	if _, err := t.find(path); err != nil {
		return err
	}
	if path == schemaFile {
		return fmt.Errorf("%w: %s is reserved for the store", ErrPath, schemaFile)
	}
	names := strings.Split(path, "/")
	way := []*node{t.root}
	for _, name := range names[:len(names)-1] {
		way = append(way, way[len(way)-1].entries[name].dir)
	}
	markDirty(way)
	for i := len(way) - 1; i >= 0; i-- {
		delete(way[i].entries, names[i])
		if len(way[i].entries) > 0 {
			break // git has no empty directories, so an emptied one is removed as well
		}
	}
	return nil
}

// find returns the item at a path, with all directories above it loaded.
func (t *pendingTree) find(path string) (*item, error) {
	names, err := splitPath(path)
	if err != nil {
		return nil, err
	}
	at := &item{mode: gitfmt.ModeDir, dir: t.root}
	for _, name := range names {
		if at.dir == nil {
			return nil, ErrNotExist
		}
		if err := t.load(at.dir); err != nil {
			return nil, err
		}
		if at = at.dir.entries[name]; at == nil {
			return nil, ErrNotExist
		}
	}
	return at, nil
}

func (t *pendingTree) load(n *node) error {
	if n.entries != nil {
		return nil
	}
	entries, err := t.base.dir(n.id)
	if err != nil {
		return err
	}
	n.entries = make(map[string]*item, len(entries))
	for _, e := range entries {
		it := &item{mode: e.Mode, id: e.ID}
		if e.Mode == gitfmt.ModeDir {
			it.dir = &node{id: e.ID}
		}
		n.entries[e.Name] = it
	}
	return nil
}

// seal computes the ids of a directory and all below it. It removes empty directories, because git has none. It passes
// trees that are not stored yet to emit, children first.
func (t *pendingTree) seal(n *node, emit func(ID, gitfmt.Object)) (ID, error) {
	if !n.dirty {
		return n.id, nil
	}
	for name, it := range n.entries {
		if it.dir == nil {
			continue
		}
		id, err := t.seal(it.dir, emit)
		if err != nil {
			return ID{}, err
		}
		if it.id = id; id == emptyTree {
			delete(n.entries, name)
		}
	}
	entries, err := t.entriesOf(n)
	if err != nil {
		return ID{}, err
	}
	o := gitfmt.Object{Kind: gitfmt.Tree, Data: gitfmt.EncodeTree(entries)}
	if len(o.Data) > MaxObject {
		return ID{}, fmt.Errorf("directory with %d entries: %w", len(entries), ErrTooLarge)
	}
	id := o.ID()
	if emit != nil {
		emit(id, o)
	}
	return id, nil
}

func (t *pendingTree) entriesOf(n *node) ([]gitfmt.Entry, error) {
	if err := t.load(n); err != nil {
		return nil, err
	}
	entries := make([]gitfmt.Entry, 0, len(n.entries))
	for name, it := range n.entries {
		id := it.id
		if it.dir != nil && !it.dir.dirty {
			id = it.dir.id
		}
		entries = append(entries, gitfmt.Entry{Name: name, ID: id, Mode: it.mode})
	}
	slices.SortFunc(entries, func(a, b gitfmt.Entry) int { return strings.Compare(a.SortKey(), b.SortKey()) })
	return entries, nil
}

func markDirty(way []*node) {
	for _, n := range way {
		n.dirty = true
	}
}

// eachFile calls f for the files in changed directories.
func (t *pendingTree) eachFile(n *node, f func(ID)) {
	if !n.dirty {
		return
	}
	for _, it := range n.entries {
		if it.dir != nil {
			t.eachFile(it.dir, f)
		} else {
			f(it.id)
		}
	}
}
