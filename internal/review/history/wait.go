package history

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"consider/gitstore"
	"consider/internal/fail"
	"consider/internal/presence"
	"consider/internal/session"
	"consider/internal/thread"
	"consider/internal/watch"
)

// WaitInput says what to wait for.
type WaitInput struct {
	Since   string            `json:"since,omitempty" flag:"since" help:"only events after this cursor, from earlier output (default: unread messages)" placeholder:"CURSOR"`
	For     thread.AuthorKind `json:"for,omitempty" rare:"true" flag:"for" enum:"any" help:"whose activity to wait for (default: agents' for a human, the human's for an agent)"`
	Thread  string            `json:"thread,omitempty" rare:"true" flag:"thread" help:"only events of this thread" placeholder:"ID"`
	Timeout string            `json:"timeout,omitempty" flag:"timeout" help:"how long to wait: 30s, 9m, at most 24h; 0: return at once (default: 100s; MCP: 45s)" placeholder:"TIME"`
}

// Wait returns the events of others after a cursor, as soon as there are any. Without a cursor it returns the messages
// that the asking agent has not read or, if there are none, the events from now on. The cursor is a commit of the
// store, so nothing is missed or returned twice between two calls, however the first one ended. When the timeout
// passes, the error is an [ErrTimeout] with the cursor; a cancellation carries the cursor too. Messages that the events
// contain in full count as handed to the agent.
func Wait(ctx context.Context, s *session.Session, in WaitInput) (WaitOutput, error) {
	out, err := wait(ctx, s, in)
	for _, e := range out.Events {
		if e.Whole {
			s.Hand(e.Threads[0], thread.Message{Reply: e.Reply, Body: e.Body})
		}
	}
	return out, err
}

func wait(ctx context.Context, s *session.Session, in WaitInput) (WaitOutput, error) {
	timeout, err := waitFor(s, in.Timeout)
	if err != nil {
		return WaitOutput{}, err
	}
	// This comes before the first read, so that no change is missed between the read and the waiting.
	watching, stop := context.WithCancel(ctx)
	defer stop()
	changes := changes(watching, s, timeout)
	timer := time.NewTimer(timeout)
	defer timer.Stop()
	tick := time.NewTicker(PollEvery)
	defer tick.Stop()

	w, err := newWait(ctx, s, in)
	if err != nil {
		return WaitOutput{}, err
	}
	if in.Since == "" {
		if out, err := w.unread(ctx); err != nil || len(out.Events) > 0 {
			return out, err
		}
	}
	var here presence.Session
	defer here.Close()
	if s.Agent() != "" && timeout > 0 && s.MayBeNoted(ctx) {
		_ = here.Begin(s.Place.StoreDir, s.Place.WorktreeName, w.self.Name, presence.Waiting, s.Now()) // if this fails, the wait stays unrecorded
	}
	for last := timeout == 0; ; {
		out, err := w.newEvents(ctx)
		switch {
		case ctx.Err() != nil:
			return WaitOutput{}, w.ended(context.Canceled, "interrupted")
		case err != nil:
			return WaitOutput{}, err
		case len(out.Events) > 0:
			return out, nil
		case last:
			return WaitOutput{}, w.ended(fail.ErrTimeout, "nothing new from %s", w.whose())
		}
		select {
		case <-ctx.Done():
		case <-timer.C:
			last = true
		case <-changes:
		case <-tick.C:
		}
	}
}

// changes returns the change stream; nil if there is none or the call does not wait.
func changes(ctx context.Context, s *session.Session, timeout time.Duration) <-chan watch.Change {
	if s.Watch == nil || timeout == 0 {
		return nil
	}
	return s.Watch().Events(ctx)
}

// waitFor returns how long to wait: the given time or, by default, the time that the caller's channel usually allows.
func waitFor(s *session.Session, timeout string) (time.Duration, error) {
	if timeout == "" {
		return cmp.Or(s.Caller.Patience, defaultTimeout), nil
	}
	d, err := time.ParseDuration(timeout)
	if err != nil {
		return 0, fail.Usage("invalid timeout %q", timeout).Hint("use a duration like 100s, 9m or 2h, or 0 to check once")
	}
	if d < 0 || d > maxTimeout {
		return 0, fail.Usage("{--timeout} must be between 0 and 24h, not %s", timeout)
	}
	return d, nil
}

func newWait(ctx context.Context, s *session.Session, in WaitInput) (*Waiter, error) {
	self, err := s.Author(ctx)
	if err != nil {
		return nil, err
	}
	w := &Waiter{s: s, self: self}
	switch in.For {
	case "":
		w.Kind = thread.Human
		if self.Kind == thread.Human {
			w.Kind = thread.Agent
		}
		w.findings = w.Kind == thread.Human && s.Agent() != ""
	case thread.Human, thread.Agent:
		w.Kind = in.For
	}
	if w.start, err = StartAt(ctx, s, in.Since); err != nil {
		return nil, err
	}
	w.seen = w.start
	if in.Thread != "" {
		st, err := s.Snapshot(ctx)
		if err != nil {
			return nil, err
		}
		at, err := st.Find(in.Thread, thread.Folders...)
		if err != nil {
			return nil, err
		}
		w.thread = at.ID
	}
	return w, nil
}

// StartAt returns the commit to begin after: the cursor, or the tip. For a project without a store it returns the zero
// id, which is a valid cursor too.
func StartAt(ctx context.Context, s *session.Session, since string) (gitstore.ID, error) {
	if since != "" && !isCursor(since) {
		return NoCommit, fail.Usage("invalid cursor %q", since).Hint("use at least %d digits of the \"cursor\" from an earlier output", minCursor)
	}
	if since == NoCommit.String() {
		return NoCommit, nil
	}
	store, tip, err := AwaitedStore(ctx, s)
	switch {
	case errors.Is(err, fail.ErrNoStore) && since == "":
		return NoCommit, nil
	case err != nil:
		return NoCommit, err
	case since != "":
		return History{store}.cursor(ctx, since)
	}
	return tip, nil
}

// AwaitedStore returns the store and its tip to a caller that has been waiting. The store may have been made, deleted,
// or deleted and made again meanwhile.
func AwaitedStore(ctx context.Context, s *session.Session) (*gitstore.Store, gitstore.ID, error) {
	for again := true; ; again = false {
		if s.StoreAbsent() {
			return nil, gitstore.ID{}, session.StoreError(gitstore.ErrNoStore)
		}
		store, err := s.OpenStore(ctx, false)
		if err != nil {
			return nil, gitstore.ID{}, err
		}
		snap, err := store.Snapshot() // the tip alone does not show that the store has a newer schema
		if again && errors.Is(err, gitstore.ErrCorrupt) {
			s.CloseStore()
			continue
		}
		if err != nil {
			return store, gitstore.ID{}, session.StoreError(err)
		}
		return store, snap.ID(), nil
	}
}

// News returns the events that came after the commit seen, newest first and without details, and the commit up to which
// they go; that is seen if there is nothing new. wants selects the events; nil means all.
func News(ctx context.Context, s *session.Session, seen gitstore.ID, wants func(*Event) bool) (h History, tip gitstore.ID, events []Event, err error) {
	h.Store, tip, err = AwaitedStore(ctx, s)
	if errors.Is(err, fail.ErrNoStore) && seen.IsZero() {
		return h, seen, nil, nil
	}
	if err != nil || tip == seen {
		return h, tip, nil, err
	}
	events, err = h.after(ctx, tip, seen, wants)
	return h, tip, events, err
}

// newEvents returns the matching events that came since the last call.
func (w *Waiter) newEvents(ctx context.Context) (WaitOutput, error) {
	h, tip, events, err := News(ctx, w.s, w.seen, w.Wants)
	if err != nil || tip == w.seen {
		return WaitOutput{}, err
	}
	w.seen = tip
	events = w.ours(ctx, events)
	slices.Reverse(events)
	out := WaitOutput{Events: events, Cursor: tip.String()}
	if len(events) > MaxWaited {
		out.Events, out.More, out.Cursor = events[:MaxWaited], true, events[MaxWaited-1].Cursor
	}
	if w.s.At, err = gitstore.ParseID(out.Cursor); err != nil {
		return WaitOutput{}, err
	}
	for i := range out.Events {
		h.Detail(ctx, &out.Events[i])
	}
	return out, nil
}

// ours returns the events of threads that concern the caller and those without a thread, of this worktree. It omits threads
// that another session works on or that are hidden from the caller, and messages of other agents that are not for it. If
// the threads cannot be read, it returns all.
func (w *Waiter) ours(ctx context.Context, events []Event) []Event {
	if w.thread != "" && !w.findings || len(events) == 0 {
		return events
	}
	st, err := w.s.Read(ctx)
	if err != nil {
		return events
	}
	others, unread, leases := map[string]bool{}, map[string]bool{}, LeasesOf(w.s)
	rows := st.View.Rows
	for i := range rows {
		r := &rows[i]
		if w.thread == "" && (!leases.Concerns(r) || leases.Busy(r.ID)) {
			others[r.ID] = true
		}
		unread[r.ID] = r.Finding != nil && r.Unseen(w.s.Agent())
	}
	return slices.DeleteFunc(events, func(e Event) bool {
		among := func(id string) bool {
			return !others[id] && (e.By.Kind.Role() == w.Kind || !w.findings || unread[id]) && !st.Hides(id)
		}
		if len(e.Threads) == 0 {
			return w.thread == "" && !w.s.Owns(e.Worktree) || w.findings && e.By.Kind.Role() != w.Kind
		}
		return !slices.ContainsFunc(e.Threads, among)
	})
}

// Wants reports whether an event ends the wait.
func (w *Waiter) Wants(e *Event) bool {
	return !e.Quiet() && !e.By.Is(w.self) && (w.Kind == "" || w.findings && e.HasMessages() || e.By.Kind.Role() == w.Kind) && (w.thread == "" || e.about(w.thread))
}

// ended returns the error of a wait that ends without events. It carries the cursor with which the wait began.
func (w *Waiter) ended(kind error, format string, args ...any) *fail.Error {
	e := fail.New(kind, format, args...).Hint("continue with: {wait --since %s}", w.start)
	e.Cursor = w.start.String()
	return e
}

func (w *Waiter) whose() string {
	switch w.Kind {
	case thread.Human:
		return "the human"
	case thread.Agent:
		return "an agent"
	}
	return "anyone else"
}
