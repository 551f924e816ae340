package feedback

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"consider/gitstore"
	"consider/internal/fail"
	"consider/internal/review/history"
	"consider/internal/session"
	"consider/internal/thread"
	"consider/internal/transcript"
)

const maxQuote = 16 << 10 // bytes of a quote

// MarkInput is a mark on a part of an answer.
type MarkInput struct {
	ID     string `json:"id" arg:"id" help:"response ID (a_…), a unique prefix, or 'last' for the latest"`
	Keep   string `json:"keep,omitempty" flag:"keep" help:"the passage to keep, quoted exactly" placeholder:"TEXT"`
	Drop   string `json:"drop,omitempty" flag:"drop" help:"the passage to drop, quoted exactly" placeholder:"TEXT"`
	Note   string `json:"note,omitempty" flag:"message,m" also:"note" help:"a note on the mark" placeholder:"TEXT"`
	Prefix string `json:"prefix,omitempty" flag:"prefix" placeholder:"TEXT" help:"the text just before the passage, if the passage occurs more than once"`
	Suffix string `json:"suffix,omitempty" flag:"suffix" hidden:"true" placeholder:"TEXT" help:"the text after the passage"`
	Start  *int   `json:"start,omitempty" flag:"start" hidden:"true" placeholder:"N" help:"byte offset of the passage in the rendered text, to distinguish identical passages"`
}

// MarkOutput is the answer with its marks.
type MarkOutput struct {
	Mark     string       `json:"mark"`               // id of the thread
	Replaced []string     `json:"replaced,omitempty"` // marks that the new one overlapped and replaced
	Response ResponseView `json:"response"`
}

// Mark marks a part of an answer. Marks never overlap: the new mark replaces those that it overlaps. These are deleted
// as threads are, and come back with undo or undelete.
func Mark(ctx context.Context, s *session.Session, in MarkInput) (MarkOutput, error) {
	who, err := s.Author(ctx)
	if err != nil {
		return MarkOutput{}, err
	}
	if err := session.TooShort(in.ID); err != nil {
		return MarkOutput{}, err
	}
	known, err := marksOf(ctx, s)
	if err != nil {
		return MarkOutput{}, err
	}
	r, err := response(ctx, s, in.ID, known)
	if err != nil {
		return MarkOutput{}, err
	}
	span, at, err := in.span(r)
	if err != nil {
		return MarkOutput{}, err
	}
	out := MarkOutput{}
	t := &thread.Thread{
		Version: thread.Version, Target: thread.OnResponse, WorkflowState: thread.Open, Worktree: s.Place.WorktreeName,
		Branch: s.Tree.Head(ctx).Branch, Author: who.Kind, AuthorName: who.Name, Body: span.Mark.Words(), Span: span,
	}
	if strings.TrimSpace(in.Note) != "" {
		if t.Body, err = session.Message(in.Note); err != nil {
			return MarkOutput{}, err
		}
	}
	text := answerText{source: r.Text}
	touched := func(k mark) bool {
		f := text.find(k.t.Span)
		return f.equals > 0 && f.at.overlaps(at)
	}
	err = s.Update(ctx, true, func(c *session.Change) error {
		out.Mark, out.Replaced, err = putMark(c, t, known.by[r.ID], touched, r.Text)
		c.Record(string(history.Marked), who, (&thread.ResponseRef{ID: r.ID, Agent: r.Agent, Mark: span.Mark}).String(), append([]string{out.Mark}, out.Replaced...)...)
		return err
	})
	if err != nil {
		return MarkOutput{}, err
	}
	shown, err := Response(ctx, s, ResponseInput{ID: r.ID, Spans: in.Start != nil})
	out.Response = shown.Response
	return out, err
}

// putMark stores the thread of a mark, with the answer's text, and deletes the marks that it replaces.
func putMark(c *session.Change, t *thread.Thread, others []mark, touched func(mark) bool, text string) (id string, replaced []string, err error) {
	for _, k := range others {
		if !touched(k) {
			continue
		}
		switch err := c.Move(k.t.ID, thread.Active, thread.Deleted); {
		case errors.Is(err, gitstore.ErrNotExist): // it was removed in the meantime
		case err != nil:
			return "", nil, err
		default:
			replaced = append(replaced, k.t.ID)
		}
	}
	slices.Sort(replaced)
	t.CreatedAt = c.Now
	t.ID, err = c.NewThreadID(c.Tx.Base().String(), c.Tx.Now().String(), t.Worktree, t.Span.Response, fmt.Sprint(t.Span.Start), t.Body)
	if err != nil {
		return "", nil, err
	}
	if len(text) <= thread.MaxBase {
		c.Tx.Put(thread.BaseFile(thread.Active, t.ID, 0), []byte(text))
	}
	return t.ID, replaced, c.Save(thread.Active, t)
}

// span finds the part of the answer that in quotes.
func (in *MarkInput) span(r *transcript.Response) (*thread.Span, stretch, error) {
	s := &thread.Span{Response: r.ID, Agent: r.Agent, Session: r.Session, Message: r.Message, At: r.At, Mark: thread.Keep, Quote: in.Keep, Prefix: in.Prefix, Suffix: in.Suffix}
	if !blank(in.Drop) {
		s.Mark, s.Quote = thread.Drop, in.Drop
	}
	switch {
	case blank(in.Keep) == blank(in.Drop):
		return nil, stretch{}, fail.Usage("either {--keep} or {--drop} is required").Hint(`{responses mark %s --keep "the text"}`, r.ID)
	case len(s.Quote) > maxQuote || len(s.Prefix) > maxQuote || len(s.Suffix) > maxQuote:
		return nil, stretch{}, fail.Denied("a quote can have at most %d bytes", maxQuote)
	case !utf8.ValidString(s.Quote) || strings.ContainsRune(s.Quote, 0):
		return nil, stretch{}, fail.Usage("the quote must be plain text")
	}
	if in.Start != nil {
		s.Start = *in.Start
	}
	text := answerText{source: r.Text}
	f := text.find(s)
	switch {
	case f.equals == 0:
		return nil, stretch{}, fail.NotFound("the quoted text does not occur in the response").
			Hint("quote the response exactly, as '{responses show %s}' prints it", r.ID)
	case f.equals > 1 && in.Start == nil:
		return nil, stretch{}, fail.New(fail.ErrNotFound, "the quoted text occurs %d times in the response", f.equals).
			Hint("quote more text, so that it occurs only once")
	}
	if f.sure {
		s.Quote = f.words
	}
	// A page says where the words are on it, and the text around them there.
	if in.Start == nil || in.Prefix+in.Suffix == "" {
		s.Start, s.Prefix, s.Suffix = f.start, f.prefix, f.suffix
	}
	whole := s.Prefix + s.Quote + s.Suffix
	s.Prefix, s.Suffix = around(whole, stretch{len(s.Prefix), len(s.Prefix) + len(s.Quote)})
	return s, f.at, nil
}

func blank(s string) bool { return strings.TrimSpace(s) == "" }

// UnmarkInput names marks.
type UnmarkInput struct {
	IDs []string `json:"ids" arg:"id..." help:"IDs of marks (c_…), or of responses (a_…) to remove all their marks"`
}

// UnmarkOutput is the removed marks.
type UnmarkOutput struct {
	IDs []string `json:"ids"` // ids of the marks
}

// Unmark removes marks. They are deleted as threads are, and come back with undo or undelete.
func Unmark(ctx context.Context, s *session.Session, in UnmarkInput) (UnmarkOutput, error) {
	who, err := s.Author(ctx)
	if err != nil {
		return UnmarkOutput{}, err
	}
	known, err := marksOf(ctx, s)
	if err != nil {
		return UnmarkOutput{}, err
	}
	out := UnmarkOutput{IDs: []string{}}
	for _, ref := range in.IDs {
		ids, err := marksCalled(ctx, s, ref, known)
		if err != nil {
			return UnmarkOutput{}, err
		}
		out.IDs = append(out.IDs, ids...)
	}
	slices.Sort(out.IDs)
	if out.IDs = slices.Compact(out.IDs); len(out.IDs) == 0 {
		return out, nil
	}
	err = s.Update(ctx, false, func(c *session.Change) error {
		for _, id := range out.IDs {
			if err := c.Move(id, thread.Active, thread.Deleted); err != nil {
				return session.NotThere(id, err)
			}
		}
		c.Record(string(history.Unmarked), who, "", out.IDs...)
		return nil
	})
	return out, err
}

// marksCalled returns the marks that ref names: one mark, or all marks on an answer.
func marksCalled(ctx context.Context, s *session.Session, ref string, known *marks) ([]string, error) {
	var ids []string
	if err := session.TooShort(ref); err != nil {
		return nil, err
	}
	if ref == lastResponse || strings.HasPrefix(ref, transcript.IDPrefix) {
		r, err := response(ctx, s, ref, known)
		if err != nil {
			return nil, err
		}
		for _, k := range known.by[r.ID] {
			ids = append(ids, k.t.ID)
		}
		return ids, nil
	}
	at, err := s.Locate(ctx, ref, thread.Active)
	if err != nil {
		return nil, err
	}
	for _, list := range known.by {
		if slices.ContainsFunc(list, func(k mark) bool { return k.t.ID == at.ID }) {
			return []string{at.ID}, nil
		}
	}
	return nil, fail.Usage("%s is a thread on code, not a mark on a response", at.ID).Hint("to delete the thread: {delete %s}", at.ID)
}
