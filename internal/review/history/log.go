package history

import (
	"context"
	"errors"
	"strconv"
	"strings"
	"time"

	"consider/gitstore"
	"consider/internal/checkpoint"
	"consider/internal/fail"
	"consider/internal/session"
	"consider/internal/thread"
	"consider/internal/words"
)

// LogInput says which events to tell.
type LogInput struct {
	ID    string `json:"id,omitempty" arg:"id?" help:"only events of this thread"`
	Since string `json:"since,omitempty" flag:"since" help:"only events after a cursor, after a checkpoint (last: the newest round), or of the last while: 90m, 2h, 7d" placeholder:"CURSOR|NAME|TIME"`
	Max   int    `json:"max,omitempty" flag:"max,n" help:"at most so many (default 50, 0 for that; at most 10000)" placeholder:"N"`
	All   bool   `json:"all,omitempty" flag:"all" help:"also when agents read a thread, and when the store was made"`
}

// LogOutput is what happened, newest first.
type LogOutput struct {
	Events []Event `json:"events"`
	More   bool    `json:"more,omitempty"` // there are older ones
}

const (
	DefaultEvents = 50
	MaxEvents     = 10000
)

// Log tells what happened to the review.
func Log(ctx context.Context, s *session.Session, in LogInput) (LogOutput, error) {
	if in.Max < 0 || in.Max > MaxEvents {
		return LogOutput{}, fail.Usage("--max is 0 to %d", MaxEvents)
	}
	if in.Max == 0 {
		in.Max = DefaultEvents
	}
	st, err := s.Snapshot(ctx)
	if err != nil {
		return LogOutput{}, err
	}
	var id string
	if in.ID != "" {
		at, err := st.Find(in.ID, thread.Folders...)
		if err != nil {
			return LogOutput{}, err
		}
		id = at.ID
	}
	h := History{st.Store}
	if in.Since == checkpoint.Last {
		c, err := checkpoint.Find(st.Commit, checkpoint.Last)
		if err != nil {
			return LogOutput{}, err
		}
		in.Since = c.Name
	}
	from, err := h.since(ctx, in.Since, s.Now())
	if err != nil {
		return LogOutput{}, err
	}
	out := LogOutput{Events: []Event{}}
	last := st.Commit.ID()
	for commit, err := range st.Store.Log(ctx, gitstore.LogOptions{From: last, Until: from.commit}) {
		if err != nil {
			return out, session.StoreError(err)
		}
		e := EventOf(commit)
		if e.At.Before(from.at) {
			return out, nil
		}
		last = commit.Parent
		if !in.All && e.Quiet() || id != "" && !e.about(id) {
			continue
		}
		if len(out.Events) == in.Max {
			out.More = true
			return out, nil
		}
		h.Detail(ctx, &e)
		out.Events = append(out.Events, e)
	}
	if last != from.commit {
		return LogOutput{}, NoCursor(in.Since)
	}
	return out, nil
}

// start is where a log ends: after a commit, and not before a time.
type start struct {
	commit gitstore.ID
	at     time.Time
}

// since reads what --since says: a cursor, a checkpoint's name, or for how long back.
func (h History) since(ctx context.Context, ref string, now time.Time) (start, error) {
	if ref == "" {
		return start{}, nil
	}
	if isCursor(ref) {
		id, err := h.cursor(ctx, ref)
		if !errors.Is(err, fail.ErrNotFound) {
			return start{commit: id}, err
		}
	}
	id, err := h.checkpoint(ctx, ref)
	if !errors.Is(err, errNoSuchCheckpoint) {
		return start{commit: id}, err
	}
	if d, ok := ParseSpan(ref); ok {
		return start{at: now.Add(-d)}, nil
	}
	if isCursor(ref) {
		return start{}, NoCursor(ref)
	}
	return start{}, fail.NotFound("no checkpoint %q", ref).
		Hint("--since takes a cursor of at least %d digits, the name of a checkpoint, or a time such as 90m, 2h or 7d", minCursor)
}

// ParseSpan reads a time to go back: what Go calls a duration, and days.
func ParseSpan(s string) (time.Duration, bool) {
	if days, ok := strings.CutSuffix(s, "d"); ok && words.AllDigits(days) {
		n, err := strconv.Atoi(days)
		return time.Duration(n) * 24 * time.Hour, err == nil && n <= maxDays
	}
	d, err := time.ParseDuration(s)
	return d, err == nil && d >= 0
}

const maxDays = 100_000 // a time.Duration holds 106,751
