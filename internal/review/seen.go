package review

import (
	"context"
	"maps"
	"time"

	"consider/gitstore"
)

// markName is the name that an agent's seen marks are kept under.
func (a author) markName() string {
	if a.Kind == Agent && a.Name == "" {
		return string(Agent)
	}
	return a.Name
}

// markSeen notes that an agent has read the thread up to its last entry.
func (t *Thread) markSeen(who author, now time.Time) {
	last := t.ID
	if n := len(t.Replies); n > 0 {
		last = t.Replies[n-1].ID
	}
	if t.SeenBy == nil {
		t.SeenBy = map[string]time.Time{}
	}
	if t.SeenUpTo == nil {
		t.SeenUpTo = map[string]string{}
	}
	name := who.markName()
	t.AgentLastSeenAt, t.SeenBy[name], t.SeenUpTo[name] = &now, now, last
}

// unmarkSeen makes the entry at position i unread again, for all agents: its words have changed.
func (t *Thread) unmarkSeen(i int) {
	for name, id := range t.SeenUpTo {
		if t.entry(id) < i {
			continue
		}
		if i == 0 {
			delete(t.SeenUpTo, name)
			continue
		}
		before := t.ID
		if i > 1 {
			before = t.Replies[i-2].ID
		}
		t.SeenUpTo[name] = before
	}
}

// see records that the asking agent has seen l, when it holds human words that are new to it. It is the one
// thing that reading writes; should it fail, the read has still succeeded, and the thread stays unseen.
func (s *Service) see(ctx context.Context, l *looked) (*time.Time, bool) {
	who, err := s.Caller.author(Agent)
	if err != nil || who.Kind != Agent || l.far != nil || l.at.dir != activeDir || !l.row.unseen(who.markName()) {
		return nil, false
	}
	var at time.Time
	err = s.update(ctx, false, func(c *change) error {
		if err := c.whole(); err != nil {
			return err
		}
		t, err := c.load(activeDir, l.at.id)
		if err != nil {
			return err
		}
		at = c.now
		t.markSeen(who, at)
		c.record("seen", who, "", t.ID)
		return c.save(activeDir, t)
	})
	return &at, err == nil
}

// withMarks returns a thread's earlier bytes with the marks of having seen it that it has by now. What cannot be
// read as a thread is returned as it is.
func withMarks(earlier []byte, now gitstore.Files, id string) []byte {
	t, err := decodeThread(earlier, id)
	if err != nil {
		return earlier
	}
	is, _ := threadIn(now, id)
	if is == nil {
		return earlier
	}
	t.takeMarks(is)
	if data, err := encodeThread(t); err == nil {
		return data
	}
	return earlier
}

// takeMarks adds the marks of a later state of the thread. Entries that t does not have count up to the last one
// before them that it has.
func (t *Thread) takeMarks(later *Thread) {
	for name, id := range later.SeenUpTo {
		i := later.entry(id)
		for i > 0 && t.entry(later.Replies[i-1].ID) < 0 {
			i--
		}
		if i < 0 || t.SeenUpTo != nil && t.SeenUpTo[name] != "" && t.entry(t.SeenUpTo[name]) >= i {
			continue
		}
		if t.SeenUpTo == nil {
			t.SeenUpTo = map[string]string{}
		}
		t.SeenUpTo[name] = t.ID
		if i > 0 {
			t.SeenUpTo[name] = later.Replies[i-1].ID
		}
	}
	if t.SeenBy == nil {
		t.SeenBy = later.SeenBy
	} else {
		maps.Copy(t.SeenBy, later.SeenBy)
	}
	if later.AgentLastSeenAt != nil {
		t.AgentLastSeenAt = later.AgentLastSeenAt
	}
}
