package history

import (
	"context"
	"errors"
	"slices"
	"strings"

	"consider/gitstore"
	"consider/internal/fail"
	"consider/internal/session"
	"consider/internal/thread"
	"consider/internal/words"
)

// History reads events from the store's commits.
type History struct{ Store *gitstore.Store }

// thread reads a thread as it was at a commit; nil if it cannot be read.
func (h History) thread(commit gitstore.ID, id string) *thread.Thread {
	if commit.IsZero() || !thread.IsID(id, thread.ThreadPrefix) {
		return nil
	}
	snap, err := h.Store.SnapshotAt(commit)
	if err != nil {
		return nil
	}
	t, _, _ := thread.Find(snap, id)
	return t
}

// after returns the events after the commit since, up to tip, newest first and without details. wants selects the
// events; nil means all. A commit of an outbox stands for the one at which the outbox left the line. It is an error if
// since is unknown.
func (h History) after(ctx context.Context, tip, since gitstore.ID, wants func(*Event) bool) (events []Event, err error) {
	last := tip
	before := map[gitstore.ID]int{} // the events after each commit
	for c, err := range h.Store.Log(ctx, gitstore.LogOptions{From: tip, Until: since}) {
		if err != nil {
			return nil, session.StoreError(err)
		}
		last, before[c.ID] = c.Parent, len(events)
		if e := EventOf(c); wants == nil || wants(&e) {
			events = append(events, e)
		}
	}
	if last == since {
		return events, nil
	}
	for c, err := range h.Store.Log(ctx, gitstore.LogOptions{From: since}) {
		if err != nil {
			break // it is not in this store
		}
		if n, ok := before[c.ID]; ok {
			return events[:n], nil
		}
	}
	return nil, NoCursor(since.String())
}

// Detail adds the parts that come from the threads: places and words. If a thread cannot be read, its event goes
// without them. Detail reads a handful of objects.
func (h History) Detail(ctx context.Context, e *Event) {
	id, err := gitstore.ParseID(e.Cursor)
	if err != nil {
		return
	}
	if e.Kind == Undone {
		h.addUndone(ctx, e)
		return
	}
	if n := len(e.Threads); e.Kind == Submitted && n > 1 { // the comment on the whole review is the last
		if t := h.thread(id, e.Threads[n-1]); t != nil && t.Target == thread.OnReview {
			e.setBody(t.Body)
		}
		return
	}
	if e.Kind == Replied && len(e.Threads) > 1 { // a resolved thread takes no reply, so this one resolved it
		e.Resolved = !slices.ContainsFunc(e.Threads, func(of string) bool {
			t := h.thread(id, of)
			return t == nil || t.WorkflowState != thread.Resolved
		})
	}
	if len(e.Threads) != 1 {
		return
	}
	t := h.thread(id, e.Threads[0])
	if t == nil {
		return
	}
	if row := thread.RowOf(t, ""); row.Shape != thread.OnReview { // an event without a place is on the whole review
		at := row.Where()
		e.Place, e.File = at.String(), at.File
	}
	switch e.Kind {
	case ThreadStarted, Submitted:
		e.setBody(t.Body)
	case Replied:
		if n := len(t.Replies); n > 0 {
			last := &t.Replies[n-1]
			e.Reply, e.Outcome, e.Stance, e.Choice = last.ID, last.Outcome, last.Stance, words.Headline(last.Choice)
			e.Resolved = t.WorkflowState == thread.Resolved
			e.setBody(last.Body)
		}
	case Reanchored:
		if t.SaidGone() {
			e.AnchorState = thread.Stale
		}
	case Edited:
		h.addEdited(ctx, id, e, t)
	}
}

// addEdited adds the text that an edit changed, which it finds by comparing the thread with its state before.
func (h History) addEdited(ctx context.Context, id gitstore.ID, e *Event, t *thread.Thread) {
	c, err := h.Commit(ctx, id, false)
	if err != nil {
		return
	}
	was := h.thread(c.Parent, e.Threads[0])
	switch {
	case was == nil:
		return
	case was.Body != t.Body:
		e.setBody(t.Body)
		return
	}
	for i := range t.Replies {
		r := &t.Replies[i]
		if i < len(was.Replies) && was.Replies[i].Body != r.Body {
			e.Reply = r.ID
			e.setBody(r.Body)
			return
		}
	}
}

// addUndone adds what an undo reversed: the event that it names or, for an undo of an undo, what was restored.
func (h History) addUndone(ctx context.Context, e *Event) {
	of, err := h.event(ctx, e.Undoes)
	if err == nil && of.Kind == Undone {
		e.Redo = true
		of, err = h.event(ctx, of.Undoes)
	}
	if err != nil || of.Kind == Undone {
		return
	}
	h.Detail(ctx, &of)
	e.Place, e.File, e.What = of.Place, of.File, of.Words()
}

// event reads the event at a cursor, without details.
func (h History) event(ctx context.Context, cursor string) (Event, error) {
	id, err := gitstore.ParseID(cursor)
	if err != nil {
		return Event{}, err
	}
	c, err := h.Commit(ctx, id, false)
	return EventOf(c), err
}

// Commit reads one commit, with or without its paths.
func (h History) Commit(ctx context.Context, id gitstore.ID, paths bool) (gitstore.Commit, error) {
	for c, err := range h.Store.Log(ctx, gitstore.LogOptions{From: id, Max: 1, WithPaths: paths}) {
		return c, err
	}
	return gitstore.Commit{}, gitstore.ErrNotExist
}

// NoCommit is the cursor of a project without a store: everything comes after it.
var NoCommit gitstore.ID

// minCursor is how many digits distinguish a cursor from a duration and a name.
const minCursor = 7

// isCursor reports whether ref looks like a cursor, or the beginning of one.
func isCursor(ref string) bool {
	return len(ref) >= minCursor && len(ref) <= 2*len(NoCommit) && words.IsHex(ref)
}

// cursor finds the commit with the id ref, or the only one whose id begins with it.
func (h History) cursor(ctx context.Context, ref string) (gitstore.ID, error) {
	if id, err := gitstore.ParseID(ref); err == nil {
		return id, nil // the walk to it finds out whether it exists
	}
	var found []gitstore.ID
	for c, err := range h.Store.Log(ctx, gitstore.LogOptions{}) {
		if err != nil {
			return NoCommit, session.StoreError(err)
		}
		if strings.HasPrefix(c.ID.String(), ref) {
			found = append(found, c.ID)
		}
	}
	switch len(found) {
	case 0:
		return NoCommit, NoCursor(ref)
	case 1:
		return found[0], nil
	}
	e := fail.NotFound("%q is ambiguous: it matches %d cursors", ref, len(found)).Hint("pass more digits of the cursor")
	for _, id := range found[:min(len(found), fail.MaxCandidates)] {
		e.Candidates = append(e.Candidates, fail.Candidate{ID: id.String()})
	}
	return NoCommit, e
}

// checkpoint finds the commit that made the newest checkpoint with a name.
func (h History) checkpoint(ctx context.Context, name string) (gitstore.ID, error) {
	for c, err := range h.Store.Log(ctx, gitstore.LogOptions{}) {
		if err != nil {
			return NoCommit, session.StoreError(err)
		}
		if e := EventOf(c); e.Kind == CheckpointMade && strings.EqualFold(e.Checkpoint, name) {
			return c.ID, nil
		}
	}
	return NoCommit, errNoSuchCheckpoint
}

var errNoSuchCheckpoint = errors.New("no such checkpoint")

// NoCursor returns the error for a cursor that is not in the store's history.
func NoCursor(ref string) *fail.Error {
	return fail.NotFound("unknown cursor %q", ref).
		Hint("the cursor may be from another project or from purged history").
		Hint("omit {--since}, or use a cursor from '{log}'")
}
