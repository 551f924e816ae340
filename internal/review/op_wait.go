package review

import (
	"context"
	"errors"
	"time"

	"consider/gitstore"
	"consider/internal/watch"
)

// WaitInput says what to wait for.
type WaitInput struct {
	Since   string `json:"since,omitempty" flag:"since" help:"cursor of an earlier answer: what happened after it counts; only what happens from now on when left out" placeholder:"CURSOR"`
	For     string `json:"for,omitempty" flag:"for" enum:"human,agent,any" help:"whose doings end it (default: for an agent the human's, for the human an agent's); your own never do"`
	Thread  string `json:"thread,omitempty" flag:"thread" help:"only what happens to this thread" placeholder:"ID"`
	Timeout string `json:"timeout,omitempty" flag:"timeout" help:"how long to wait: 30s, 9m, at most 24h; 0 only looks (default 100s, over MCP 45s)" placeholder:"TIME"`
}

// WaitOutput is what happened, oldest first.
type WaitOutput struct {
	Events []Event `json:"events"`
	Cursor string  `json:"cursor"`         // to wait on from
	More   bool    `json:"more,omitempty"` // there are newer ones: ask again with the cursor
}

const (
	defaultTimeout = 100 * time.Second // agents' shells give a command two minutes
	maxTimeout     = 24 * time.Hour
	maxWaited      = 200 // events in one answer

	// lookEvery is how often the store is looked at whatever the change stream says: a file system may have no
	// events, or lose them. A look reads one file of 41 bytes.
	lookEvery = 200 * time.Millisecond
)

// Wait returns what others did after a cursor, at once if there is something, else when there is. The cursor is
// a commit of the store, so nothing is missed or told twice between two calls, whatever ended the first.
// When the time is over it is an [ErrTimeout] that carries the cursor, as does a cancellation.
func (s *Service) Wait(ctx context.Context, in WaitInput) (WaitOutput, error) {
	timeout, err := s.patience(in.Timeout)
	if err != nil {
		return WaitOutput{}, err
	}
	// Before the first look, so that nothing falls between it and the waiting.
	watching, stop := context.WithCancel(ctx)
	defer stop()
	changes := s.changes(watching, timeout)
	timer := time.NewTimer(timeout)
	defer timer.Stop()
	tick := time.NewTicker(lookEvery)
	defer tick.Stop()

	w, err := s.newWait(ctx, in)
	if err != nil {
		return WaitOutput{}, err
	}
	for last := timeout == 0; ; {
		out, err := w.look(ctx)
		switch {
		case ctx.Err() != nil:
			return WaitOutput{}, w.ended(context.Canceled, "interrupted")
		case err != nil:
			return WaitOutput{}, err
		case len(out.Events) > 0:
			return out, nil
		case last:
			return WaitOutput{}, w.ended(ErrTimeout, "nothing new from %s", w.whose())
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

// changes returns the change stream, nil where there is none or nobody would read it.
func (s *Service) changes(ctx context.Context, timeout time.Duration) <-chan watch.Change {
	if s.Watch == nil || timeout == 0 {
		return nil
	}
	return s.Watch().Events(ctx)
}

// patience is how long to wait: as long as it says, else as long as the caller's channel usually lets it.
func (s *Service) patience(timeout string) (time.Duration, error) {
	switch {
	case timeout != "":
		return parseTimeout(timeout)
	case s.Caller.Patience != 0:
		return s.Caller.Patience, nil
	}
	return defaultTimeout, nil
}

func parseTimeout(s string) (time.Duration, error) {
	d, err := time.ParseDuration(s)
	if err != nil {
		return 0, Usage("%q is no time to wait", s).Hint("write 100s, 9m or 2h; 0 only looks")
	}
	if d < 0 || d > maxTimeout {
		return 0, Usage("--timeout is 0 to 24h, not %s", s)
	}
	return d, nil
}

// wait is one call of Wait.
type wait struct {
	s      *Service
	self   author
	kind   AuthorKind // "" for any
	thread string
	start  gitstore.ID // the cursor that an end without events gives back
	seen   gitstore.ID // looked at up to here
	since  string      // as it was given
}

func (s *Service) newWait(ctx context.Context, in WaitInput) (*wait, error) {
	self, err := s.writer(ctx, Agent)
	if err != nil {
		return nil, err
	}
	w := &wait{s: s, self: self, since: in.Since}
	switch in.For {
	case "":
		w.kind = Human
		if self.Kind == Human {
			w.kind = Agent
		}
	case string(Human), string(Agent):
		w.kind = AuthorKind(in.For)
	}
	if w.start, err = s.startAt(ctx, in.Since); err != nil {
		return nil, err
	}
	w.seen = w.start
	if in.Thread != "" {
		st, err := s.glance(ctx)
		if err != nil {
			return nil, err
		}
		at, err := st.find(in.Thread, folders...)
		if err != nil {
			return nil, err
		}
		w.thread = at.id
	}
	return w, nil
}

// startAt returns the commit to begin after: the cursor, or the tip. A project without a store begins at no
// commit, which is a cursor too: all zeros.
func (s *Service) startAt(ctx context.Context, since string) (gitstore.ID, error) {
	if since != "" && !isCursor(since) {
		return noCommit, Usage("%q is no cursor", since).Hint("a cursor is what an answer calls so: 40 digits, or at least %d of them", minCursor)
	}
	if since == noCommit.String() {
		return noCommit, nil
	}
	store, tip, err := s.awaited(ctx)
	switch {
	case errors.Is(err, ErrNoStore) && since == "":
		return noCommit, nil
	case err != nil:
		return noCommit, err
	case since != "":
		return history{store}.cursor(ctx, since)
	}
	return tip, nil
}

// look returns the events that came since the last look, and that count.
func (w *wait) look(ctx context.Context) (WaitOutput, error) {
	store, tip, err := w.s.awaited(ctx)
	if errors.Is(err, ErrNoStore) && w.seen.IsZero() || err == nil && tip == w.seen {
		return WaitOutput{}, nil
	}
	if err != nil {
		return WaitOutput{}, err
	}
	h := history{store}
	events, ok, err := h.after(ctx, tip, w.seen, w.wants)
	if err != nil {
		return WaitOutput{}, err
	}
	if !ok {
		return WaitOutput{}, noCursor(w.seen.String())
	}
	w.seen = tip
	out := WaitOutput{Cursor: tip.String()}
	if out.Events, out.More = oldestFirst(events, maxWaited); out.More {
		out.Cursor = out.Events[maxWaited-1].Cursor
	}
	if w.s.cursor, err = gitstore.ParseID(out.Cursor); err != nil {
		return WaitOutput{}, err
	}
	h.details(ctx, out.Events)
	return out, nil
}

// wants reports whether an event ends the wait.
func (w *wait) wants(e *Event) bool {
	return !e.quiet() && !e.By.is(w.self) && (w.kind == "" || e.By.Kind.Role() == w.kind) && (w.thread == "" || e.about(w.thread))
}

// ended is an end without events. It carries the cursor that the wait began with.
func (w *wait) ended(kind error, format string, args ...any) *Error {
	e := newError(kind, format, args...).Hint("go on with: consider wait --since %s", w.start)
	e.Cursor = w.start.String()
	return e
}

func (w *wait) whose() string {
	switch w.kind {
	case Human:
		return "the human"
	case Agent:
		return "an agent"
	}
	return "anybody else"
}
