package review

import (
	"cmp"
	"context"
	"slices"
	"time"

	"consider/internal/place"
	"consider/internal/review/history"
	"consider/internal/review/round"
	"consider/internal/session"
	"consider/internal/thread"
	"consider/internal/words"
)

// Delivered records that the caller has been given the messages that the answer shows whole, and keeps the project's files
// as they were at the message that the request stored. Surfaces call it once the answer has been written out without an
// error. This is the only thing that reading writes; if it fails, they stay unread.
func Delivered(ctx context.Context, s *session.Session) {
	ctx = context.WithoutCancel(ctx)
	round.KeepMoment(ctx, s)
	if len(s.Handed) == 0 {
		return
	}
	st, err := s.Snapshot(ctx)
	if err != nil {
		return
	}
	at := s.HandedAt
	if at.IsZero() {
		at = s.Now()
	}
	box, now := inboxOf(s, st.Store), at.UTC().Truncate(time.Microsecond)
	var due []string
	for _, h := range s.Handed {
		t, _, err := st.Thread(thread.Active, h.Thread)
		switch {
		case err != nil || slices.Contains(due, h.Thread):
		case box != nil:
			_ = box.read(st.Store, t, t.ReadOn(box.readOf(t), thread.Author{Kind: thread.Human}, isHanded(s, t.ID)))
		case t.Give(s.Agent(), isHanded(s, t.ID), now):
			due = append(due, h.Thread)
		}
	}
	who, err := s.Caller.Author()
	if len(due) == 0 || err != nil {
		return
	}
	_ = s.Update(ctx, false, func(c *session.Change) error {
		if err := c.Whole(); err != nil {
			return err
		}
		c.Record("seen", who, "", due...)
		for _, id := range due {
			t, err := c.Load(thread.Active, id)
			if err != nil {
				return err
			}
			if !t.Give(s.Agent(), isHanded(s, id), now) {
				continue
			}
			if err := c.Save(thread.Active, t); err != nil {
				return err
			}
		}
		return nil
	})
}

// isHanded reports whether the answer shows a message of a thread, in its present words.
func isHanded(s *session.Session, id string) func(thread.Message) bool {
	return func(m thread.Message) bool {
		for _, h := range s.Handed {
			for _, given := range h.Messages {
				if h.Thread == id && given.Reply == m.Reply && given.Body == m.Body {
					return true
				}
			}
		}
		return false
	}
}

// AfterCall adds to the answer of a write what its caller has not been given, and ends the work on threads that it
// completes.
func AfterCall(ctx context.Context, s *session.Session, c session.Call) {
	if c.Reads {
		return
	}
	s.Unread = UnreadAfter(ctx, s)
	if notes := endWork(ctx, s, c.Verb); len(notes) > 0 {
		s.Unread = cmp.Or(s.Unread, &session.Unread{})
		s.Unread.Notes = append(s.Unread.Notes, notes...)
	}
}

// maxUnread is how many bytes of messages the answer to a write carries.
const maxUnread = 16 << 10

// UnreadAfter returns the messages of the other side that the caller of a write has not been given: those of the threads
// that it changed as far as they fit, and how many there are beyond. A person gets them on a terminal; the other clients of
// people draw them.
func UnreadAfter(ctx context.Context, s *session.Session) *session.Unread {
	person, at := s.Caller.IsPerson(), s.At
	if len(s.Touched) == 0 || person && !s.Caller.OnScreen {
		return nil
	}
	st, err := s.Snapshot(ctx)
	if err != nil {
		return nil
	}
	s.At = at // events that came meanwhile are not in this answer
	box, out, room := inboxOf(s, st.Store), &session.Unread{}, maxUnread
	for i, id := range s.Touched {
		t, _, err := st.Thread(thread.Active, id)
		if err != nil || slices.Contains(s.Touched[:i], id) {
			continue
		}
		read, reader := t.ReadBy(s.Agent()), thread.Author{Kind: thread.Agent, Name: s.Agent()}
		if person {
			read, reader = box.readOf(t), thread.Author{Kind: thread.Human}
		}
		left, isFor, messages := 0, t.IsFor(reader), t.Messages()
		for i := read; i < len(messages); i++ {
			switch m := messages[i]; {
			case !isFor(i):
			case left > 0 || len(m.Body) > room:
				left++
			default:
				room -= len(m.Body)
				out.Messages = append(out.Messages, session.UnreadMessage{
					Thread: id, Reply: m.Reply, Author: m.By.Kind, AuthorName: m.By.Name, At: m.At, Body: m.Body,
				})
				s.Hand(id, m)
			}
		}
		if left > 0 {
			out.Notes = append(out.Notes, words.Textf("%s in %s not shown (too long): {show %s}", words.Plural(left, "unread message"), id, id))
		}
	}
	if note := unreadElsewhere(st); !note.IsZero() && !person {
		out.Notes = append(out.Notes, note)
	}
	if len(out.Messages)+len(out.Notes) == 0 {
		return nil
	}
	return out
}

// unreadElsewhere counts what an agent has not read in open threads that its request did not change.
func unreadElsewhere(st *session.Snapshot) (note words.Text) {
	if err := st.LoadView(); err != nil {
		return note
	}
	rows := st.View.Rows
	messages, threads := 0, 0
	leases := history.LeasesOf(st.Session)
	for i := range rows {
		h := &rows[i]
		if h.Unseen(st.Session.Agent()) && !leases.Busy(h.ID) && leases.Concerns(h) && h.WorkflowState != thread.Resolved && !slices.Contains(st.Session.Touched, h.ID) {
			messages += max(1, h.Seen.CountUnseen(st.Session.Agent(), h.Humans))
			threads++
		}
	}
	if threads == 0 {
		return note
	}
	return words.Textf("%s in %s: {list --unseen}", words.Plural(messages, "unread message"), words.Plural(threads, "other thread"))
}

// subject is a thread that was found and placed.
type subject struct {
	state *session.Snapshot
	at    thread.Ref
	t     *thread.Thread
	row   thread.Row
	p     place.Result
}
