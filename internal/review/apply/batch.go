package apply

import (
	"context"
	"errors"
	"slices"

	"consider/gitstore"
	"consider/internal/extra"
	"consider/internal/origin"
	"consider/internal/session"
)

const (
	batchDir = "apply" // a private folder of the store
	// batchTrailer names the key of a batch's note in the commit that the batch belongs to.
	batchTrailer = "Consider-Batch"
	// batchLog is how many commits are searched for it.
	batchLog = 10_000
)

// batch is the note of several files that are about to be replaced, which a file system does one after the other. It is
// durable before the first file changes. If the process is killed in between, the next command finds the note; see
// [Finish].
type batch struct {
	Key  string `json:"key"`
	Base string `json:"base"` // the commit that the change is made on
	Root string `json:"root"` // the folder that the files are in
	// Place is the folder's number on its disk, which the maker of an archive cannot know; "" if it has none.
	Place string         `json:"place,omitempty"`
	Files []replacedFile `json:"files"`
}

// replacedFile is one file of a batch. The text before is the text after with Was in place of what lies between its
// first Head and its last Tail bytes.
type replacedFile struct {
	Name   string `json:"name"`
	Before string `json:"before"` // blob ids
	After  string `json:"after"`
	Head   int    `json:"head"`
	Tail   int    `json:"tail"`
	Was    []byte `json:"was"`
}

// batchName is the private file for the batches of a project's folder.
func batchName(root string) string { return batchDir + "/" + gitstore.HashBlob([]byte(root)).String() }

// swapOf describes the file's former text in terms of its new one.
func swapOf(f file) replacedFile {
	short := min(len(f.data), len(f.now))
	head := alike(short, func(i int) bool { return f.data[i] == f.now[i] })
	tail := alike(short-head, func(i int) bool { return f.data[len(f.data)-1-i] == f.now[len(f.now)-1-i] })
	return replacedFile{
		Name: f.name, Before: gitstore.HashBlob(f.data).String(), After: gitstore.HashBlob(f.now).String(),
		Head: head, Tail: tail, Was: f.data[head : len(f.data)-tail],
	}
}

// alike returns how many items from 0 on are the same, at most n.
func alike(n int, same func(i int) bool) int {
	for i := range n {
		if !same(i) {
			return i
		}
	}
	return n
}

// before returns the text before, if now is the text after.
func (w replacedFile) before(now []byte) ([]byte, bool) {
	if gitstore.HashBlob(now).String() != w.After || w.Head < 0 || w.Tail < 0 || w.Head > len(now) || w.Tail > len(now)-w.Head {
		return nil, false
	}
	text := append(append(append([]byte{}, now[:w.Head]...), w.Was...), now[len(now)-w.Tail:]...)
	return text, gitstore.HashBlob(text).String() == w.Before
}

// forget removes the note once there is nothing left to undo. After the commit another process can hold the lock and
// have written its own note in place of this one, which then stays.
func (j *job) forget() error {
	key := j.batch
	if j.batch = ""; key == "" {
		return nil
	}
	if b, _, err := readBatch(j.s.Store, j.s.Place.Root); err != nil || b.Key != key {
		return err
	}
	return session.StoreError(j.s.Store.RemovePrivate(batchName(j.s.Place.Root)))
}

// isCommitted reports whether the commit of a batch is in the history. If so, its files are as they should be.
func isCommitted(ctx context.Context, store *gitstore.Store, key, base string) (bool, error) {
	until, err := gitstore.ParseID(base)
	if err != nil {
		return false, err
	}
	for c, err := range store.Log(ctx, gitstore.LogOptions{Until: until, Max: batchLog}) {
		if err != nil {
			return false, session.StoreError(err)
		}
		if slices.Contains(c.Trailers, gitstore.Trailer{Key: batchTrailer, Value: key}) {
			return true, nil
		}
	}
	return false, nil
}

func isID(s string) bool {
	_, err := gitstore.ParseID(s)
	return err == nil
}

// readBatch returns the note that a process left in a store for a project's folder. there is false if there is none.
func readBatch(store *gitstore.Store, root string) (b batch, there bool, err error) {
	data, err := store.ReadPrivate(batchName(root))
	if errors.Is(err, gitstore.ErrNotExist) {
		return b, false, nil
	}
	if err != nil {
		return b, false, session.StoreError(err)
	}
	if extra.Unmarshal(data, &b) != nil || b.Key == "" || !isID(b.Base) || b.Root != root || b.Place != origin.Place(root) {
		return batch{}, true, nil // of another folder: the project was moved, or came with an archive
	}
	return b, true, nil
}
