package review

import (
	"context"

	"consider/internal/fail"
	"consider/internal/session"
	"consider/internal/thread"
	"consider/internal/words"
)

// ResolveInput names the threads to resolve.
type ResolveInput struct {
	IDs     []string `json:"ids,omitempty" arg:"id...?" help:"thread IDs or unique prefixes"`
	Labels  []string `json:"labels,omitempty" rare:"true" flag:"label,l" help:"instead of IDs: open threads with all of these labels" placeholder:"L"`
	Author  string   `json:"author,omitempty" rare:"true" flag:"author" help:"instead of IDs: open threads by this author: human, agent, or part of a name (case-insensitive)" placeholder:"WHO"`
	Message string   `json:"message,omitempty" rare:"true" flag:"message,m" body:"true" help:"reply with this text first" placeholder:"TEXT"`
	Reopen  bool     `json:"reopen,omitempty" flag:"reopen" help:"reopen resolved threads instead"`
}

// StateOutput is the requested threads and their states now.
type StateOutput struct {
	Threads []ThreadState   `json:"threads"`
	Damaged []thread.Damage `json:"damaged,omitempty"` // threads that a filter could not check
	Newer   []thread.Damage `json:"newer,omitempty"`   // likewise, as a newer consider wrote them
}

// Resolve marks threads as needing no more attention. An agent resolves only threads that it had read when it
// sent the request. Where only a
// person resolves (the setting "resolve"), an agent's call is a proposal.
func Resolve(ctx context.Context, s *session.Session, in ResolveInput) (StateOutput, error) {
	filtered := len(in.Labels) > 0 || in.Author != ""
	switch {
	case in.Reopen && (filtered || in.Message != ""):
		return StateOutput{}, fail.Usage("{--reopen} takes only thread IDs")
	case filtered && len(in.IDs) > 0:
		return StateOutput{}, fail.Usage("thread IDs cannot be combined with {--label} or {--author}")
	case !filtered && len(in.IDs) == 0:
		return StateOutput{}, fail.Usage("missing thread ID").Hint("run '{list}' to see IDs")
	case in.Reopen:
		return Unresolve(ctx, s, UnresolveInput{IDs: in.IDs})
	case !filtered:
		return resolveAll(ctx, s, in.IDs, in.Message)
	}
	found, _, err := listAt(ctx, s, ListInput{Labels: in.Labels, Author: in.Author}, nil)
	out := StateOutput{Threads: []ThreadState{}}
	if err == nil && len(found.Threads) > 0 {
		ids := make([]string, len(found.Threads))
		for i := range found.Threads {
			ids[i] = found.Threads[i].ID
		}
		out, err = resolveAll(ctx, s, ids, in.Message)
	}
	out.Damaged, out.Newer = found.Damaged, found.Newer
	return out, err
}

// resolveAll resolves threads in one change, after a reply unless message is empty.
func resolveAll(ctx context.Context, s *session.Session, ids []string, message string) (StateOutput, error) {
	if message != "" {
		return resolveWith(ctx, s, ids, replyRequest{ReplyItem: ReplyItem{Message: message}, resolve: true})
	}
	who, err := s.Author(ctx)
	if err != nil {
		return StateOutput{}, err
	}
	return eachThread(ctx, s, "resolve", who, ids, func(c *session.Change, t *thread.Thread) (bool, error) {
		return resolve(ctx, s, c, who, t)
	})
}

// resolveWith gives threads the same reply, which may resolve them, all in one change.
func resolveWith(ctx context.Context, s *session.Session, ids []string, reply replyRequest) (StateOutput, error) {
	body, err := session.Message(reply.Message)
	if err != nil {
		return StateOutput{}, err
	}
	items := make([]replyRequest, len(ids))
	for i, id := range ids {
		items[i], items[i].ID, items[i].Message = reply, id, body
	}
	out := StateOutput{Threads: []ThreadState{}}
	replied, err := replyAll(ctx, s, items)
	for _, r := range replied {
		out.Threads = append(out.Threads, ThreadState{r.ID, r.WorkflowState, r.ProposedBy, true})
	}
	return out, err
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
