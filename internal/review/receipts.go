package review

import (
	"slices"

	"consider/gitstore"
	"consider/internal/place"
	"consider/internal/presence"
	"consider/internal/review/history"
	"consider/internal/session"
	"consider/internal/thread"
)

// receipts knows whether agents work on the threads of one store and, for a person, whether they have read the messages.
// Other callers do not need that.
type receipts struct {
	leases   history.Leases
	isPerson bool
	state    presence.State
}

func receiptsOf(s *session.Session, store *gitstore.Store) *receipts {
	r := &receipts{leases: history.LeasesOf(s), isPerson: s.Caller.IsPerson()}
	if r.isPerson {
		r.state = presence.Read(store.Dir())
	}
	return r
}

// of returns the receipt of a thread: that an agent works on it, the stored one or, while that is waiting, that a session
// was notified of the message.
func (r *receipts) of(row *thread.Row) *thread.Receipt {
	lease, mine, taken := r.leases.On(row.ID)
	switch {
	case taken && row.WorkflowState != thread.Resolved:
		out := &thread.Receipt{State: thread.Working, By: lease.Agent, At: lease.At, Yours: mine}
		if lease.Asked && !mine {
			out.State = thread.Asked
		}
		return out
	case !r.isPerson:
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
	here := func(l presence.Listener) bool { return s.MadeHere(l.Worktree) }
	elsewhere := func(l presence.Listener) bool { return !here(l) }
	out := Hearing{
		Listeners: slices.DeleteFunc(slices.Clone(state.Listeners), elsewhere),
		Hooked:    slices.DeleteFunc(state.Hooked, elsewhere),
		Elsewhere: slices.DeleteFunc(state.Listeners, here),
	}
	out.Nobody = len(out.Listeners) == 0 && slices.ContainsFunc(views, func(v *place.ThreadView) bool {
		return !v.Foreign && v.Receipt != nil && v.Receipt.State == thread.NotHeard
	})
	return out
}
