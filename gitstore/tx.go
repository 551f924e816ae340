package gitstore

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"consider/internal/gitfmt"
)

// Tx is the pending state of one update: the tree of the tip with the changes
// made so far. It is used by one goroutine, within the function given to
// [Store.Update].
//
// Put cannot return an error; a change that cannot be made is remembered, and
// Update fails with it.
type Tx struct {
	base  *Snapshot
	root  *node
	blobs map[ID][]byte // put, not yet written
	now   time.Time
	err   error // the first change that could not be made

	recovered bool
	mended    bool // something damaged was replaced, perhaps by the same again
}

// node is a directory of the pending tree. It is read when it is first looked
// into and written only if something in it changed.
type node struct {
	id      ID // valid while clean
	entries map[string]*item
	dirty   bool
}

type item struct {
	mode gitfmt.Mode
	id   ID    // of a file
	dir  *node // of a directory, else nil
}

func newTx(base *Snapshot, now time.Time) *Tx {
	return &Tx{base: base, root: &node{id: base.tree}, blobs: map[ID][]byte{}, now: now}
}

// Base is the commit this transaction builds on.
func (tx *Tx) Base() ID { return tx.base.id }

// Recovered reports whether Base is not the commit that the ref names, because
// that one cannot be read. The newest changes may then be missing.
func (tx *Tx) Recovered() bool { return tx.recovered }

// Now is the time of the commit to be made.
func (tx *Tx) Now() time.Time { return tx.now }

// Put makes path hold data, which is copied, and returns its blob id.
// Directories come into being as needed.
func (tx *Tx) Put(path string, data []byte) ID {
	id := HashBlob(data)
	if err := tx.put(path, id, data); err != nil {
		tx.fail(fmt.Errorf("put %q: %w", gitfmt.Clip(path), err))
	}
	return id
}

func (tx *Tx) put(path string, id ID, data []byte) error {
	if len(data) > MaxObject {
		return fmt.Errorf("%d bytes: %w", len(data), ErrTooLarge)
	}
	if path == schemaFile {
		return fmt.Errorf("%w: %s belongs to the store", ErrPath, schemaFile)
	}
	if err := tx.set(path, &item{mode: gitfmt.ModeFile, id: id}); err != nil {
		return err
	}
	if _, ok := tx.blobs[id]; !ok {
		tx.blobs[id] = bytes.Clone(data)
	}
	return nil
}

// Remove takes away a file, or a directory with all in it. ErrNotExist if
// there is neither.
func (tx *Tx) Remove(path string) error {
	_, err := tx.take(path)
	if err != nil {
		return fmt.Errorf("remove %q: %w", gitfmt.Clip(path), err)
	}
	return nil
}

// Move renames a file or a directory. A file at the new name is replaced; a
// directory there is an error, as is moving a directory into itself.
func (tx *Tx) Move(from, to string) error {
	if err := tx.move(from, to); err != nil {
		return fmt.Errorf("move %q to %q: %w", gitfmt.Clip(from), gitfmt.Clip(to), err)
	}
	return nil
}

func (tx *Tx) move(from, to string) error {
	it, err := tx.find(from)
	if err != nil || from == to {
		return err
	}
	if from == schemaFile || to == schemaFile || strings.HasPrefix(to, from+"/") {
		return ErrPath
	}
	// The new name first: if it cannot be had, nothing has happened yet.
	if err := tx.set(to, it); err != nil {
		return err
	}
	_, err = tx.take(from)
	return err
}

func (tx *Tx) fail(err error) {
	if tx.err == nil {
		tx.err = err
	}
}

// set puts an item at a path, making the directories above it.
func (tx *Tx) set(path string, it *item) error {
	names, err := splitPath(path)
	if err != nil {
		return err
	}
	last := len(names) - 1
	way := []*node{tx.root}
	for i, name := range names {
		at := way[i]
		if err := tx.load(at); err != nil {
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

func markDirty(way []*node) {
	for _, n := range way {
		n.dirty = true
	}
}

// take removes the item at a path and returns it.
func (tx *Tx) take(path string) (*item, error) {
	it, err := tx.find(path)
	if err != nil {
		return nil, err
	}
	if path == schemaFile {
		return nil, fmt.Errorf("%w: %s belongs to the store", ErrPath, schemaFile)
	}
	names := strings.Split(path, "/")
	way := []*node{tx.root}
	for _, name := range names[:len(names)-1] {
		way = append(way, way[len(way)-1].entries[name].dir)
	}
	markDirty(way)
	for i := len(way) - 1; i >= 0; i-- {
		delete(way[i].entries, names[i])
		if len(way[i].entries) > 0 {
			break // git has no empty directories: one that is left goes as well
		}
	}
	return it, nil
}

// find returns the item at a path, with all directories above it loaded.
func (tx *Tx) find(path string) (*item, error) {
	names, err := splitPath(path)
	if err != nil {
		return nil, err
	}
	at := &item{mode: gitfmt.ModeDir, dir: tx.root}
	for _, name := range names {
		if at.dir == nil {
			return nil, ErrNotExist
		}
		if err := tx.load(at.dir); err != nil {
			return nil, err
		}
		if at = at.dir.entries[name]; at == nil {
			return nil, ErrNotExist
		}
	}
	return at, nil
}

func (tx *Tx) load(n *node) error {
	if n.entries != nil {
		return nil
	}
	entries, err := tx.base.dir(n.id)
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

// FileID returns the id of a file of the pending state.
func (tx *Tx) FileID(path string) (ID, error) {
	it, err := tx.find(path)
	if err == nil && it.dir != nil {
		err = ErrNotExist
	}
	if err != nil {
		return ID{}, fmt.Errorf("%q: %w", gitfmt.Clip(path), err)
	}
	return it.id, nil
}

// ReadFile returns the content of a file of the pending state.
func (tx *Tx) ReadFile(path string) ([]byte, error) {
	id, err := tx.FileID(path)
	if err != nil {
		return nil, err
	}
	if data, ok := tx.blobs[id]; ok {
		return bytes.Clone(data), nil
	}
	data, err := tx.base.s.readBlob(id)
	if err != nil {
		return nil, fmt.Errorf("%q: %w", path, err)
	}
	return data, nil
}

// ReadBlob returns the content of any blob, pending or stored.
func (tx *Tx) ReadBlob(id ID) ([]byte, error) {
	if data, ok := tx.blobs[id]; ok {
		return bytes.Clone(data), nil
	}
	return tx.base.ReadBlob(id)
}

// ReadDir lists a directory of the pending state in git's order; "" is the
// root. A directory that does not exist is empty.
func (tx *Tx) ReadDir(path string) ([]Entry, error) {
	at := &item{mode: gitfmt.ModeDir, dir: tx.root}
	if path != "" {
		var err error
		at, err = tx.find(path)
		if errors.Is(err, ErrNotExist) || (err == nil && at.dir == nil) {
			return nil, nil
		}
		if err != nil {
			return nil, fmt.Errorf("%q: %w", gitfmt.Clip(path), err)
		}
	}
	if _, err := tx.seal(at.dir, nil); err != nil {
		return nil, err
	}
	entries, err := tx.entriesOf(at.dir)
	if err != nil {
		return nil, fmt.Errorf("%q: %w", gitfmt.Clip(path), err)
	}
	return publicEntries(entries), nil
}

// seal gives a directory and all below it their ids. Directories left empty
// go away, as git has none. Trees that are not stored yet are passed to emit,
// children first.
func (tx *Tx) seal(n *node, emit func(ID, gitfmt.Object) error) (ID, error) {
	if !n.dirty {
		return n.id, nil
	}
	for name, it := range n.entries {
		if it.dir == nil {
			continue
		}
		id, err := tx.seal(it.dir, emit)
		if err != nil {
			return ID{}, err
		}
		if it.id = id; id == emptyTree {
			delete(n.entries, name)
		}
	}
	entries, err := tx.entriesOf(n)
	if err != nil {
		return ID{}, err
	}
	tree := gitfmt.Object{Kind: gitfmt.Tree, Data: gitfmt.EncodeTree(entries)}
	if len(tree.Data) > MaxObject {
		return ID{}, fmt.Errorf("directory of %d entries: %w", len(entries), ErrTooLarge)
	}
	id := tree.ID()
	if emit != nil {
		return id, emit(id, tree)
	}
	return id, nil
}

func (tx *Tx) entriesOf(n *node) ([]gitfmt.Entry, error) {
	if err := tx.load(n); err != nil {
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
