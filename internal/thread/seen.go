package thread

import (
	"maps"
	"time"

	"consider/gitstore"
)

// MarkName is the name that an agent's seen marks are kept under.
func (a Author) MarkName() string {
	if a.Kind == Agent && a.Name == "" {
		return string(Agent)
	}
	return a.Name
}

// MarkSeen notes that an agent has read the thread up to its last entry.
func (t *Thread) MarkSeen(who Author, now time.Time) {
	if t.SeenBy == nil {
		t.SeenBy = map[string]time.Time{}
	}
	if t.SeenUpTo == nil {
		t.SeenUpTo = map[string]string{}
	}
	name := who.MarkName()
	t.AgentLastSeenAt, t.SeenBy[name], t.SeenUpTo[name] = &now, now, t.EntryID(len(t.Replies))
}

// FingerprintFor returns the fingerprint kept with the newest message of a person that an agent has read; with the first
// one if it has read none. It is "" if none was kept.
func (t *Thread) FingerprintFor(who Author) string {
	read, out, found := t.Entry(t.SeenUpTo[who.MarkName()]), "", false
	for i, by := range append([]Reply{{Author: t.Author, Fingerprint: t.Fingerprint}}, t.Replies...) {
		if by.Author == Human && (!found || i <= read) {
			out, found = by.Fingerprint, true
		}
	}
	return out
}

// UnmarkSeen makes the entry at position i unread again, for all agents: its words have changed.
func (t *Thread) UnmarkSeen(i int) {
	for name, id := range t.SeenUpTo {
		if t.Entry(id) < i {
			continue
		}
		if i == 0 {
			delete(t.SeenUpTo, name)
			continue
		}
		t.SeenUpTo[name] = t.EntryID(i - 1)
	}
}

// WithMarks returns a thread's earlier bytes with the marks of having seen it that it has by now. What cannot be
// read as a thread is returned as it is.
func WithMarks(earlier []byte, now gitstore.Files, id string) []byte {
	t, err := Decode(earlier, id)
	if err != nil {
		return earlier
	}
	is, _ := Find(now, id)
	if is == nil {
		return earlier
	}
	t.takeMarks(is)
	if data, err := Encode(t); err == nil {
		return data
	}
	return earlier
}

// takeMarks adds the marks of a later state of the thread. Entries that t does not have count up to the last one
// before them that it has.
func (t *Thread) takeMarks(later *Thread) {
	for name, id := range later.SeenUpTo {
		i := later.Entry(id)
		for i > 0 && t.Entry(later.Replies[i-1].ID) < 0 {
			i--
		}
		if i < 0 || t.SeenUpTo != nil && t.SeenUpTo[name] != "" && t.Entry(t.SeenUpTo[name]) >= i {
			continue
		}
		if t.SeenUpTo == nil {
			t.SeenUpTo = map[string]string{}
		}
		t.SeenUpTo[name] = later.EntryID(i)
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
