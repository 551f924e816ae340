package review

import (
	"context"
	"errors"
	"slices"
	"strings"

	"consider/gitstore"
)

// history reads events from the store's commits.
type history struct{ store *gitstore.Store }

// after returns the events after the commit since up to tip, newest first and without details. wants says
// which are kept; nil means all. ok is false when since is not on the way from tip to the first commit.
func (h history) after(ctx context.Context, tip, since gitstore.ID, wants func(*Event) bool) (events []Event, ok bool, err error) {
	last := tip
	for c, err := range h.store.Log(ctx, gitstore.LogOptions{From: tip, Until: since}) {
		if err != nil {
			return nil, false, storeError(err)
		}
		last = c.Parent
		if e := eventOf(c); wants == nil || wants(&e) {
			events = append(events, e)
		}
	}
	return events, last == since, nil
}

// detail adds what only the threads tell: places, and what was said. A thread that cannot be read leaves its
// event without them. It reads a handful of objects.
func (h history) detail(ctx context.Context, e *Event) {
	id, err := gitstore.ParseID(e.Cursor)
	if err != nil {
		return
	}
	if e.Kind == Undone {
		h.undone(ctx, e)
		return
	}
	if n := len(e.Threads); e.Kind == Submitted && n > 1 { // the comment on the whole is the last
		if g := h.glimpse(id, e.Threads[n-1]); g != nil && g.Target == OnReview {
			e.Body = headline(g.Body)
		}
		return
	}
	if len(e.Threads) != 1 {
		return
	}
	g := h.glimpse(id, e.Threads[0])
	if g == nil {
		return
	}
	e.Place = g.place()
	switch e.Kind {
	case ThreadStarted, Submitted:
		e.Body = headline(g.Body)
	case Replied:
		if n := len(g.Replies); n > 0 {
			last := &g.Replies[n-1]
			e.Reply, e.Outcome, e.Body = last.ID, last.Outcome, headline(last.Body)
		}
	case Edited:
		h.edited(ctx, id, e, g)
	}
}

// details adds them to all events.
func (h history) details(ctx context.Context, events []Event) {
	for i := range events {
		h.detail(ctx, &events[i])
	}
}

// edited finds the words that an edit changed, by comparing with the state before it.
func (h history) edited(ctx context.Context, id gitstore.ID, e *Event, g *glimpse) {
	c, err := h.commit(ctx, id)
	if err != nil {
		return
	}
	was := h.glimpse(c.Parent, e.Threads[0])
	switch {
	case was == nil:
		return
	case was.Body != g.Body:
		e.Body = headline(g.Body)
		return
	}
	for i := range g.Replies {
		r := &g.Replies[i]
		if i < len(was.Replies) && was.Replies[i].Body != r.Body {
			e.Reply, e.Body = r.ID, headline(r.Body)
			return
		}
	}
}

// undone tells what an undo took back: the event that it names, or for an undo of an undo what is there again.
func (h history) undone(ctx context.Context, e *Event) {
	of, err := h.event(ctx, e.Undoes)
	if err == nil && of.Kind == Undone {
		e.Redo = true
		of, err = h.event(ctx, of.Undoes)
	}
	if err != nil || of.Kind == Undone {
		return
	}
	h.detail(ctx, &of)
	e.Place, e.What = of.Place, of.Words()
}

// event reads the event at a cursor, without details.
func (h history) event(ctx context.Context, cursor string) (Event, error) {
	id, err := gitstore.ParseID(cursor)
	if err != nil {
		return Event{}, err
	}
	c, err := h.commit(ctx, id)
	return eventOf(c), err
}

// commit reads one commit.
func (h history) commit(ctx context.Context, id gitstore.ID) (gitstore.Commit, error) {
	for c, err := range h.store.Log(ctx, gitstore.LogOptions{From: id, Max: 1}) {
		return c, err
	}
	return gitstore.Commit{}, gitstore.ErrNotExist
}

// threadIn returns a thread from whichever folder it is in, nil if it is in none or cannot be read.
func threadIn(f gitstore.Files, id string) (*Thread, string) {
	for _, dir := range folders {
		blob, err := f.FileID(threadFile(dir, id))
		if err != nil {
			continue
		}
		data, err := f.ReadBlob(blob)
		if err != nil {
			return nil, dir
		}
		t, err := decodeThread(data, id)
		if err != nil {
			return nil, dir
		}
		return t, dir
	}
	return nil, ""
}

// noCommit is the cursor of a project without a store: everything comes after it.
var noCommit gitstore.ID

// minCursor is how many digits of a cursor tell it from a duration and a name.
const minCursor = 7

// isCursor reports whether ref looks like a cursor, or the beginning of one.
func isCursor(ref string) bool {
	return len(ref) >= minCursor && len(ref) <= 2*len(noCommit) && isHex(ref)
}

// cursor finds the commit that ref is, or is the beginning of.
func (h history) cursor(ctx context.Context, ref string) (gitstore.ID, error) {
	if id, err := gitstore.ParseID(ref); err == nil {
		return id, nil // whoever walks to it finds out whether it is there
	}
	var found []gitstore.ID
	for c, err := range h.store.Log(ctx, gitstore.LogOptions{}) {
		if err != nil {
			return noCommit, storeError(err)
		}
		if strings.HasPrefix(c.ID.String(), ref) {
			found = append(found, c.ID)
		}
	}
	switch len(found) {
	case 0:
		return noCommit, noCursor(ref)
	case 1:
		return found[0], nil
	}
	e := NotFound("%q is the beginning of %d cursors", ref, len(found)).Hint("give more digits of it")
	for _, id := range found[:min(len(found), maxCandidates)] {
		e.Candidates = append(e.Candidates, Candidate{ID: id.String()})
	}
	return noCommit, e
}

// checkpoint finds the commit that made the newest checkpoint of a name.
func (h history) checkpoint(ctx context.Context, name string) (gitstore.ID, error) {
	for c, err := range h.store.Log(ctx, gitstore.LogOptions{}) {
		if err != nil {
			return noCommit, storeError(err)
		}
		if e := eventOf(c); e.Kind == CheckpointMade && strings.EqualFold(e.Checkpoint, name) {
			return c.ID, nil
		}
	}
	return noCommit, errNoSuchCheckpoint
}

var errNoSuchCheckpoint = errors.New("no such checkpoint")

func noCursor(ref string) *Error {
	return NotFound("the store's history has no %q", ref).
		Hint("it is of another store, or of a history that was replaced or purged: leave --since out to begin now").
		Hint("'consider log' tells what happened here")
}

// oldestFirst turns a list of events around and cuts it after max. more tells that newer ones were cut off.
func oldestFirst(events []Event, max int) (out []Event, more bool) {
	slices.Reverse(events)
	if len(events) > max {
		return events[:max], true
	}
	return events, false
}
