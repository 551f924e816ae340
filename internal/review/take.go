package review

import (
	"context"
	"strings"

	"consider/internal/fail"
	"consider/internal/presence"
	"consider/internal/review/history"
	"consider/internal/session"
	"consider/internal/thread"
	"consider/internal/words"
)

// HeldThread is a requested thread that another session works on.
type HeldThread struct {
	ID string `json:"id"`
	thread.Receipt
}

// take records that the caller's session works on threads, so that no other begins the same work. It returns the threads
// that it took, and those that another session works on; it is an error if these are all.
func take(ctx context.Context, s *session.Session, refs []string) (ids []string, held []HeldThread, err error) {
	if s.Agent() == "" {
		return nil, nil, fail.Denied("only a recognized agent can take threads").Hint("omit {--take}")
	}
	at, err := s.FindAll(ctx, refs, thread.Active)
	if err != nil {
		return nil, nil, err
	}
	lease := history.LeaseFor(s)
	// Nothing is committed: the store's lock keeps other sessions from taking a thread at the same time.
	err = s.Update(ctx, false, func(c *session.Change) error {
		ids, held = nil, nil
		c.Record("take", thread.Author{Kind: thread.Agent, Name: lease.Agent}, "")
		leases := history.LeasesOf(s)
		for _, ref := range at {
			t, err := c.Load(thread.Active, ref.ID)
			if err != nil {
				return session.NotThere(ref.ID, err)
			}
			if t.WorkflowState == thread.Resolved {
				return fail.Conflict("thread %s is resolved", t.ID).Hint("omit {--take}, or reopen the thread first: {reopen %s}", t.ID)
			}
			if other, _, _ := leases.On(t.ID); leases.Busy(t.ID) {
				held = append(held, HeldThread{t.ID, thread.Receipt{State: thread.Working, By: other.Agent, At: other.At}})
			} else {
				ids = append(ids, t.ID)
			}
		}
		if len(ids) == 0 {
			var who []string
			for _, h := range held {
				who = append(who, h.By+" is working on "+h.ID)
			}
			return fail.Conflict("%s", strings.Join(who, ", ")).Hint("choose other threads: {list}")
		}
		return presence.Take(s.Place.StoreDir, ids, lease)
	})
	return ids, held, err
}

// ReleaseInput names the threads to release.
type ReleaseInput struct {
	IDs []string `json:"ids" arg:"id..." help:"thread IDs or unique prefixes"`
}

// ReleaseOutput is the threads that an agent was working on.
type ReleaseOutput struct {
	IDs []string `json:"ids"`
}

// Release ends the work of agents on threads, so that others can take them. An agent can end only its own.
func Release(ctx context.Context, s *session.Session, in ReleaseInput) (ReleaseOutput, error) {
	out := ReleaseOutput{IDs: []string{}}
	at, err := s.FindAll(ctx, in.IDs, thread.Active)
	if err != nil {
		return out, err
	}
	leases := history.LeasesOf(s)
	for _, ref := range at {
		lease, mine, ok := leases.On(ref.ID)
		switch {
		case !ok || lease.Asked:
		case !mine && !s.Caller.IsPerson():
			return out, fail.Denied("%s is working on thread %s, in another session", lease.Agent, ref.ID).Hint("ask the human")
		default:
			out.IDs = append(out.IDs, ref.ID)
		}
	}
	presence.Release(s.Place.StoreDir, out.IDs...)
	return out, nil
}

// endWork releases the threads of a change that is the last of their session's work, or that resolves them. It returns a
// note for each thread of the caller's that another agent has replied to meanwhile.
func endWork(ctx context.Context, s *session.Session, verb string) (notes []words.Text) {
	leases := history.LeasesOf(s)
	for _, id := range s.Touched {
		lease, mine, ok := leases.On(id)
		if !ok {
			continue
		}
		t := threadNow(ctx, s, id)
		if t == nil || t.WorkflowState == thread.Resolved || mine && (verb == "reply" || verb == "resolve") {
			presence.Release(s.Place.StoreDir, id)
		}
		if by := repliedSince(t, lease); mine && by != "" {
			notes = append(notes, words.Textf("%s replied to %s while you were working on it: {show %s}", by, id, id))
		}
	}
	return notes
}

// threadNow reads an active thread, nil if it is none. The answer keeps its cursor.
func threadNow(ctx context.Context, s *session.Session, id string) *thread.Thread {
	at := s.At
	defer func() { s.At = at }()
	st, err := s.Snapshot(ctx)
	if err != nil {
		return nil
	}
	t, _, err := st.Thread(thread.Active, id)
	if err != nil {
		return nil
	}
	return t
}

// repliedSince returns an agent other than the holder of a lease that has replied since it began, "" if there is none.
func repliedSince(t *thread.Thread, l presence.Lease) string {
	if t == nil {
		return ""
	}
	for i := range t.Replies {
		r := &t.Replies[i]
		if by := (thread.Author{Kind: r.Author, Name: r.AuthorName}).MarkName(); r.Author == thread.Agent && by != l.Agent && r.CreatedAt.After(l.At) {
			return by
		}
	}
	return ""
}
