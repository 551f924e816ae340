package history

import (
	"slices"

	"consider/internal/agents"
	"consider/internal/presence"
	"consider/internal/session"
	"consider/internal/thread"
)

// Leases says which threads agents work on, for one caller.
type Leases struct {
	s       *session.Session
	all     presence.Leases
	mine    presence.Lease
	isAgent bool
}

// LeasesOf reads the leases in the caller's store. An outbox is bound by those in its home, but not the other way round: of
// the leases in outboxes only a person learns.
func LeasesOf(s *session.Session) Leases {
	out := Leases{s: s, all: presence.LeasesIn(s.Place.StoreDir, s.Now()), isAgent: s.Agent() != ""}
	var others []string
	if !out.isAgent || s.Place.Home != "" {
		others = s.Place.OtherStores()
	}
	for _, dir := range others {
		for id, l := range presence.LeasesIn(dir, s.Now()) {
			if _, have := out.all[id]; !have || s.Place.Home != "" {
				l.Asked = s.Place.Home == ""
				out.all[id] = l
			}
		}
	}
	if len(out.all) > 0 && out.isAgent {
		out.mine = LeaseFor(s)
	}
	return out
}

// LeaseFor returns a lease of the caller, an agent.
func LeaseFor(s *session.Session) presence.Lease {
	in := agents.Session{}
	if s.Caller.InSession != nil {
		in = s.Caller.InSession()
	}
	return presence.Lease{Agent: s.Agent(), Worktree: s.Place.WorktreeName, At: s.Now().UTC(), Session: in}
}

// On returns the lease on a thread. mine reports whether it is the caller's.
func (l Leases) On(id string) (lease presence.Lease, mine, ok bool) {
	lease, ok = l.all[id]
	return lease, ok && l.isAgent && lease.Is(l.mine), ok
}

// Concerns reports whether the caller is notified of a thread that no other session works on: it belongs to this worktree,
// or the caller has a part in it.
func (l Leases) Concerns(r *thread.Row) bool { return l.s.Owns(r.Worktree) || l.HasPart(r) }

// HasPart reports whether the caller is an agent that works on a thread, or replied in this worktree to one of another.
func (l Leases) HasPart(r *thread.Row) bool {
	_, mine, _ := l.On(r.ID)
	return mine || l.isAgent && slices.Contains(r.Visitors, thread.Visitor{Agent: l.s.Agent(), Worktree: l.s.Place.WorktreeName})
}

// Busy reports whether another session works on a thread, so that an agent is not notified of it.
func (l Leases) Busy(id string) bool {
	lease, mine, ok := l.On(id)
	return ok && !mine && l.isAgent && !lease.Asked
}
