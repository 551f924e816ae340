package review

import (
	"context"
	"strings"

	"consider/internal/fail"
	"consider/internal/session"
	"consider/internal/thread"
	"consider/internal/words"
)

// DeleteInput names the threads, or the replies, to delete.
type DeleteInput struct {
	IDs []string `json:"ids" arg:"id..." help:"IDs or unique prefixes of active or archived threads, or of your own replies"`
}

// Delete removes threads from every list, or the words from replies. Only a person may delete; undelete brings threads
// back, undo brings replies back.
func Delete(ctx context.Context, s *session.Session, in DeleteInput) (MovedOutput, error) {
	replies, err := areReplies(in.IDs)
	if err != nil {
		return MovedOutput{}, err
	}
	if replies {
		return deleteReplies(ctx, s, in.IDs)
	}
	ids, err := s.LocateAll(ctx, in.IDs, thread.Active, thread.Archived)
	if err != nil {
		return MovedOutput{}, err
	}
	return move(ctx, s, "delete", ids, thread.Deleted)
}

// deletedReply replaces the text of a deleted reply, on every surface and in every program.
const deletedReply = "(comment deleted)"

// deleteReplies removes the text of replies that the person wrote. The replies stay, as others may refer to them; the
// text stays in the store's history, and undo or edit restores it.
func deleteReplies(ctx context.Context, s *session.Session, refs []string) (MovedOutput, error) {
	who, err := s.Author(ctx)
	if err != nil {
		return MovedOutput{}, err
	}
	replies := map[string][]string{} // by thread
	var ids []string
	for _, ref := range refs {
		id, entry, err := locateEntry(ctx, s, ref)
		if err != nil {
			return MovedOutput{}, err
		}
		if replies[id] == nil {
			ids = append(ids, id)
		}
		replies[id] = append(replies[id], entry)
	}
	out := MovedOutput{}
	err = s.Update(ctx, false, func(c *session.Change) error {
		out = MovedOutput{IDs: []string{}, Did: "comment deleted", Back: "undo"}
		for _, id := range ids {
			t, err := c.Load(thread.Active, id)
			if err != nil {
				return session.NotThere(id, err)
			}
			for _, entry := range replies[id] {
				if err := deleteReply(c, s, t, who, entry); err != nil {
					return err
				}
				out.IDs = append(out.IDs, entry)
			}
			if err := c.Save(thread.Active, t); err != nil {
				return err
			}
		}
		c.Record("edit", who, words.Plural(len(out.IDs), "comment")+" deleted", ids...)
		return nil
	})
	return out, err
}

func deleteReply(c *session.Change, s *session.Session, t *thread.Thread, who thread.Author, entry string) error {
	i := t.Entry(entry)
	if i < 1 {
		return fail.NotFound("thread %s has no reply %q", t.ID, entry)
	}
	r := &t.Replies[i-1]
	if err := mayEdit(s, who, entry, thread.Author{Kind: r.Author, Name: r.AuthorName}); err != nil {
		return err.Hint("to delete the whole thread: {delete %s}", t.ID)
	}
	if r.DeletedAt == nil {
		// Programs that do not know about deletion show an edited reply with these words.
		r.Body, r.EditedAt, r.DeletedAt = deletedReply, &c.Now, &c.Now
	}
	return nil
}

// areReplies reports whether refs name replies. It is an error if they name both replies and threads.
func areReplies(refs []string) (bool, error) {
	n := 0
	for _, ref := range refs {
		if strings.HasPrefix(ref, thread.ReplyPrefix) {
			n++
		}
	}
	if n > 0 && n < len(refs) {
		return false, fail.Usage("cannot delete threads and replies together")
	}
	return n > 0, nil
}
