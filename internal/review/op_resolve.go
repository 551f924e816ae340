package review

import (
	"context"
	"fmt"
)

// ResolveInput names the threads to resolve.
type ResolveInput struct {
	IDs []string `json:"ids" arg:"id..." help:"thread ids, or unique prefixes"`
}

// StateOutput is the threads that were asked for and their states now.
type StateOutput struct {
	Threads []ThreadState `json:"threads"`
}

// ThreadState is a thread's state after an operation.
type ThreadState struct {
	ID            string        `json:"id"`
	WorkflowState WorkflowState `json:"workflowState"`
	ProposedBy    string        `json:"resolveProposedBy,omitempty"` // it was proposed only: a person decides
	Changed       bool          `json:"changed"`                     // false: it was so before
}

// Resolve says that threads need no more attention. An agent resolves only what it has read. Where only a person
// resolves (see [Settings]), an agent's word is a proposal.
func (s *Service) Resolve(ctx context.Context, in ResolveInput) (StateOutput, error) {
	who, err := s.writer(ctx, Agent)
	if err != nil {
		return StateOutput{}, err
	}
	return s.eachThread(ctx, "resolve", who, in.IDs, func(c *change, t *Thread) (bool, error) {
		if t.WorkflowState == Resolved {
			return false, nil
		}
		if r := rowOf(t, ""); who.Kind == Agent && r.unseen(who.markName()) {
			return false, Conflict("thread %s holds words of the human that you have not read", t.ID).
				Hint("read it first: consider context %s", t.ID)
		}
		settings, err := s.settings(ctx, c)
		if err != nil {
			return false, err
		}
		if who.Kind == Agent && settings.Get("resolve") == "human" {
			if t.Proposal != nil {
				return false, nil
			}
			t.Proposal = &Proposal{By: who.markName(), At: c.now}
			c.op = "propose"
			return true, nil
		}
		t.WorkflowState, t.Proposal = Resolved, nil
		return true, nil
	})
}

// UnresolveInput names the threads to reopen.
type UnresolveInput struct {
	IDs []string `json:"ids" arg:"id..." help:"thread ids, or unique prefixes"`
}

// Unresolve opens threads again, or turns down the proposal to resolve them.
func (s *Service) Unresolve(ctx context.Context, in UnresolveInput) (StateOutput, error) {
	who, err := s.writer(ctx, Agent)
	if err != nil {
		return StateOutput{}, err
	}
	return s.eachThread(ctx, "reopen", who, in.IDs, func(_ *change, t *Thread) (bool, error) {
		if t.WorkflowState == Open && t.Proposal == nil {
			return false, nil
		}
		t.WorkflowState, t.Proposal = Open, nil
		return true, nil
	})
}

// eachThread changes active threads in one commit. fn reports whether it changed its thread.
func (s *Service) eachThread(ctx context.Context, op string, who author, refs []string, fn func(*change, *Thread) (bool, error)) (StateOutput, error) {
	ids, err := s.locateAll(ctx, refs, activeDir)
	if err != nil {
		return StateOutput{}, err
	}
	var out StateOutput
	err = s.update(ctx, false, func(c *change) error {
		out = StateOutput{Threads: []ThreadState{}}
		c.op = op
		var changed []string
		for _, at := range ids {
			t, err := c.load(activeDir, at.id)
			if err != nil {
				return notThere(at.id, err)
			}
			did, err := fn(c, t)
			if err != nil {
				return err
			}
			if did {
				changed = append(changed, t.ID)
				if err := c.save(activeDir, t); err != nil {
					return err
				}
			}
			out.Threads = append(out.Threads, stateOf(t, did))
		}
		c.record(c.op, who, count(changed), changed...)
		return nil
	})
	return out, err
}

func stateOf(t *Thread, changed bool) ThreadState {
	st := ThreadState{ID: t.ID, WorkflowState: t.WorkflowState, Changed: changed}
	if t.Proposal != nil {
		st.ProposedBy = t.Proposal.By
	}
	return st
}

// count says how many threads a commit is about, when it is not one.
func count(ids []string) string {
	if len(ids) == 1 {
		return ""
	}
	return fmt.Sprintf("%d threads", len(ids))
}

// locateAll finds every thread named, each once, before anything is changed.
func (s *Service) locateAll(ctx context.Context, refs []string, dirs ...string) ([]located, error) {
	if len(refs) == 0 {
		return nil, Usage("which thread?").Hint("'consider list' shows their ids")
	}
	st, err := s.glance(ctx)
	if err != nil {
		return nil, s.notHere(ctx, refs[0], err)
	}
	var out []located
	seen := map[string]bool{}
	for _, ref := range refs {
		at, err := st.find(ref, dirs...)
		if err != nil {
			return nil, s.notHere(ctx, ref, err)
		}
		if !seen[at.id] {
			out = append(out, at)
		}
		seen[at.id] = true
	}
	return out, nil
}
