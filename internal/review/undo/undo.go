package undo

import (
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"

	"consider/gitstore"
	"consider/internal/fail"
	"consider/internal/memory"
	"consider/internal/review/apply"
	"consider/internal/review/history"
	"consider/internal/session"
	"consider/internal/thread"
)

// UndoInput says what to undo.
type UndoInput struct {
	Redo   bool `json:"redo,omitempty" flag:"redo" help:"redo the last undone change"`
	Any    bool `json:"any,omitempty" rare:"true" flag:"any" help:"undo the last change by anyone (human only)"`
	DryRun bool `json:"dryRun,omitempty" flag:"dry-run" also:"n" help:"only show what would be undone"`
}

// UndoOutput describes the change that was undone or redone.
type UndoOutput struct {
	Undone history.Event `json:"undone"`
	What   string        `json:"what"`           // in words: the change that is gone or, with redo, restored
	Newer  history.Event `json:"newer,omitzero"` // the newest change by someone else after it, which stays; not with redo
	Redo   bool          `json:"redo,omitempty"`
	DryRun bool          `json:"dryRun,omitempty"`
}

// Undo reverses the caller's newest change in this worktree that was not undone before, by a new change to the store's
// files. With Any, it reverses the newest change of all.
func Undo(ctx context.Context, s *session.Session, in UndoInput) (UndoOutput, error) {
	who, err := s.Author(ctx)
	if err != nil {
		return UndoOutput{}, err
	}
	st, err := s.Snapshot(ctx)
	if err != nil {
		return UndoOutput{}, err
	}
	u := &undo{st: st, h: history.History{Store: st.Store}, who: who, caller: s.Caller, here: s.MadeHere, redo: in.Redo, any: in.Any}
	if in.DryRun {
		_, err := u.plan(ctx, st.Commit.ID(), st.Commit)
		return u.output(true), err
	}
	was, _ := s.Settings(ctx) // damaged settings must not prevent the undo of their change
	var steps []session.Step
	err = s.Update(ctx, false, func(c *session.Change) error {
		if err := u.back(); err != nil { // undo an attempt on an older state
			return err
		}
		if steps, err = u.change(ctx, s, c); err != nil {
			return err
		}
		c.Record(string(history.Undone), who, "("+u.op+")", u.event.Threads...)
		c.Trailers = append(c.Trailers, gitstore.Trailer{Key: history.UndoesTrailer, Value: u.event.Cursor})
		if u.redo {
			for _, m := range u.mended { // fsck takes the state in between for one before a repair
				c.Trailers = append(c.Trailers, m.Trailer())
			}
		}
		return nil
	})
	if err != nil {
		return u.output(false), errors.Join(err, u.back())
	}
	_ = u.done() // if this fails, the next command finds the commit
	if memory.TouchesMemory(steps) {
		memory.ResyncMemory(ctx, s, was)
	}
	return u.output(false), err
}

// change undoes in the store and in the files outside it, and returns the steps of the store. [undo.back] restores the
// files.
func (u *undo) change(ctx context.Context, s *session.Session, c *session.Change) ([]session.Step, error) {
	steps, err := u.plan(ctx, c.Tx.Base(), c.Tx)
	if err != nil {
		return nil, err
	}
	back, err := memory.UndoOnDisk(s, c, steps)
	u.backs = append(u.backs, back)
	if err != nil {
		return nil, err
	}
	back, u.done, err = apply.Undo(ctx, s, c, steps)
	u.backs = append(u.backs, back)
	if err != nil {
		return nil, err
	}
	for _, step := range steps {
		if err := step.Apply(c.Tx); err != nil {
			return nil, err
		}
	}
	return steps, nil
}

// back restores the files that an attempt changed.
func (u *undo) back() (err error) {
	for _, back := range u.backs {
		err = errors.Join(err, back())
	}
	u.backs = nil
	return err
}

func (u *undo) output(dry bool) UndoOutput {
	out := UndoOutput{Undone: u.event, What: u.event.Words(), Newer: u.newer, Redo: u.redo, DryRun: dry}
	if u.redo {
		out.What, out.Newer = u.event.What, history.Event{}
	}
	return out
}

// undo finds out what to undo, and how. It may plan more than once, on newer states.
type undo struct {
	st     *session.Snapshot // when the call began
	h      history.History
	who    thread.Author
	caller session.Caller
	here   func(worktree string) bool // whose changes to undo
	redo   bool                       // undo an undo
	any    bool                       // also changes by others
	newer  history.Event              // see [UndoOutput]

	mended []gitstore.Mended // content replaced by the repair to be undone or redone; it cannot be read

	target gitstore.Commit // with its paths, except for a repair
	event  history.Event   // the target's
	op     string          // the target's operation

	backs []func() error // restore the files that the last plan changed
	done  func() error   // to be called when the store has the change
}

// plan chooses the commit to undo and returns the steps that undo it in now, the state at tip.
func (u *undo) plan(ctx context.Context, tip gitstore.ID, now gitstore.Files) ([]session.Step, error) {
	id, err := u.choose(ctx, tip)
	if err != nil {
		return nil, err
	}
	if err := u.read(ctx, id); err != nil {
		return nil, session.StoreError(err)
	}
	u.op = string(u.event.Kind)
	u.h.Detail(ctx, &u.event)
	if u.who.Kind == thread.Human && !u.event.Claimed { // a claim undoes no more than claims
		if err := u.caller.Person("undo this: " + u.event.Words()); err != nil {
			return nil, err
		}
	}
	before, err := u.h.Store.SnapshotAt(u.target.Parent)
	if err != nil {
		return nil, session.StoreError(err)
	}
	after, err := u.h.Store.SnapshotAt(u.target.ID)
	if err != nil {
		return nil, session.StoreError(err)
	}
	switch {
	case len(u.mended) > 0 && u.redo:
		return u.mend(ctx, tip, before, now)
	case len(u.mended) > 0:
		return u.mend(ctx, tip, after, now)
	}
	var steps []session.Step
	for _, file := range u.target.Paths {
		if thread.IsImageFile(file) { // another thread may show it by now; if none does, it is never shown
			continue
		}
		changed, err := changedSince(after, now, file)
		if err != nil {
			return nil, err
		}
		if changed {
			return nil, u.conflict(ctx, tip, file)
		}
		for _, of := range []gitstore.Files{before, now} {
			if err := thread.CheckVersionAt(of, file); err != nil {
				return nil, err
			}
		}
		if steps, err = reverse(steps, before, now, file); err != nil {
			return nil, err
		}
	}
	return steps, nil
}

// read reads the commit to undo. A repair's commit, and that of an undo of a repair, names files that cannot be read:
// it is not compared with the commit before.
func (u *undo) read(ctx context.Context, id gitstore.ID) (err error) {
	if u.target, err = u.h.Commit(ctx, id, false); err != nil {
		return err
	}
	u.event = history.EventOf(u.target)
	repair := u.target
	if of, err := gitstore.ParseID(u.event.Undoes); err == nil && u.redo {
		if repair, err = u.h.Commit(ctx, of, false); err != nil {
			return err
		}
	}
	if u.mended = gitstore.MendedBy(repair); len(u.mended) == 0 {
		u.target, err = u.h.Commit(ctx, id, true)
	}
	return err
}

// mend undoes a repair, or redoes one that was undone: it restores what was damaged, or what the repair had put there, if
// nothing has changed in its place since. repaired is the state with the repair.
func (u *undo) mend(ctx context.Context, tip gitstore.ID, repaired, now gitstore.Files) ([]session.Step, error) {
	var steps []session.Step
	for _, m := range u.mended {
		good, err := entryIn(repaired, m.Path)
		if err != nil {
			return nil, err
		}
		is, err := entryIn(now, m.Path)
		if err != nil {
			return nil, err
		}
		step, unchanged := session.Step{Path: m.Path, Back: m.Was, Dir: m.Dir}, is == good
		if u.redo {
			step.Back, step.Dir, unchanged = good.ID, good.Dir, is.ID == m.Was
		}
		if !unchanged {
			return nil, u.conflict(ctx, tip, m.Path)
		}
		steps = append(steps, step)
	}
	return steps, nil
}

// entryIn returns the entry of a path, a file or a directory.
func entryIn(f gitstore.Files, at string) (gitstore.Entry, error) {
	dir, _ := path.Split(at)
	entries, err := f.ReadDir(strings.TrimSuffix(dir, "/"))
	for _, e := range entries {
		if e.Name == path.Base(at) {
			return e, err
		}
	}
	return gitstore.Entry{}, err
}

// choose walks back to the newest change that is in effect or, with redo, to the newest undo that is in effect. A
// change that was redone counts from when it was redone.
func (u *undo) choose(ctx context.Context, tip gitstore.ID) (gitstore.ID, error) {
	undone := map[string]bool{}
	var others history.Event // the newest change by someone else
	for e, err := range u.h.InEffect(ctx, gitstore.LogOptions{From: tip}) {
		if err != nil {
			return history.NoCommit, session.StoreError(err)
		}
		if !u.here(e.Worktree) {
			continue
		}
		again, isRedo := u.h.Redone(ctx, e)
		id := ""
		switch {
		case e.Kind == history.Undone && !isRedo && u.redo, e.Kind != history.Undone && !u.redo:
			id = e.Cursor
		case isRedo && !u.redo && !undone[again]:
			id = again
		}
		undone[e.Undoes] = true
		switch {
		case id != "" && (u.any || e.By.Is(u.who) || e.Kind == history.Recovered && u.who.Kind == thread.Human):
			if u.newer = others; others.Cursor != "" {
				u.h.Detail(ctx, &u.newer)
			}
			return gitstore.ParseID(id)
		case id != "" && others.Cursor == "" && !e.Hidden(u.st):
			others = e
		}
	}
	if others.Cursor != "" {
		return history.NoCommit, u.notYours(ctx, others)
	}
	if u.redo {
		return history.NoCommit, fail.Conflict("nothing to redo")
	}
	return history.NoCommit, fail.Conflict("nothing to undo").Hint("run '{log}' to see the history")
}

// notYours returns the error where all changes are by others.
func (u *undo) notYours(ctx context.Context, newest history.Event) error {
	u.h.Detail(ctx, &newest)
	if u.who.Kind == thread.Agent {
		return fail.Denied("you can undo only your own changes: %s", newest.Words()).Hint("ask in the thread instead")
	}
	return fail.Conflict("the last change is not yours: %s", newest.Words()).Hint("to undo it: {undo --any}")
}

// conflict returns an error that names the later change in the way.
func (u *undo) conflict(ctx context.Context, tip gitstore.ID, file string) error {
	what := "the same data has changed since"
	o := gitstore.LogOptions{From: tip, Until: u.target.ID, Paths: []string{file}}
	for e, err := range u.h.InEffect(ctx, o) {
		if err != nil {
			return session.StoreError(err)
		}
		if e.Kind != history.Undone {
			u.h.Detail(ctx, &e)
			what = "since then " + e.Words()
			break
		}
	}
	return fail.Conflict("later changes depend on this change: %s", what).
		Hint("undo later changes first, in the order shown by '{log}'")
}

// reverse adds the step that gives a file its former content.
func reverse(steps []session.Step, before, now gitstore.Files, file string) ([]session.Step, error) {
	was, err := thread.FileID(before, file)
	if err != nil {
		return nil, err
	}
	is, err := thread.FileID(now, file)
	if err != nil {
		return nil, err
	}
	switch {
	case was == is:
		return steps, nil
	case was.IsZero():
		return append(steps, session.Step{Path: file, Gone: true}), nil
	}
	data, err := before.ReadBlob(was)
	if err != nil {
		return nil, fmt.Errorf("%q: %w", file, err)
	}
	if id := thread.IDOf(file); id != "" {
		data = thread.WithMarks(data, now, id)
	}
	return append(steps, session.Step{Path: file, Data: data}), nil
}

// changedSince reports whether a file has changed since the change to undo, ignoring marks of having seen a thread.
func changedSince(after, now gitstore.Files, file string) (bool, error) {
	was, err := thread.FileID(after, file)
	if err != nil {
		return false, err
	}
	is, err := thread.FileID(now, file)
	if err != nil || was == is {
		return false, err
	}
	id := thread.IDOf(file)
	if id == "" || was.IsZero() || is.IsZero() {
		return true, nil
	}
	a, b := unmarked(after, was, id), unmarked(now, is, id)
	return a == nil || !slices.Equal(a, b), nil
}

// unmarked returns a thread's bytes without the marks of having seen it; nil when it cannot be read.
func unmarked(f gitstore.Files, blob gitstore.ID, id string) []byte {
	data, err := f.ReadBlob(blob)
	if err != nil {
		return nil
	}
	t, err := thread.Decode(data, id)
	if err != nil {
		return nil
	}
	t.AgentLastSeenAt, t.SeenBy, t.SeenUpTo = nil, nil, nil
	data, err = thread.Encode(t)
	if err != nil {
		return nil
	}
	return data
}
