package review

import (
	"context"
	"strings"
	"time"

	"consider/gitstore"
)

// LogInput says which events to tell.
type LogInput struct {
	ID  string `json:"id,omitempty" arg:"id?" help:"only events of this thread"`
	Max int    `json:"max,omitempty" flag:"max,n" help:"at most so many (default 50, 0 for that; at most 10000)" placeholder:"N"`
}

// LogOutput is what happened, newest first.
type LogOutput struct {
	Events []Event `json:"events"`
	More   bool    `json:"more,omitempty"` // there are older ones
}

// Event is one change of the store.
type Event struct {
	Commit  string    `json:"commit"`
	At      time.Time `json:"at"`
	Op      string    `json:"op"`
	By      string    `json:"by"` // human or agent, and a name: "agent:claude-code"
	Threads []string  `json:"threads,omitempty"`
	Subject string    `json:"subject"`
}

const (
	defaultEvents = 50
	maxEvents     = 10000
)

// Log tells what happened to the review.
func (s *Service) Log(ctx context.Context, in LogInput) (LogOutput, error) {
	if in.Max < 0 || in.Max > maxEvents {
		return LogOutput{}, Usage("--max is 0 to %d", maxEvents)
	}
	if in.Max == 0 {
		in.Max = defaultEvents
	}
	st, err := s.glance(ctx)
	if err != nil {
		return LogOutput{}, err
	}
	var id string
	if in.ID != "" {
		at, err := st.find(in.ID, folders...)
		if err != nil {
			return LogOutput{}, err
		}
		id = at.id
	}
	out := LogOutput{Events: []Event{}}
	for commit, err := range st.store.Log(ctx, gitstore.LogOptions{From: st.snap.ID()}) {
		if err != nil {
			return out, storeError(err)
		}
		e := eventOf(commit)
		if id != "" && !e.about(id) {
			continue
		}
		if len(out.Events) == in.Max {
			out.More = true
			break
		}
		out.Events = append(out.Events, e)
	}
	return out, nil
}

func eventOf(c gitstore.Commit) Event {
	e := Event{Commit: c.ID.String(), At: c.When.UTC(), By: c.AuthorName, Subject: c.Subject}
	for _, t := range c.Trailers {
		switch t.Key {
		case "Consider-Op":
			e.Op = t.Value
		case "Consider-Thread":
			e.Threads = append(e.Threads, t.Value)
		}
	}
	if e.Op == "" {
		e.Op, _, _ = strings.Cut(c.Subject, " ")
	}
	return e
}

func (e *Event) about(id string) bool {
	for _, t := range e.Threads {
		if t == id {
			return true
		}
	}
	return false
}
