package session

import (
	"time"

	"consider/internal/thread"
)

// Hand notes that the answer shows messages whole. They count as read once the surface has written it out, if it is known
// who reads it: an agent, or a person at the terminal. Other clients of people report what they draw.
func (s *Session) Hand(id string, messages ...thread.Message) {
	if s.Agent() != "" || s.Caller.IsPerson() && s.Caller.OnScreen {
		s.Handed = append(s.Handed, Handed{id, messages})
	}
}

// Given reports whether the answer shows a message of a thread, in its present words.
func (s *Session) Given(id string) func(thread.Message) bool {
	return func(m thread.Message) bool {
		for _, h := range s.Handed {
			for _, given := range h.Messages {
				if h.Thread == id && given.Reply == m.Reply && given.Body == m.Body {
					return true
				}
			}
		}
		return false
	}
}

// SentBefore reports whether the request was sent before a time in the past. A time in the future is of a clock that went
// back since.
func (s *Session) SentBefore(at time.Time) bool {
	return !s.Sent.IsZero() && at.After(s.Sent) && !at.After(s.Now())
}
