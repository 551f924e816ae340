package review

import (
	"slices"

	"consider/gitstore"
	"consider/internal/place"
	"consider/internal/presence"
	"consider/internal/session"
	"consider/internal/thread"
)

// receipts knows whether agents have read the messages in one store. It is nil unless the caller is a person: others
// get no receipts, which would only lengthen the output.
type receipts struct{ state presence.State }

func receiptsOf(s *session.Session, store *gitstore.Store) *receipts {
	if !s.Caller.IsPerson() {
		return nil
	}
	return &receipts{presence.Read(store.Dir())}
}

// of returns the receipt of a thread: the stored one or, while that is waiting, that a session was notified of the
// message.
func (r *receipts) of(row *thread.Row) *thread.Receipt {
	switch {
	case r == nil:
		return nil
	case row.Receipt == nil || row.Receipt.State != thread.NotHeard:
		return row.Receipt
	}
	if told, ok := r.state.FirstNotified(presence.Message{Thread: row.ID, Entry: row.LastHuman}, row.Receipt.At); ok {
		return &thread.Receipt{State: thread.ToldOf, By: told.Agent, At: told.At}
	}
	return row.Receipt
}

// Hearing says which sessions of agents can hear a person. It is empty for other callers.
type Hearing struct {
	Listeners []presence.Listener `json:"listeners,omitempty"`          // connected now, the latest first
	Hooked    []presence.Listener `json:"hooked,omitempty"`             // notified by hooks; they may have ended since
	Elsewhere []presence.Listener `json:"listenersElsewhere,omitempty"` // connected now, in other worktrees
	Nobody    bool                `json:"nobodyListens,omitempty"`      // a message of the person waits, no agent was notified of it, and no session is connected
}

// hearing returns the sessions of this worktree, and whether one of these threads waits without a listener.
func hearing(s *session.Session, views []*place.ThreadView) Hearing {
	if !s.Caller.IsPerson() {
		return Hearing{}
	}
	state := presence.Read(s.Place.StoreDir)
	elsewhere := func(l presence.Listener) bool { return !s.MadeHere(l.Worktree) }
	out := Hearing{Hooked: slices.DeleteFunc(state.Hooked, elsewhere)}
	for _, l := range state.Listeners {
		if elsewhere(l) {
			out.Elsewhere = append(out.Elsewhere, l)
		} else {
			out.Listeners = append(out.Listeners, l)
		}
	}
	for _, v := range views {
		if len(out.Listeners) == 0 && !v.Foreign && v.Receipt != nil && v.Receipt.State == thread.NotHeard {
			out.Nobody = true
		}
	}
	return out
}
