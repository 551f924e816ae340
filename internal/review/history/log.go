package history

import (
	"context"

	"consider/gitstore"
	"consider/internal/fail"
	"consider/internal/session"
	"consider/internal/thread"
)

// LogInput says which events to list.
type LogInput struct {
	ID    string `json:"id,omitempty" arg:"id?" help:"only events of this thread"`
	Since string `json:"since,omitempty" flag:"since" help:"only events after a cursor, a checkpoint (last: the latest round) or a time: 2h, '3 days ago', yesterday, 2026-11-20" placeholder:"CURSOR|NAME|TIME"`
	Max   int    `json:"max,omitempty" flag:"limit,n" also:"max" help:"show at most N events (default: 50; maximum: 10000)" placeholder:"N"`
	All   bool   `json:"all,omitempty" flag:"all" help:"also show when agents read threads and when the store was created"`
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

// Log lists what happened to the review.
func Log(ctx context.Context, s *session.Session, in LogInput) (LogOutput, error) {
	if in.Max < 0 || in.Max > MaxEvents {
		return LogOutput{}, fail.Usage("{--limit} must be between 0 and %d", MaxEvents)
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
	from, err := Since(ctx, st, in.Since)
	if err != nil {
		return LogOutput{}, err
	}
	out := LogOutput{Events: []Event{}}
	last := st.Commit.ID()
	for commit, err := range st.Store.Log(ctx, gitstore.LogOptions{From: last, Until: from.Commit}) {
		if err != nil {
			return out, session.StoreError(err)
		}
		e := EventOf(commit)
		if from.Commit.IsZero() && e.At.Before(from.At) {
			return out, nil
		}
		last = commit.Parent
		if !in.All && e.Quiet() || id != "" && !e.about(id) || e.Hidden(st) {
			continue
		}
		if len(out.Events) == in.Max {
			out.More = true
			return out, nil
		}
		h.Detail(ctx, &e)
		out.Events = append(out.Events, e)
	}
	if last != from.Commit {
		return LogOutput{}, NoCursor(in.Since)
	}
	return out, nil
}
