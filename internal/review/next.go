package review

import (
	"context"
	"slices"
	"strings"

	"consider/internal/fail"
	"consider/internal/place"
	"consider/internal/session"
	"consider/internal/thread"
)

// NextInput says which of the waiting threads to pass over.
type NextInput struct {
	Skip []string `json:"skip,omitempty" flag:"skip" help:"thread IDs to skip" placeholder:"ID"`
}

// NextOutput is a thread that awaits the caller, with all that is needed to reply.
type NextOutput struct {
	ThreadContext
	Proof *ProofOutput `json:"proof,omitempty"` // for the last claim, unless you have replied since
	More  int          `json:"more"`            // how many other threads wait that are not skipped
	Known int          `json:"-"`               // how many of the first messages a person has read

	Damaged []thread.Damage `json:"damaged,omitempty"`
	Newer   []thread.Damage `json:"newer,omitempty"` // threads that a newer consider wrote
}

// Next returns the first thread, in the order of a list, that awaits the caller. It is an [fail.ErrTimeout] if none does.
func Next(ctx context.Context, s *session.Session, in NextInput) (NextOutput, error) {
	all, waiting, err := waiting(ctx, s)
	if err != nil {
		return NextOutput{}, err
	}
	waiting = slices.DeleteFunc(waiting, func(v *place.ThreadView) bool {
		return slices.ContainsFunc(in.Skip, func(id string) bool { return id != "" && strings.HasPrefix(v.ID, id) })
	})
	if len(waiting) == 0 {
		return NextOutput{}, fail.New(fail.ErrTimeout, "no thread awaits you")
	}
	out, err := NextOf(ctx, s, waiting[0].ID)
	out.More, out.Damaged, out.Newer = len(waiting)-1, all.Damaged, all.Newer
	return out, err
}

// waiting returns the threads that await the caller: those with unread messages, and open ones in which the other side
// spoke last. A person's are those of all worktrees, and an unread message in a resolved thread counts too.
func waiting(ctx context.Context, s *session.Session) (ListOutput, []*place.ThreadView, error) {
	person := s.Caller.IsPerson()
	all, found, st, err := findAt(ctx, s, ListInput{Workflow: "all", AllWorktrees: person}, nil)
	if err != nil {
		return all, nil, err
	}
	found = slices.DeleteFunc(found, func(v *place.ThreadView) bool { return !awaits(v, person, s.Agent()) })
	order, err := orderOf(ctx, st, "", found, s.Agent())
	if err != nil {
		return all, nil, err
	}
	return all, order.sorted(found), nil
}

func awaits(v *place.ThreadView, person bool, agent string) bool {
	if person {
		return v.Unread || v.IsDue() && v.AwaitsPerson()
	}
	mine := v.Finding == nil || slices.Contains(v.Finding.Finders, agent) == (v.Finding.State == thread.Claimed)
	return !v.Busy && v.WorkflowState != thread.Resolved && (v.Unseen || v.IsDue() && !v.AwaitsPerson() && mine)
}

// NextOf returns a thread as Next does, whether it waits or not.
func NextOf(ctx context.Context, s *session.Session, id string) (NextOutput, error) {
	c, err := contextOf(ctx, s, id, snippetContext, ContextInput{})
	if err != nil {
		return NextOutput{}, err
	}
	out, t := NextOutput{ThreadContext: c}, c.Thread.Stored
	if st, err := s.Read(ctx); err == nil && s.Caller.IsPerson() {
		out.Known = inboxOf(s, st.Store).readOf(t)
	}
	if n := lastClaim(t, ""); n >= 0 && !slices.ContainsFunc(t.Replies[n:], func(r thread.Reply) bool { return r.Author == thread.Human }) {
		proof, err := Proof(ctx, s, ProofInput{ID: t.ID})
		if err == nil {
			out.Proof = &proof
		}
	}
	return out, nil
}
