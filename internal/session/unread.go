package session

import (
	"time"

	"consider/internal/thread"
)

// Unread is what the answer to a write says of the other side's messages that its caller has not been given.
type Unread struct {
	Messages []UnreadMessage `json:"messages,omitempty"` // of the threads that were written to, whole
	Notes    []string        `json:"notes,omitempty"`    // how many are not here, with the command that shows them
}

// UnreadMessage is a message with its thread.
type UnreadMessage struct {
	Thread     string            `json:"thread"`
	Reply      string            `json:"reply,omitempty"` // "" for the first message
	Author     thread.AuthorKind `json:"author"`
	AuthorName string            `json:"authorName,omitempty"`
	At         time.Time         `json:"at"` // when it was said, or edited last
	Body       string            `json:"body"`
}

// Handed are a thread's messages that an answer shows whole.
type Handed struct {
	Thread   string
	Messages []thread.Message
}

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
