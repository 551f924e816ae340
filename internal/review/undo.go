package review

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"path"
	"slices"
	"strings"

	"consider/gitstore"
)

// undo finds out what is to be taken back, and how. It may plan more than once, on newer states.
type undo struct {
	h    history
	who  author
	redo bool // an undo is to be taken back

	target gitstore.Commit // with its paths
	event  Event           // the target's
	op     string          // the target's operation
}

// step is what undoing does to one file of the store's tree.
type step struct {
	path string
	data []byte
	gone bool // the file goes away
}

func (st step) apply(tx *gitstore.Tx) error {
	if st.gone {
		return tx.Remove(st.path)
	}
	tx.Put(st.path, st.data)
	return nil
}

// plan chooses the commit to take back and returns what that does to now, the state at tip.
func (u *undo) plan(ctx context.Context, tip gitstore.ID, now gitstore.Files) ([]step, error) {
	id, err := u.choose(ctx, tip)
	if err != nil {
		return nil, err
	}
	for c, err := range u.h.store.Log(ctx, gitstore.LogOptions{From: id, Max: 1, WithPaths: true}) {
		if err != nil {
			return nil, storeError(err)
		}
		u.target = c
	}
	u.event = eventOf(u.target)
	u.op = string(u.event.Kind)
	u.h.detail(ctx, &u.event)
	if u.who.Kind == Agent && !u.event.By.is(u.who) {
		return nil, Denied("this is not yours to take back: %s", u.event.Words()).
			Hint("an agent takes back only what it did itself; say in the thread what you would like")
	}
	before, err := u.h.store.SnapshotAt(u.target.Parent)
	if err != nil {
		return nil, storeError(err)
	}
	after, err := u.h.store.SnapshotAt(u.target.ID)
	if err != nil {
		return nil, storeError(err)
	}
	var steps []step
	for _, file := range u.target.Paths {
		changed, err := changedSince(after, now, file)
		if err != nil {
			return nil, err
		}
		if changed {
			return nil, u.conflict(ctx, tip, file)
		}
		for _, of := range []gitstore.Files{before, now} {
			if err := checkVersionAt(of, file); err != nil {
				return nil, err
			}
		}
		if steps, err = reverse(steps, before, now, file); err != nil {
			return nil, err
		}
	}
	return steps, nil
}

// choose walks back to the newest change that still stands; with redo, to the newest undo that does. A change
// that was done again counts as done then.
func (u *undo) choose(ctx context.Context, tip gitstore.ID) (gitstore.ID, error) {
	undone := map[string]bool{}
	for e, err := range u.h.standing(ctx, gitstore.LogOptions{From: tip}) {
		if err != nil {
			return noCommit, storeError(err)
		}
		again, isRedo := u.h.redone(ctx, e)
		switch {
		case e.Kind == Undone && !isRedo && u.redo, e.Kind != Undone && !u.redo:
			return gitstore.ParseID(e.Cursor)
		case isRedo && !u.redo && !undone[again]:
			return gitstore.ParseID(again)
		}
		undone[e.Undoes] = true
	}
	if u.redo {
		return noCommit, Conflict("no undo is left to take back")
	}
	return noCommit, Conflict("there is nothing to take back").Hint("'consider log' tells what happened")
}

// standing walks the events that changed something, newest first, but for those that a later undo took back.
// The undos themselves are among them, as far as they were not taken back in turn.
func (h history) standing(ctx context.Context, o gitstore.LogOptions) iter.Seq2[Event, error] {
	return func(yield func(Event, error) bool) {
		undone := map[string]bool{}
		for c, err := range h.store.Log(ctx, o) {
			if err != nil {
				yield(Event{}, err)
				return
			}
			e := eventOf(c)
			if e.quiet() || undone[e.Cursor] {
				continue
			}
			if e.Kind == Undone {
				undone[e.Undoes] = true
			}
			if !yield(e, nil) {
				return
			}
		}
	}
}

// redone reports whether an event took an undo back, and which change has been there again since.
func (h history) redone(ctx context.Context, e Event) (cursor string, ok bool) {
	if e.Kind != Undone {
		return "", false
	}
	of, err := h.event(ctx, e.Undoes)
	return of.Undoes, err == nil && of.Kind == Undone
}

// conflict says which later change is in the way.
func (u *undo) conflict(ctx context.Context, tip gitstore.ID, file string) error {
	what := "something has changed there since"
	o := gitstore.LogOptions{From: tip, Until: u.target.ID, Paths: []string{file}}
	for e, err := range u.h.standing(ctx, o) {
		if err != nil {
			return storeError(err)
		}
		if e.Kind != Undone {
			u.h.detail(ctx, &e)
			what = "since then " + e.Words()
			break
		}
	}
	return Conflict("it cannot be taken back on its own: %s", what).
		Hint("'consider log' tells the order of things; what came later has to be taken back first")
}

// reverse adds the step that makes a file what it was before.
func reverse(steps []step, before, now gitstore.Files, file string) ([]step, error) {
	was, err := fileIn(before, file)
	if err != nil {
		return nil, err
	}
	is, err := fileIn(now, file)
	if err != nil {
		return nil, err
	}
	switch {
	case was == is:
		return steps, nil
	case was.IsZero():
		return append(steps, step{path: file, gone: true}), nil
	}
	data, err := before.ReadBlob(was)
	if err != nil {
		return nil, fmt.Errorf("%q: %w", file, err)
	}
	if id := threadOf(file); id != "" {
		data = withMarks(data, now, id)
	}
	return append(steps, step{path: file, data: data}), nil
}

// changedSince reports whether a file is another now than it was after the change, marks of having seen a thread
// aside.
func changedSince(after, now gitstore.Files, file string) (bool, error) {
	was, err := fileIn(after, file)
	if err != nil {
		return false, err
	}
	is, err := fileIn(now, file)
	if err != nil || was == is {
		return false, err
	}
	id := threadOf(file)
	if id == "" || was.IsZero() || is.IsZero() {
		return true, nil
	}
	a, b := unmarked(after, was, id), unmarked(now, is, id)
	return a == nil || !slices.Equal(a, b), nil
}

// fileIn returns the id of a file, zero when there is none.
func fileIn(f gitstore.Files, file string) (gitstore.ID, error) {
	id, err := f.FileID(file)
	if errors.Is(err, gitstore.ErrNotExist) {
		return noCommit, nil
	}
	return id, err
}

// threadOf returns the id of the thread that a file of the tree holds, "" for files of other kinds.
func threadOf(file string) string {
	id, ok := strings.CutSuffix(path.Base(file), ".json")
	if !ok || !isID(id, threadPrefix) || !slices.ContainsFunc(folders, func(dir string) bool { return threadFile(dir, id) == file }) {
		return ""
	}
	return id
}

// unmarked returns a thread's bytes without the marks of having seen it, nil when it cannot be read.
func unmarked(f gitstore.Files, blob gitstore.ID, id string) []byte {
	data, err := f.ReadBlob(blob)
	if err != nil {
		return nil
	}
	t, err := decodeThread(data, id)
	if err != nil {
		return nil
	}
	t.AgentLastSeenAt, t.SeenBy, t.SeenUpTo = nil, nil, nil
	data, err = encodeThread(t)
	if err != nil {
		return nil
	}
	return data
}
