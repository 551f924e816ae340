package review

import (
	"context"
	"strings"
	"time"

	"consider/internal/fail"
	"consider/internal/session"
	"consider/internal/thread"
)

// ThreadState is a thread's state after an operation.
type ThreadState struct {
	ID            string               `json:"id"`
	WorkflowState thread.WorkflowState `json:"workflowState"`
	ProposedBy    string               `json:"resolveProposedBy,omitempty"` // set if resolving was only proposed: a person decides
	Changed       bool                 `json:"changed"`                     // false: it had this state before
}

func stateOf(t *thread.Thread, changed bool) ThreadState {
	st := ThreadState{ID: t.ID, WorkflowState: t.WorkflowState, Changed: changed}
	if t.Proposal != nil {
		st.ProposedBy = t.Proposal.By
	}
	return st
}

// resolve resolves one thread, or proposes it. It reports whether that changed the thread.
func resolve(ctx context.Context, s *session.Session, c *session.Change, who thread.Author, t *thread.Thread) (bool, error) {
	if t.WorkflowState == thread.Resolved {
		return false, nil
	}
	if r := thread.RowOf(t, ""); who.Kind == thread.Agent && (r.Unseen(who.MarkName()) || sentBefore(s, t.SeenBy[who.MarkName()])) {
		return false, unread(s, t.ID)
	}
	if left := t.Unconfirmed(who.MarkName()); who.Kind == thread.Agent && len(left) > 0 {
		return false, fail.Conflict("%s reported thread %s and has not confirmed an outcome", strings.Join(left, ", "), t.ID).
			Hint("reply with an outcome: {reply %s --outcome addressed -m TEXT}", t.ID)
	}
	settings, err := s.SettingsIn(ctx, c)
	if err != nil {
		return false, err
	}
	if who.Kind == thread.Agent && settings.Get("resolve") == "human" {
		if t.Proposal != nil {
			return false, nil
		}
		t.Proposal = &thread.Proposal{By: who.MarkName(), At: c.Now}
		c.Op = "propose"
		return true, nil
	}
	t.WorkflowState, t.Proposal = thread.Resolved, nil
	return true, nil
}

// sentBefore reports whether the request was sent before a time in the past. A time in the future is of a clock that went
// back since.
func sentBefore(s *session.Session, at time.Time) bool {
	return !s.Sent.IsZero() && at.After(s.Sent) && !at.After(s.Now())
}

// unread returns the error for resolving a thread that the agent has not read. An unknown caller's reads are not
// recorded.
func unread(s *session.Session, id string) error {
	if s.Caller.IsUnknown() {
		return fail.Conflict("thread %s has messages from the human; consider cannot identify you, so it does not know whether you have read them", id).
			Hint("reply, and let the human resolve it: {reply %s --outcome addressed -m TEXT}", id)
	}
	return fail.Conflict("thread %s has unread messages", id).
		Hint("read the messages first: {show %s}", id)
}
