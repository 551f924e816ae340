package review

import (
	"cmp"
	"context"
	"slices"

	"consider/internal/fail"
	"consider/internal/session"
	"consider/internal/thread"
	"consider/internal/words"
)

// ReplyInput is a reply to one thread, or one to each of several.
type ReplyInput struct {
	ID      string         `json:"id,omitempty" arg:"id?" help:"thread ID or a unique prefix"`
	Message string         `json:"message,omitempty" arg:"text?" flag:"message,m" body:"true" help:"the message" placeholder:"TEXT"`
	Outcome thread.Outcome `json:"outcome,omitempty" flag:"outcome" help:"addressed: code changed; answered: no change needed; declined: won't do; blocked: can't do yet"`
	Ask     string         `json:"ask,omitempty" flag:"ask" help:"ask the human to choose: 2 to 5 choices, separated by |" placeholder:"'A|B'"`
	Resolve bool           `json:"resolve,omitempty" rare:"true" flag:"resolve" help:"also resolve the thread"`
	Choose  string         `json:"choose,omitempty" rare:"true" flag:"choose" help:"answer an agent's question (human only) with a choice: its text, a unique prefix or its number; the message is optional" placeholder:"CHOICE"`
	Version string         `json:"version,omitempty" rare:"true" flag:"version" help:"with a choice: the version of the question you read; fails if the question was edited since" placeholder:"VERSION"`
	Form    string         `json:"form,omitempty" rare:"true" flag:"form" hidden:"true" placeholder:"ID" help:"unique ID of this request; if it is sent twice, only one reply is stored"`
	Stance  thread.Stance  `json:"stance,omitempty" rare:"true" flag:"stance" help:"your judgement, with a reason, of the outcome of a finding that you reported (insist: once):"`
	Batch   []ReplyItem    `json:"batch,omitempty" flag:"batch" content:"true" help:"several replies {id, message, outcome} instead of one; either all are stored or none" placeholder:"FILE"`
}

// ReplyItem is one of several replies.
type ReplyItem struct {
	ID      string         `json:"id" help:"thread ID or a unique prefix"`
	Message string         `json:"message" help:"the message"`
	Outcome thread.Outcome `json:"outcome,omitempty" help:"the outcome"`
	Stance  thread.Stance  `json:"stance,omitempty" rare:"true" help:"your judgement of a finding's outcome"`
}

// replyRequest is one of the replies that a call asks for.
type replyRequest struct {
	ReplyItem
	ask, choose, version, form string
	resolve, triage            bool
}

// ReplyOutput is the first reply, and the others of a batch.
type ReplyOutput struct {
	Replied
	Others []Replied `json:"others,omitempty"`
}

// Replied is a reply and its thread's state.
type Replied struct {
	ID            string               `json:"id"`
	Reply         thread.Reply         `json:"reply"`
	Replies       int                  `json:"replies"`
	WorkflowState thread.WorkflowState `json:"workflowState"`
	ProposedBy    string               `json:"resolveProposedBy,omitempty"` // set if resolving was only proposed
}

// maxBatch is the largest number of replies that one call stores.
const maxBatch = 200

// items returns the replies that in asks for, with their texts as they will be stored.
func (in ReplyInput) items() ([]replyRequest, error) {
	items := make([]replyRequest, 0, len(in.Batch)+1)
	for _, item := range in.Batch {
		items = append(items, replyRequest{ReplyItem: item})
	}
	alone := in.ID == "" && in.Message == "" && in.Outcome == "" && in.Ask == "" && in.Choose == "" && in.Version == "" && in.Form == "" && in.Stance == "" && !in.Resolve
	switch {
	case len(items) > 0 && !alone:
		return nil, fail.Usage("{--batch} cannot be combined with a thread ID, message or outcome").Hint("put all replies into the batch, and ask questions separately")
	case len(items) > maxBatch:
		return nil, fail.Usage("a batch can have at most %d replies, not %d", maxBatch, len(items))
	case in.Batch != nil && len(items) == 0 && alone:
		return nil, fail.Usage("the batch is empty")
	case len(items) == 0 && in.ID == "":
		return nil, fail.Usage("missing thread ID").Hint("run '{list}' to see IDs")
	case in.Ask != "" && in.Choose != "":
		return nil, fail.Usage("{--ask} and {--choose} cannot be combined")
	case in.Ask != "" && in.Resolve:
		return nil, fail.Usage("{--ask} and {--resolve} cannot be combined")
	case in.Ask != "" && in.Outcome != "" && in.Outcome != thread.Blocked:
		return nil, fail.Usage("the outcome of a question is always \"blocked\", not \"%s\"", in.Outcome)
	case in.Stance != "" && (in.Outcome != "" || in.Ask != "" || in.Choose != "" || in.Resolve):
		return nil, fail.Usage("{--stance} cannot be combined with {--outcome}, {--ask}, {--choose} or {--resolve}")
	case in.Version != "" && in.Choose == "":
		return nil, fail.Usage("{--version} requires {--choose}")
	case len(items) == 0:
		items = append(items, replyRequest{ReplyItem{in.ID, in.Message, in.Outcome, in.Stance}, in.Ask, in.Choose, in.Version, in.Form, in.Resolve, false})
	}
	for i := range items {
		if items[i].choose != "" && items[i].Message == "" {
			continue // the choice is the message
		}
		body, err := session.Message(items[i].Message)
		if err != nil && len(in.Batch) > 0 {
			return nil, fail.Usage("reply %d in the batch, to %s: %w", i+1, words.OneLine(items[i].ID), err)
		}
		if err != nil {
			return nil, err
		}
		items[i].Message = body
	}
	return items, nil
}

// Reply adds a reply to a thread, or one to each of several threads in one change. It marks nothing as read: the output
// contains the messages that the caller has not been given, see [UnreadAfter].
func Reply(ctx context.Context, s *session.Session, in ReplyInput) (ReplyOutput, error) {
	items, err := in.items()
	if err != nil {
		return ReplyOutput{}, err
	}
	replied, err := replyAll(ctx, s, items)
	if err != nil {
		return ReplyOutput{}, err
	}
	return ReplyOutput{Replied: replied[0], Others: slices.Clip(replied[1:])}, nil
}

// replyAll adds replies to different threads, in one change.
func replyAll(ctx context.Context, s *session.Session, items []replyRequest) (out []Replied, err error) {
	who, err := s.Author(ctx)
	if err != nil {
		return nil, err
	}
	ids, err := located(ctx, s, items)
	if err != nil {
		return nil, err
	}
	print := ""
	needed := func(i replyRequest) bool { return i.Outcome == thread.Addressed || i.Stance == thread.Insist }
	if who.Kind == thread.Human || slices.ContainsFunc(items, needed) {
		print = s.Fingerprint(ctx, filesOf(ctx, s, ids...)...)
	}
	proofs := proofsOf(ctx, s, who, claimed(ids, items), print)
	err = s.Update(ctx, false, func(c *session.Change) error {
		out = nil
		for i, item := range items {
			done, err := replyTo(ctx, c, s, who, ids[i], item, print, proofs[ids[i]])
			if err != nil {
				return err
			}
			out = append(out, done)
		}
		c.Record("reply", who, words.Count(ids), ids...)
		return nil
	})
	return out, err
}

// claimed returns the threads whose replies claim a change.
func claimed(ids []string, items []replyRequest) (out []string) {
	for i := range items {
		if items[i].Outcome == thread.Addressed {
			out = append(out, ids[i])
		}
	}
	return out
}

// located finds the threads of all items before anything is changed.
func located(ctx context.Context, s *session.Session, items []replyRequest) ([]string, error) {
	ids := make([]string, 0, len(items))
	for _, item := range items {
		at, err := s.Locate(ctx, item.ID, thread.Active)
		if err != nil {
			return nil, err
		}
		if slices.Contains(ids, at.ID) {
			return nil, fail.Usage("the batch has two replies to thread %s", at.ID).Hint("combine the two into one reply")
		}
		ids = append(ids, at.ID)
	}
	return ids, nil
}

// filesOf returns the files of active threads, for the fingerprint of a project without git; otherwise nothing.
func filesOf(ctx context.Context, s *session.Session, ids ...string) (out []string) {
	st, err := s.Snapshot(ctx)
	if err != nil || s.Place.GitDir != "" {
		return nil
	}
	for _, id := range ids {
		if t, _, err := st.Thread(thread.Active, id); err == nil {
			file, _, _ := t.Place()
			out = append(out, file)
		}
	}
	return out
}

// formReplyID is the id of the reply that is written in a form of a page, "" without a form. The thread may have it already.
func formReplyID(t *thread.Thread, item replyRequest) (string, error) {
	if item.form == "" {
		return "", nil
	}
	id := thread.FormReplyID(t.ID, item.form)
	if i := t.Entry(id); i > 0 && t.Replies[i-1].Body != item.Message {
		return "", fail.Conflict("this reply was already sent as %s, with different text", id).
			Hint("edit that reply, or copy your text into a new reply")
	}
	return id, nil
}

// replyTo adds one reply. print is the fingerprint of the project, where it is needed and known, and proof is what
// changed for the thread.
func replyTo(ctx context.Context, c *session.Change, s *session.Session, who thread.Author, to string, item replyRequest, print string, proof thread.Proof) (Replied, error) {
	t, err := c.Load(thread.Active, to)
	if err != nil {
		return Replied{}, session.NotThere(to, err)
	}
	id, err := formReplyID(t, item)
	if err != nil {
		return Replied{}, err
	}
	if sent := t.Entry(id); sent > 0 {
		return Replied{ID: t.ID, Reply: t.Replies[sent-1], Replies: len(t.Replies), WorkflowState: t.WorkflowState}, nil
	}
	if err := takesReply(t, item.triage); err != nil {
		return Replied{}, err
	}
	choices, err := choicesIn(item.ask, who)
	if err != nil {
		return Replied{}, err
	}
	choice, err := chosen(t, item.choose, item.version)
	if err != nil {
		return Replied{}, err
	}
	item.Message = cmp.Or(item.Message, choice)
	if item.Stance != "" {
		if item.resolve, err = judge(t, who, item.Stance); err != nil {
			return Replied{}, err
		}
	}
	if id == "" {
		if id, err = c.NewReplyID(t, item.Message); err != nil {
			return Replied{}, err
		}
	}
	r := thread.Reply{
		ID: id, Author: who.Kind, AuthorName: who.Name,
		Body: item.Message, CreatedAt: c.Now, Outcome: item.Outcome, Choices: choices, Choice: choice, Stance: item.Stance,
	}
	if choices != nil {
		r.Outcome = thread.Blocked
	}
	compareWith(t, &r, who, print, proof)
	r.AuthorRead = new(int) // an unknown author is not known to have read anything
	if agent := s.Agent(); agent != "" {
		*r.AuthorRead = t.ReadBy(agent)
		if here := s.Place.WorktreeName; here != t.Worktree {
			r.Worktree = &here
		}
	}
	if who.Kind == thread.Human {
		t.Proposal = nil
	}
	t.Replies = append(t.Replies, r)
	if item.resolve {
		if _, err := resolve(ctx, s, c, who, t); err != nil {
			return Replied{}, err
		}
	}
	return Replied{ID: t.ID, Reply: r, Replies: len(t.Replies), WorkflowState: t.WorkflowState, ProposedBy: stateOf(t, true).ProposedBy}, c.Save(thread.Active, t)
}

// takesReply returns an error unless a reply, or one of a triage, can be added to a thread.
func takesReply(t *thread.Thread, triage bool) error {
	switch {
	case t.WorkflowState == thread.Resolved:
		return fail.Conflict("thread %s is resolved", t.ID).Hint("reopen the thread first: {reopen %s}", t.ID)
	case len(t.Replies) >= thread.MaxReplies:
		return fail.Denied("thread %s has the maximum of %d replies", t.ID, thread.MaxReplies).Hint("continue in a new thread")
	case triage && !t.IsReport():
		return fail.Conflict("thread %s is not a finding", t.ID).Hint("reply instead: {reply %s -m TEXT}", t.ID)
	}
	return nil
}

// compareWith records in a reply the state of the project's files and, for a claim, the changes to them.
func compareWith(t *thread.Thread, r *thread.Reply, who thread.Author, print string, proof thread.Proof) {
	switch {
	case who.Kind != thread.Human && r.Outcome == thread.Addressed:
		_, heard := t.Heard(readBy(t, who))
		r.Unchanged, r.Fingerprint, r.Proof = print != "" && print == heard && t.Concern == nil, print, proof
	case who.Kind != thread.Human && r.Stance == thread.Insist:
		r.Fingerprint = print
	case who.Kind != thread.Human:
	case t.Target != thread.OnResponse: // comments on a plan or a response are not addressed in the files
		r.Fingerprint = print
	}
}
