package review

import (
	"context"
	"slices"
	"strings"
)

// EditInput is new words for a thread's body or for a reply.
type EditInput struct {
	ID      string `json:"id" arg:"id" help:"thread id (its first message) or reply id, or a unique prefix"`
	Message string `json:"message" flag:"message,m" body:"true" help:"the new text" placeholder:"TEXT"`
}

// EditOutput is what now stands.
type EditOutput struct {
	ID     string `json:"id"`    // of the thread
	Entry  string `json:"entry"` // id of the thread or reply that was edited
	Body   string `json:"body"`
	Before string `json:"before"` // kept in the store's history
}

// Edit changes one's own words. What stood before stays in the store's history.
func (s *Service) Edit(ctx context.Context, in EditInput) (EditOutput, error) {
	body, err := message(in.Message)
	if err != nil {
		return EditOutput{}, err
	}
	who, err := s.writer(ctx, Human)
	if err != nil {
		return EditOutput{}, err
	}
	id, entry, err := s.locateEntry(ctx, in.ID)
	if err != nil {
		return EditOutput{}, err
	}
	var out EditOutput
	err = s.update(ctx, false, func(c *change) error {
		t, err := c.load(activeDir, id)
		if err != nil {
			return notThere(id, err)
		}
		out = EditOutput{ID: t.ID, Entry: entry, Body: body}
		i := t.entry(entry)
		if i < 0 {
			return NotFound("thread %s has no reply %q", t.ID, entry)
		}
		by, text, at := &t.Author, &t.Body, &t.EditedAt
		if i > 0 {
			r := &t.Replies[i-1]
			by, text, at = &r.Author, &r.Body, &r.EditedAt
		}
		if *by != who.Kind {
			return Denied("%s are the %s's words", entry, *by).Hint("reply instead: consider reply %s -m TEXT", t.ID)
		}
		out.Before = *text
		if *text != body {
			*text, *at = body, &c.now
			if who.Kind == Human {
				t.unmarkSeen(i)
			}
		}
		c.record("edit", who, "", t.ID)
		return c.save(activeDir, t)
	})
	return out, err
}

// locateEntry finds the thread and entry that ref names: a thread's own id, or that of one of its replies.
func (s *Service) locateEntry(ctx context.Context, ref string) (thread, entry string, err error) {
	st, err := s.read(ctx)
	if err != nil {
		return "", "", err
	}
	digits, isReply := strings.CutPrefix(ref, replyPrefix)
	if !isReply {
		at, err := st.find(ref, activeDir)
		return at.id, at.id, s.notHere(ctx, ref, err)
	}
	for i := range st.view.Rows {
		t, _, err := st.thread(activeDir, st.view.Rows[i].ID)
		if err != nil {
			continue
		}
		j := slices.IndexFunc(t.Replies, func(r Reply) bool { return strings.HasPrefix(r.ID[len(replyPrefix):], digits) })
		if j < 0 {
			continue
		}
		if thread != "" {
			return "", "", NotFound("%q is the beginning of several replies", ref).Hint("give more digits of the id")
		}
		thread, entry = t.ID, t.Replies[j].ID
	}
	if thread == "" {
		e := NotFound("no reply %q", ref).Hint("'consider get THREAD' shows a thread's replies")
		if _, newer := apart(st.view.Damaged); len(newer) > 0 {
			e.Hint("%s written by a newer consider may hold it; %s", plural(len(newer), "thread"), UpdateHint)
		}
		return "", "", e
	}
	return thread, entry, nil
}
