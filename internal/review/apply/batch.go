package apply

import (
	"context"
	"errors"

	"consider/gitstore"
	"consider/internal/extra"
	"consider/internal/fail"
	"consider/internal/origin"
	"consider/internal/safefs"
	"consider/internal/session"
)

const (
	batchDir = "apply" // of the private files
	// batchTrailer has the key of a batch's note, in the commit that the batch is part of.
	batchTrailer = "Consider-Batch"
	// batchLog is how many commits are looked through for it.
	batchLog = 10_000
)

// batch is the note of several files that are to be replaced, which a file system does one after the other. It is durable
// before the first of them changes. The next command after a process that was killed in between finds it; see [Finish].
type batch struct {
	Key  string `json:"key"`
	Base string `json:"base"` // the commit that the change is made on
	Root string `json:"root"` // the folder that the files are in
	// Place is the folder's number on its disk, which the maker of an archive cannot know; "" where there is none.
	Place string    `json:"place,omitempty"`
	Files []swapped `json:"files"`
}

// swapped is one file of a batch. The text before is the text after with Was between the Head bytes that it begins with
// and the Tail bytes that it ends with.
type swapped struct {
	Name   string `json:"name"`
	Before string `json:"before"` // blob ids
	After  string `json:"after"`
	Head   int    `json:"head"`
	Tail   int    `json:"tail"`
	Was    []byte `json:"was"`
}

// batchName is the private file for the batches of a project's folder.
func batchName(root string) string { return batchDir + "/" + gitstore.HashBlob([]byte(root)).String() }

// note writes the note of a batch, and has the commit name it. One file needs none.
func (j *job) note(ctx context.Context, c *session.Change, todo []file) error {
	if len(todo) < 2 {
		return nil
	}
	store, err := j.s.OpenStore(ctx, false)
	if err != nil {
		return err
	}
	root := j.s.Place.Root
	if _, err := store.PrivateTime(batchName(root)); err == nil {
		return fail.Denied("suggestions that were being applied when consider was stopped could not be taken back yet").
			Hint("'consider doctor' says why; 'git diff' shows what is in the files")
	}
	b := batch{Key: safefs.RandomName(), Base: c.Tx.Base().String(), Root: root, Place: origin.Place(root)}
	for _, f := range todo {
		b.Files = append(b.Files, swapOf(f))
	}
	data, err := extra.Marshal(b)
	if err != nil {
		return err
	}
	if err := store.WritePrivate(batchName(root), data); err != nil {
		return session.StoreError(err)
	}
	j.batch = b.Key
	c.Trailers = append(c.Trailers, gitstore.Trailer{Key: batchTrailer, Value: b.Key})
	return nil
}

// swapOf is what the text of a file was, told by what it becomes.
func swapOf(f file) swapped {
	short := min(len(f.data), len(f.now))
	head := alike(short, func(i int) bool { return f.data[i] == f.now[i] })
	tail := alike(short-head, func(i int) bool { return f.data[len(f.data)-1-i] == f.now[len(f.now)-1-i] })
	return swapped{
		Name: f.name, Before: gitstore.HashBlob(f.data).String(), After: gitstore.HashBlob(f.now).String(),
		Head: head, Tail: tail, Was: f.data[head : len(f.data)-tail],
	}
}

// alike counts from 0 what is the same, to n at most.
func alike(n int, same func(i int) bool) int {
	for i := range n {
		if !same(i) {
			return i
		}
	}
	return n
}

// before is the text before, if now is the text after.
func (w swapped) before(now []byte) ([]byte, bool) {
	if gitstore.HashBlob(now).String() != w.After || w.Head < 0 || w.Tail < 0 || w.Head > len(now) || w.Tail > len(now)-w.Head {
		return nil, false
	}
	text := append(append(append([]byte{}, now[:w.Head]...), w.Was...), now[len(now)-w.Tail:]...)
	return text, gitstore.HashBlob(text).String() == w.Before
}

// forget removes the note once nothing is left to be taken back.
func (j *job) forget() error {
	if j.batch == "" {
		return nil
	}
	j.batch = ""
	return session.StoreError(j.s.Store.RemovePrivate(batchName(j.s.Place.Root)))
}

// stands reports whether the commit of a batch is in the history: its files are what they should be then.
func stands(ctx context.Context, store *gitstore.Store, key, base string) (bool, error) {
	until, err := gitstore.ParseID(base)
	if err != nil {
		return false, err
	}
	for c, err := range store.Log(ctx, gitstore.LogOptions{Until: until, Max: batchLog}) {
		if err != nil {
			return false, session.StoreError(err)
		}
		for _, t := range c.Trailers {
			if t.Key == batchTrailer && t.Value == key {
				return true, nil
			}
		}
	}
	return false, nil
}

func isID(s string) bool {
	_, err := gitstore.ParseID(s)
	return err == nil
}

// readBatch is the note that a process left in a store for a project's folder, if there is one.
func readBatch(store *gitstore.Store, root string) (b batch, there bool, err error) {
	data, err := store.ReadPrivate(batchName(root))
	if errors.Is(err, gitstore.ErrNotExist) {
		return b, false, nil
	}
	if err != nil {
		return b, false, session.StoreError(err)
	}
	if extra.Unmarshal(data, &b) != nil || b.Key == "" || !isID(b.Base) || b.Root != root || b.Place != origin.Place(root) {
		return batch{}, true, nil // not of this folder: it was moved, or came with an archive
	}
	return b, true, nil
}
