package history

import (
	"time"

	"consider/gitstore"
	"consider/internal/session"
	"consider/internal/thread"
)

// WaitOutput is what happened, oldest first.
type WaitOutput struct {
	Events []Event `json:"events"`
	Cursor string  `json:"cursor"`         // to continue from
	More   bool    `json:"more,omitempty"` // there are newer ones: call again with the cursor
}

const (
	defaultTimeout = 100 * time.Second // agents' shells give a command two minutes
	maxTimeout     = 24 * time.Hour
	MaxWaited      = 200 // events in one answer

	// PollEvery is how often the store is read regardless of the change stream: a file system may have no events, or
	// lose them. A poll reads one file of 41 bytes.
	PollEvery = 200 * time.Millisecond
)

// Waiter is one call of Wait.
type Waiter struct {
	s      *session.Session
	self   thread.Author
	Kind   thread.AuthorKind // "" for any
	thread string

	findings bool        // messages of agents in findings for the caller end the wait too
	start    gitstore.ID // the cursor returned when the wait ends without events
	seen     gitstore.ID // events up to here are known
}
