package review

import (
	"context"
	"time"

	"consider/internal/fail"
	"consider/internal/session"
	"consider/internal/thread"
	"consider/internal/words"
)

// ResolveInput names the threads to resolve.
type ResolveInput struct {
	IDs    []string `json:"ids" arg:"id..." help:"thread IDs or unique prefixes"`
	Reopen bool     `json:"reopen,omitempty" flag:"reopen" help:"reopen resolved threads instead"`
}

// StateOutput is the requested threads and their states now.
type StateOutput struct {
	Threads []ThreadState `json:"threads"`
}

// ThreadState is a thread's state after an operation.
type ThreadState struct {
	ID            string               `json:"id"`
	WorkflowState thread.WorkflowState `json:"workflowState"`
	ProposedBy    string               `json:"resolveProposedBy,omitempty"` // set if resolving was only proposed: a person decides
	Changed       bool                 `json:"changed"`                     // false: it had this state before
}

// Resolve marks threads as needing no more attention. An agent resolves only threads that it had read when it
// sent the request. Where only a
// person resolves (the setting "resolve"), an agent's call is a proposal.
func Resolve(ctx context.Context, s *session.Session, in ResolveInput) (StateOutput, error) {
	if in.Reopen {
		return Unresolve(ctx, s, UnresolveInput{IDs: in.IDs})
	}
	who, err := s.Author(ctx)
	if err != nil {
		return StateOutput{}, err
	}
	return eachThread(ctx, s, "resolve", who, in.IDs, func(c *session.Change, t *thread.Thread) (bool, error) {
		return resolve(ctx, s, c, who, t)
	})
}

// resolve resolves one thread, or proposes it. It reports whether that changed the thread.
func resolve(ctx context.Context, s *session.Session, c *session.Change, who thread.Author, t *thread.Thread) (bool, error) {
	if t.WorkflowState == thread.Resolved {
		return false, nil
	}
	if r := thread.RowOf(t, ""); who.Kind == thread.Agent && (r.Unseen(who.MarkName()) || sentBefore(s, t.SeenBy[who.MarkName()])) {
		return false, unread(s, t.ID)
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
	return fail.Conflict("thread %s has unread messages from the human", id).
		Hint("read the messages first: {show %s}", id)
}

// UnresolveInput names the threads to reopen.
type UnresolveInput struct {
	IDs []string `json:"ids" arg:"id..." help:"thread IDs or unique prefixes"`
}

// Unresolve reopens threads, or declines the proposal to resolve them.
func Unresolve(ctx context.Context, s *session.Session, in UnresolveInput) (StateOutput, error) {
	who, err := s.Author(ctx)
	if err != nil {
		return StateOutput{}, err
	}
	return eachThread(ctx, s, "reopen", who, in.IDs, func(_ *session.Change, t *thread.Thread) (bool, error) {
		if t.WorkflowState == thread.Open && t.Proposal == nil {
			return false, nil
		}
		t.WorkflowState, t.Proposal = thread.Open, nil
		return true, nil
	})
}

// eachThread changes active threads in one commit. fn reports whether it changed its thread.
func eachThread(ctx context.Context, s *session.Session, op string, who thread.Author, refs []string, fn func(*session.Change, *thread.Thread) (bool, error)) (StateOutput, error) {
	ids, err := s.LocateAll(ctx, refs, thread.Active)
	if err != nil {
		return StateOutput{}, err
	}
	var out StateOutput
	err = s.Update(ctx, false, func(c *session.Change) error {
		out = StateOutput{Threads: []ThreadState{}}
		c.Op = op
		var changed []string
		for _, at := range ids {
			t, err := c.Load(thread.Active, at.ID)
			if err != nil {
				return session.NotThere(at.ID, err)
			}
			did, err := fn(c, t)
			if err != nil {
				return err
			}
			if did {
				changed = append(changed, t.ID)
				if err := c.Save(thread.Active, t); err != nil {
					return err
				}
			}
			out.Threads = append(out.Threads, stateOf(t, did))
		}
		c.Record(c.Op, who, words.Count(changed), changed...)
		return nil
	})
	return out, err
}

func stateOf(t *thread.Thread, changed bool) ThreadState {
	st := ThreadState{ID: t.ID, WorkflowState: t.WorkflowState, Changed: changed}
	if t.Proposal != nil {
		st.ProposedBy = t.Proposal.By
	}
	return st
}
