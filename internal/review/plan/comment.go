package plan

import (
	"cmp"
	"context"

	"consider/gitstore"
	"consider/internal/session"
	"consider/internal/thread"
)

// PlanCommentInput is a comment on a passage of a plan, or on the plan as a whole.
type PlanCommentInput struct {
	ID      string `json:"id,omitempty" arg:"id?" help:"plan ID (p_…) or a unique prefix (default: the latest plan)"`
	Lines   string `json:"lines,omitempty" flag:"lines" also:"l" help:"lines to comment on, as numbered by 'plan show' (without lines or a quote: the whole plan)" placeholder:"N[-M]"`
	Quote   string `json:"quote,omitempty" flag:"quote" help:"the quoted passage; unless lines are given, it must occur once in the plan" placeholder:"TEXT"`
	Version int    `json:"version,omitempty" flag:"version" help:"the version (default: the latest)" placeholder:"N"`
	Message string `json:"message" flag:"message,m" body:"true" help:"the message" placeholder:"TEXT"`
}

// PlanCommentOutput is the thread that was made.
type PlanCommentOutput struct {
	Thread PlanThread `json:"thread"`
	Plan   PlanView   `json:"plan"`
}

// Comment starts a thread on a passage of a plan.
func Comment(ctx context.Context, s *session.Session, in PlanCommentInput) (PlanCommentOutput, error) {
	who, err := s.Author(ctx)
	if err != nil {
		return PlanCommentOutput{}, err
	}
	body, err := session.Message(in.Message)
	if err != nil {
		return PlanCommentOutput{}, err
	}
	branch := s.Tree.Head(ctx).Branch
	var out PlanCommentOutput
	err = s.Update(ctx, false, func(c *session.Change) error {
		p, err := findToChange(c.Tx, in.ID)
		if err != nil {
			return err
		}
		n, err := p.choose(in.Version)
		if err != nil {
			return err
		}
		text, err := p.text(c.Tx, n)
		if err != nil {
			return err
		}
		span, err := p.span(n, text, in)
		if err != nil {
			return err
		}
		t := &thread.Thread{
			Version: thread.Version, Target: thread.OnResponse, WorkflowState: thread.Open, Worktree: s.Place.WorktreeName, Branch: branch,
			Author: who.Kind, AuthorName: who.Name, Body: body, Span: span, CreatedAt: c.Now,
		}
		if t.ID, err = c.NewThreadID(c.Tx.Base().String(), c.Tx.Now().String(), t.Worktree, p.ID, in.Lines, span.Quote, body); err != nil {
			return err
		}
		c.Tx.Put(thread.BaseFile(thread.Active, t.ID, 0), text)
		if err := c.Save(thread.Active, t); err != nil {
			return err
		}
		row := thread.RowOf(t, "")
		c.Record("add", who, row.Where().Subject(), t.ID)
		w := &passageFinder{plan: p, n: n, text: text}
		out = PlanCommentOutput{Thread: w.thread(t, &row, ""), Plan: p.summary()}
		return nil
	})
	return out, err
}

// span describes the passage of a comment.
func (p *Plan) span(n int, text []byte, in PlanCommentInput) (*thread.Span, error) {
	at, err := passageIn(text, in.Lines, in.Quote)
	if err != nil {
		return nil, err
	}
	v := p.Versions[n-1]
	out := &thread.Span{
		Response: answerID(p.ID, n), Agent: cmp.Or(v.AuthorName, string(v.Author)), Session: p.Session, At: v.At, Mark: thread.Drop, Quote: at.quote,
		Source: &thread.Source{Kind: thread.FromPlan, Plan: p.ID, Version: n},
	}
	if at.start > 0 {
		out.Source.Anchor = thread.NewAnchor(text, at.start, at.end, thread.Base{Blob: gitstore.HashBlob(text).String()})
	} else {
		out.Quote = p.Title
	}
	return out, nil
}
