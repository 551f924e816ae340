package review

import (
	"context"

	"consider/internal/fail"
	"consider/internal/session"
	"consider/internal/thread"
)

// ReplyInput is what to say in a thread.
type ReplyInput struct {
	ID      string         `json:"id" arg:"id" help:"thread id, or a unique prefix of one"`
	Message string         `json:"message" flag:"message,m" body:"true" help:"what to say" placeholder:"TEXT"`
	Outcome thread.Outcome `json:"outcome,omitempty" flag:"outcome" help:"what became of the matter:"`
}

// ReplyOutput is the reply and the thread's state.
type ReplyOutput struct {
	ID            string               `json:"id"`
	Reply         thread.Reply         `json:"reply"`
	Replies       int                  `json:"replies"`
	WorkflowState thread.WorkflowState `json:"workflowState"`
}

// Reply adds a reply to a thread. An agent that replies has seen the thread.
func Reply(ctx context.Context, s *session.Session, in ReplyInput) (ReplyOutput, error) {
	body, err := session.Message(in.Message)
	if err != nil {
		return ReplyOutput{}, err
	}
	who, err := s.Author(ctx)
	if err != nil {
		return ReplyOutput{}, err
	}
	at, err := s.Locate(ctx, in.ID, thread.Active)
	if err != nil {
		return ReplyOutput{}, err
	}
	var out ReplyOutput
	err = s.Update(ctx, false, func(c *session.Change) error {
		t, err := c.Load(thread.Active, at.ID)
		if err != nil {
			return session.NotThere(at.ID, err)
		}
		if t.WorkflowState == thread.Resolved {
			return fail.Conflict("thread %s is resolved", t.ID).Hint("reopen it first: consider unresolve %s", t.ID)
		}
		if len(t.Replies) >= thread.MaxReplies {
			return fail.Denied("thread %s has %d replies, the limit", t.ID, thread.MaxReplies).Hint("go on in a new thread")
		}
		id, err := c.NewReplyID(t, body)
		if err != nil {
			return err
		}
		r := thread.Reply{
			ID: id, Author: who.Kind, AuthorName: who.Name,
			Body: body, CreatedAt: c.Now, Outcome: in.Outcome,
		}
		t.Replies = append(t.Replies, r)
		switch {
		case who.Kind == thread.Human:
			t.Proposal = nil
		case s.Agent() != "":
			t.MarkSeen(who, c.Now)
		}
		out = ReplyOutput{ID: t.ID, Reply: r, Replies: len(t.Replies), WorkflowState: t.WorkflowState}
		c.Record("reply", who, "", t.ID)
		return c.Save(thread.Active, t)
	})
	return out, err
}
