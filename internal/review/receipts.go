package review

import (
	"consider/gitstore"
	"consider/internal/place"
	"consider/internal/presence"
	"consider/internal/session"
	"consider/internal/thread"
)

// receipts tells a person how far words have come in one store; nil for callers that are none, for whom it would be
// words to pay for.
type receipts struct{ state presence.State }

func receiptsOf(s *session.Session, store *gitstore.Store) *receipts {
	if !s.Caller.IsPerson() {
		return nil
	}
	return &receipts{presence.Read(store.Dir())}
}

// of is the receipt of a thread: what it knows itself, and else whether a session was told.
func (r *receipts) of(row *thread.Row) *thread.Receipt {
	switch {
	case r == nil:
		return nil
	case row.Receipt == nil || row.Receipt.State != thread.NotHeard:
		return row.Receipt
	}
	if told, ok := r.state.Of(presence.Words{Thread: row.ID, Entry: row.LastHuman}, row.Receipt.At); ok {
		return &thread.Receipt{State: thread.ToldOf, By: told.Agent, At: told.At}
	}
	return row.Receipt
}

// Hearing is which sessions of agents are there to hear a person. It is empty for callers that are none.
type Hearing struct {
	Listeners []presence.Listener `json:"listeners,omitempty"`     // that are there now, the latest first
	Hooked    []presence.Listener `json:"hooked,omitempty"`        // that hooks told something, and that may have ended since
	Nobody    bool                `json:"nobodyListens,omitempty"` // words of the person wait that no agent was told of, and no session is there
}

// hearing is that of the store here, and whether one of these threads waits in vain.
func hearing(s *session.Session, views []*place.ThreadView) Hearing {
	if !s.Caller.IsPerson() {
		return Hearing{}
	}
	state := presence.Read(s.Place.StoreDir)
	out := Hearing{Listeners: state.Listeners, Hooked: state.Hooked}
	for _, v := range views {
		if len(out.Listeners) == 0 && v.Elsewhere == nil && v.Receipt != nil && v.Receipt.State == thread.NotHeard {
			out.Nobody = true
		}
	}
	return out
}
