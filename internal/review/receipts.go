package review

import (
	"consider/gitstore"
	"consider/internal/place"
	"consider/internal/presence"
	"consider/internal/session"
	"consider/internal/thread"
)

// receipts tells a person whether agents have read what was said in one store. It is nil for other callers, for whom
// receipts would only cost words.
type receipts struct{ state presence.State }

func receiptsOf(s *session.Session, store *gitstore.Store) *receipts {
	if !s.Caller.IsPerson() {
		return nil
	}
	return &receipts{presence.Read(store.Dir())}
}

// of returns the receipt of a thread: the one that it holds, or whether a session was told.
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

// Hearing says which sessions of agents can hear a person. It is empty for other callers.
type Hearing struct {
	Listeners []presence.Listener `json:"listeners,omitempty"`     // connected now, the latest first
	Hooked    []presence.Listener `json:"hooked,omitempty"`        // hooks told these something; they may have ended since
	Nobody    bool                `json:"nobodyListens,omitempty"` // the person's words wait, no agent was told of them, and no session is connected
}

// hearing returns the sessions of the store here, and whether one of these threads waits without a listener.
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
