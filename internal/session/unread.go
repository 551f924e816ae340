package session

import (
	"time"

	"consider/internal/thread"
	"consider/internal/words"
)

// Unread is what the answer to a write says of the other side's messages that its caller has not been given.
type Unread struct {
	Messages []UnreadMessage `json:"messages,omitempty"` // of the threads that were written to, whole
	Notes    []words.Text    `json:"notes,omitempty"`    // how many are not here, with the command that shows them
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
