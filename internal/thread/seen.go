package thread

import (
	"cmp"
	"time"
)

// ReadBy returns how many of the thread's first entries an agent or, with agent "", any agent is known to have read.
// Entries that the agent need not be given count as read.
func (t *Thread) ReadBy(agent string) int {
	n := 0
	for name, id := range t.SeenUpTo {
		if agent == "" || name == agent {
			n = max(n, t.Entry(id)+1)
		}
	}
	return t.ReadOn(n, Author{Agent, agent}, nil)
}

// ReadOn returns how many of the first entries a reader has read that had read n and was then given some messages: all
// before the first one for it that was not among them.
func (t *Thread) ReadOn(n int, reader Author, given func(Message) bool) int {
	messages, isFor := t.Messages(), t.IsFor(reader)
	for n < len(messages) && (!isFor(n) || given != nil && given(messages[n])) {
		n++
	}
	return n
}

// ReadBefore returns how many of the first entries the person counts as having read without a mark: in earlier
// versions, a person who replied counted as having read the thread.
func (t *Thread) ReadBefore() int {
	for i := len(t.Replies); i > 0; i-- {
		if r := &t.Replies[i-1]; r.Author == Human && r.AuthorRead == nil {
			return i
		}
	}
	return 0
}

// Give records that an agent was given messages. It reports whether an unread message for it is now read.
func (t *Thread) Give(agent string, given func(Message) bool, now time.Time) bool {
	had := t.ReadBy(agent)
	n := t.ReadOn(had, Author{Agent, agent}, given)
	if n == had {
		return false
	}
	if t.SeenBy == nil {
		t.SeenBy = map[string]time.Time{}
	}
	if t.SeenUpTo == nil {
		t.SeenUpTo = map[string]string{}
	}
	t.AgentLastSeenAt, t.SeenBy[agent], t.SeenUpTo[agent] = &now, now, t.EntryID(n-1)
	return true
}

// Heard returns the newest message of a person among the first n entries or, if there is none, the person's first one:
// its entry, -1 if there is none at all, and its fingerprint, "" if none was stored. It is what an agent that has read n
// entries is known to have been given. A finder's report or insistence counts as such a message.
func (t *Thread) Heard(n int) (entry int, print string) {
	entry = -1
	for i, by := range append([]Reply{{Author: t.Author, Fingerprint: t.Fingerprint, Concern: t.Concern}}, t.Replies...) {
		if (by.Author == Human || by.Concern != nil || by.Stance == Insist) && (entry < 0 || i < n) {
			entry, print = i, by.Fingerprint
		}
	}
	return entry, print
}

// Read returns how many of the thread's first entries the author of a reply is known to have been given before.
func (r *Reply) Read() int { return *cmp.Or(r.AuthorRead, new(int)) }

// UnmarkSeen makes the entry at position i, whose text has changed, unread again for all agents. No earlier reply
// answers it any more.
func (t *Thread) UnmarkSeen(i int) {
	for j := range t.Replies {
		if r := &t.Replies[j]; j >= i && r.Author != Human && (r.AuthorRead == nil || *r.AuthorRead > i) {
			r.AuthorRead = &i
		}
	}
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

// MergeMarks adds the marks of a later state of the thread. A mark at an entry that t does not have counts up to the
// last entry before it that t has.
func (t *Thread) MergeMarks(later *Thread) {
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
	for name, at := range later.SeenBy {
		if t.SeenBy == nil {
			t.SeenBy = map[string]time.Time{}
		}
		if at.After(t.SeenBy[name]) {
			t.SeenBy[name] = at
		}
	}
	if at := later.AgentLastSeenAt; at != nil && (t.AgentLastSeenAt == nil || at.After(*t.AgentLastSeenAt)) {
		t.AgentLastSeenAt = at
	}
}
