package thread

import (
	"time"

	"consider/internal/enum"
)

// Delivery says how far the newest message of a person in a thread has come.
type Delivery string

// The steps of a delivery.
const (
	NotHeard Delivery = "waiting"
	ToldOf   Delivery = "told"
	HasRead  Delivery = "read"
	Replied  Delivery = "answered"
	Working  Delivery = "working"
	Asked    Delivery = "asked"
)

var deliveries = enum.Set{Stored: true, Values: []enum.Value{
	{Name: string(NotHeard), Word: "Waiting", Says: "no agent has been notified"},
	{Name: string(ToldOf), Word: "Notified", Says: "an agent has been notified", Badge: "quiet"},
	{Name: string(HasRead), Word: "Read", Says: "an agent has read it", Badge: "quiet"},
	{Name: string(Replied), Word: "Answered", Says: "an agent has read it and replied", Badge: "good"},
	{Name: string(Working), Word: "In progress", Says: "an agent is working on the thread", Badge: "quiet"},
	{Name: string(Asked), Word: "In progress", Says: "an agent in a sandbox is working on the thread; other agents cannot see that", Badge: "quiet"},
}}

// Enum returns the steps.
func (Delivery) Enum() enum.Set { return deliveries }

// Receipt says how far the newest message of a person has come, by whom and when. A thread alone shows only who has
// read and answered it; the records of the sessions show who was notified.
type Receipt struct {
	State Delivery  `json:"state"`
	By    string    `json:"by,omitempty"`    // the agent; "" while it waits
	At    time.Time `json:"at,omitzero"`     // when this state began; zero if unknown
	Yours bool      `json:"yours,omitempty"` // the agent is the caller, who is working on the thread
}

// IsWork reports whether an agent is working on the thread.
func (r *Receipt) IsWork() bool { return r != nil && (r.State == Working || r.State == Asked) }

// Receipt returns the receipt of a thread that is due and has a message of a person; nil for others.
func (t *Thread) Receipt() *Receipt {
	entry := lastHuman(t)
	if entry < 0 || !isDue(t.WorkflowState, t.Approval, len(t.Replies)) {
		return nil
	}
	for i := len(t.Replies) - 1; i >= entry; i-- { // all later replies are agents'
		if r := &t.Replies[i]; t.mayAnswer(r, entry) {
			return &Receipt{State: Replied, By: r.AuthorName, At: r.CreatedAt}
		}
	}
	out := &Receipt{State: NotHeard, At: t.Messages()[entry].At}
	for name, id := range t.SeenUpTo {
		at := t.SeenBy[name]
		if t.Entry(id) >= entry && (out.State == NotHeard || at.After(out.At) || at.Equal(out.At) && name < out.By) {
			out.State, out.By, out.At = HasRead, name, at
		}
	}
	return out
}

// mayAnswer reports whether the author of an agent's reply had been given an earlier entry. If the reply does not
// record it, mayAnswer assumes so unless the agent's mark shows otherwise.
func (t *Thread) mayAnswer(r *Reply, entry int) bool {
	if r.AuthorRead != nil {
		return *r.AuthorRead > entry
	}
	upTo, known := t.SeenUpTo[Author{r.Author, r.AuthorName}.MarkName()]
	return !known || t.Entry(upTo) >= entry
}

// lastHuman returns the entry of the newest message of a person, or -1.
func lastHuman(t *Thread) int {
	for i := len(t.Replies) - 1; i >= 0; i-- {
		if t.Replies[i].Author == Human {
			return i + 1
		}
	}
	if t.Author == Human {
		return 0
	}
	return -1
}
