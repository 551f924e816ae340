package review

import "context"

// ReplyInput is what to say in a thread.
type ReplyInput struct {
	ID      string  `json:"id" arg:"id" help:"thread id, or a unique prefix of one"`
	Message string  `json:"message" flag:"message,m" body:"true" help:"what to say" placeholder:"TEXT"`
	Outcome Outcome `json:"outcome,omitempty" flag:"outcome" enum:"addressed,answered,declined,blocked" help:"what became of the matter: the code was changed, no change was needed, it will not be done, it cannot be done yet"`
}

// ReplyOutput is the reply and the thread's state.
type ReplyOutput struct {
	ID            string        `json:"id"`
	Reply         Reply         `json:"reply"`
	Replies       int           `json:"replies"`
	WorkflowState WorkflowState `json:"workflowState"`
}

// Reply says something in a thread. An agent that replies has seen it.
func (s *Service) Reply(ctx context.Context, in ReplyInput) (ReplyOutput, error) {
	body, err := message(in.Message)
	if err != nil {
		return ReplyOutput{}, err
	}
	who, err := s.writer(ctx, Agent)
	if err != nil {
		return ReplyOutput{}, err
	}
	at, err := s.locate(ctx, in.ID, activeDir)
	if err != nil {
		return ReplyOutput{}, err
	}
	var out ReplyOutput
	err = s.update(ctx, false, func(c *change) error {
		t, err := c.load(activeDir, at.id)
		if err != nil {
			return notThere(at.id, err)
		}
		if t.WorkflowState == Resolved {
			return Conflict("thread %s is resolved", t.ID).Hint("reopen it first: consider unresolve %s", t.ID)
		}
		if len(t.Replies) >= maxReplies {
			return Denied("thread %s has %d replies, the limit", t.ID, maxReplies).Hint("go on in a new thread")
		}
		id, err := c.newReplyID(t, body)
		if err != nil {
			return err
		}
		r := Reply{
			ID: id, Author: who.Kind, AuthorName: who.Name,
			Body: body, CreatedAt: c.now, Outcome: in.Outcome,
		}
		t.Replies = append(t.Replies, r)
		if who.Kind == Agent {
			t.markSeen(who, c.now)
		} else {
			t.Proposal = nil
		}
		out = ReplyOutput{ID: t.ID, Reply: r, Replies: len(t.Replies), WorkflowState: t.WorkflowState}
		c.record("reply", who, "", t.ID)
		return c.save(activeDir, t)
	})
	return out, err
}

// locate finds a thread that is to be changed.
func (s *Service) locate(ctx context.Context, ref string, dirs ...string) (located, error) {
	st, err := s.glance(ctx)
	if err != nil {
		return located{}, s.notHere(ctx, ref, err)
	}
	at, err := st.find(ref, dirs...)
	return at, s.notHere(ctx, ref, err)
}
