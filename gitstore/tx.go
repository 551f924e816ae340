package gitstore

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"time"

	"consider/internal/gitfmt"
)

// Tx is the pending state of one update: the tree of the tip with the changes made so far. One goroutine uses it,
// within the function given to [Store.Update].
//
// Put cannot return an error: a change that cannot be made is remembered, and Update fails with its error.
type Tx struct {
	pendingTree
	blobs map[ID][]byte // put but not yet written
	now   time.Time
	err   error // error of the first change that could not be made

	recovered bool
	mended    bool // something damaged was replaced, perhaps by an identical copy
}

func newTx(base *Snapshot, now time.Time) *Tx {
	return &Tx{pendingTree: pendingTree{base: base, root: &node{id: base.tree}}, blobs: map[ID][]byte{}, now: now}
}

// Base returns the commit this transaction builds on.
func (tx *Tx) Base() ID { return tx.base.id }

// Recovered reports whether Base is not the commit that the ref names, because that one cannot be read. Then the newest
// changes may be missing.
func (tx *Tx) Recovered() bool { return tx.recovered }

// Now returns the time of the commit to be made.
func (tx *Tx) Now() time.Time { return tx.now }

// Put makes path hold a copy of data and returns its blob id. It makes missing directories.
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
		return fmt.Errorf("%w: %s is reserved for the store", ErrPath, schemaFile)
	}
	if err := tx.set(path, &item{mode: gitfmt.ModeFile, id: id}); err != nil {
		return err
	}
	if _, ok := tx.blobs[id]; !ok {
		tx.blobs[id] = bytes.Clone(data)
	}
	return nil
}

// Remove deletes a file, or a directory with all in it. ErrNotExist if there is neither.
func (tx *Tx) Remove(path string) error {
	if err := tx.take(path); err != nil {
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
	// The new name goes first: if it cannot be set, nothing has changed yet.
	if err := tx.set(to, it); err != nil {
		return err
	}
	return tx.take(from)
}

func (tx *Tx) fail(err error) {
	if tx.err == nil {
		tx.err = err
	}
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

// pending returns the objects the transaction adds, blobs before the trees that name them, and the id of its root. It
// omits blobs that were put and then replaced or removed.
func (tx *Tx) pending() (objs []newObject, root ID, err error) {
	seen := map[ID]bool{}
	add := func(id ID, o gitfmt.Object) {
		if !seen[id] {
			seen[id] = true
			objs = append(objs, newObject{id, o})
		}
	}
	tx.eachFile(tx.root, func(id ID) {
		if data, ok := tx.blobs[id]; ok {
			add(id, gitfmt.Object{Kind: gitfmt.Blob, Data: data})
		}
	})
	root, err = tx.seal(tx.root, add)
	return objs, root, err
}
