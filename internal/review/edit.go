package review

import (
	"context"
	"strings"

	"consider/internal/fail"
	"consider/internal/session"
	"consider/internal/suggest"
	"consider/internal/thread"
	"consider/internal/words"
)

// EditInput is the new text of a thread's body or of a reply.
type EditInput struct {
	ID      string `json:"id" arg:"id" help:"thread ID (for its comment) or reply ID, or a unique prefix"`
	Message string `json:"message" flag:"message,m" body:"true" help:"the new text" placeholder:"TEXT"`
	Before  string `json:"before,omitempty" rare:"true" flag:"before" hidden:"true" placeholder:"TEXT" help:"the text to replace; fails if the current text differs"`
}

// EditOutput is the edited text.
type EditOutput struct {
	ID     string `json:"id"`    // of the thread
	Entry  string `json:"entry"` // id of the thread or reply that was edited
	Body   string `json:"body"`
	Before string `json:"before"` // kept in the store's history
}

// Edit changes the caller's own words: a person's own, or those of an agent with the same name. The former words stay
// in the store's history.
func Edit(ctx context.Context, s *session.Session, in EditInput) (EditOutput, error) {
	body, err := session.Message(in.Message)
	if err != nil {
		return EditOutput{}, err
	}
	who, err := s.Author(ctx)
	if err != nil {
		return EditOutput{}, err
	}
	id, entry, err := locateEntry(ctx, s, in.ID)
	if err != nil {
		return EditOutput{}, err
	}
	print := ""
	if who.Kind == thread.Human {
		print = s.Fingerprint(ctx, filesOf(ctx, s, id)...)
	}
	var out EditOutput
	err = s.Update(ctx, false, func(c *session.Change) error {
		t, err := c.Load(thread.Active, id)
		if err != nil {
			return session.NotThere(id, err)
		}
		out = EditOutput{ID: t.ID, Entry: entry, Body: body}
		i := t.Entry(entry)
		if i < 0 {
			return fail.NotFound("thread %s has no reply %q", t.ID, entry)
		}
		by, name, text, at, fingerprint := &t.Author, &t.AuthorName, &t.Body, &t.EditedAt, &t.Fingerprint
		if i > 0 {
			r := &t.Replies[i-1]
			by, name, text, at, fingerprint = &r.Author, &r.AuthorName, &r.Body, &r.EditedAt, &r.Fingerprint
		}
		if err := mayEdit(s, who, entry, thread.Author{Kind: *by, Name: *name}); err != nil {
			return err.Hint("reply instead: {reply %s -m TEXT}", t.ID)
		}
		out.Before = *text
		if *text != body {
			if in.Before != "" && in.Before != *text {
				return fail.Conflict("the message was edited in the meantime: %s", words.Headline(*text)).Hint("to see the current text: {show %s}", t.ID)
			}
			if err := closed(t, i, body); err != nil {
				return err.Hint("reply instead: {reply %s -m TEXT}", t.ID)
			}
			*text, *at = body, &c.Now
			if i > 0 {
				t.Replies[i-1].DeletedAt = nil
			}
			if who.Kind == thread.Human && t.Target != thread.OnResponse {
				*fingerprint = print
			}
			if who.Kind == thread.Human {
				t.UnmarkSeen(i)
			}
		}
		c.Record("edit", who, "", t.ID)
		return c.Save(thread.Active, t)
	})
	return out, err
}

// mayEdit returns an error if the message is not by the caller. All messages of a person count as those of the person
// here, under any name, since names come from git's configuration and from flags. An agent may change the messages of
// its own name, also a former one.
func mayEdit(s *session.Session, who thread.Author, entry string, by thread.Author) *fail.Error {
	switch {
	case who.Kind == thread.Human && by.Kind == thread.Human:
		return nil
	case who.Kind != by.Kind || who.Kind == thread.Human:
		return fail.Denied("%s was written by the %s", entry, by.Kind)
	case who.MarkName() != by.MarkName(), s.Caller.IsUnknown() && who.Name != thread.Unknown:
		return fail.Denied("%s was written by %s; you are %s", entry, by, who)
	}
	return nil
}

// closed returns an error for an entry that was acted on: a question that was answered, the answer, a suggestion that
// was applied. It also protects the number of suggestions before an applied one, because suggestions are known by their
// number.
func closed(t *thread.Thread, entry int, body string) *fail.Error {
	for i, r := range t.Replies {
		if r.Choice != "" && (entry == i+1 || entry == t.QuestionBefore(i)) {
			return fail.Conflict("%q was chosen, so the question and its answer can no longer be edited", r.Choice)
		}
	}
	before, here := 0, 0
	for i, m := range t.Messages()[:entry+1] {
		if here = len(suggest.In(m.Body)); i < entry {
			before += here
		}
	}
	for _, a := range t.Applied {
		if a.N > before && (a.N <= before+here || len(suggest.In(body)) != here) {
			return fail.Conflict("suggestion %s#%d was applied, so this message can no longer be edited", t.ID, a.N)
		}
	}
	return nil
}

// locateEntry finds the thread and entry that ref names: a thread's id, or the id of one of its replies.
func locateEntry(ctx context.Context, s *session.Session, ref string) (threadID, entry string, err error) {
	st, err := s.Read(ctx)
	if err != nil {
		return "", "", err
	}
	if strings.HasPrefix(ref, thread.ReplyPrefix) {
		return st.FindReply(ref)
	}
	at, err := st.FindToChange(ref, thread.Active)
	return at.ID, at.ID, err
}

// WordsOf returns the text of the message that ref names, as Edit would change it.
func WordsOf(ctx context.Context, s *session.Session, ref string) (string, error) {
	id, entry, err := locateEntry(ctx, s, ref)
	if err != nil {
		return "", err
	}
	st, err := s.Read(ctx)
	if err != nil {
		return "", err
	}
	t, _, err := st.Thread(thread.Active, id)
	if err != nil {
		return "", session.NotThere(id, err)
	}
	if i := t.Entry(entry); i > 0 {
		return t.Replies[i-1].Body, nil
	}
	return t.Body, nil
}
