package review

import (
	"context"
	"fmt"

	"consider/gitstore"
	"consider/internal/fail"
	"consider/internal/place"
	"consider/internal/session"
	"consider/internal/thread"
	"consider/internal/words"
)

// ReanchorInput is a place given by hand.
type ReanchorInput struct {
	ID        string `json:"id" arg:"id" help:"thread id, or a unique prefix of one"`
	Place     string `json:"place,omitempty" arg:"file:start[-end]?" help:"where the thread belongs now"`
	StartLine int    `json:"startLine,omitempty" flag:"line" help:"first line, 1-based, instead of :start" placeholder:"N"`
	EndLine   int    `json:"endLine,omitempty" flag:"end-line" help:"last line, 1-based; the first when left out" placeholder:"N"`
	Text      string `json:"text,omitempty" flag:"text" hidden:"true" placeholder:"TEXT" help:"the file as an editor holds it, saved or not; without it, as it is on disk"`
	Undo      bool   `json:"undo,omitempty" flag:"undo" help:"take the last place given by hand back"`
}

// ReanchorOutput is the thread at its new place.
type ReanchorOutput struct {
	Thread place.ThreadView `json:"thread"`
}

// Reanchor puts a thread on a place given by hand. The original anchor is kept; --undo goes back.
func Reanchor(ctx context.Context, s *session.Session, in ReanchorInput) (ReanchorOutput, error) {
	if in.Undo == (in.Place != "") {
		return ReanchorOutput{}, fail.Usage("give the place, or --undo").Hint("consider reanchor ID FILE:LINE")
	}
	who, err := s.Author(ctx)
	if err != nil {
		return ReanchorOutput{}, err
	}
	at, err := s.Locate(ctx, in.ID, thread.Active)
	if err != nil {
		return ReanchorOutput{}, err
	}
	apply := undoReanchor
	if !in.Undo {
		if apply, err = givePlace(ctx, s, who, in); err != nil {
			return ReanchorOutput{}, err
		}
	}
	err = s.Update(ctx, false, func(c *session.Change) error {
		t, err := c.Load(thread.Active, at.ID)
		if err != nil {
			return session.NotThere(at.ID, err)
		}
		if err := apply(c, t); err != nil {
			return err
		}
		file, a, _ := t.Place()
		c.Record("reanchor", who, words.LineRange(file, a.StartLine, a.EndLine), t.ID)
		return c.Save(thread.Active, t)
	})
	if err != nil {
		return ReanchorOutput{}, err
	}
	// It is done: an interrupt now must not report a failure. The caller has not read the thread by
	// moving it, so that this is no Get.
	l, err := findSubject(context.WithoutCancel(ctx), s, at.ID)
	if err != nil {
		return ReanchorOutput{}, err
	}
	l.state.SaveView()
	v := place.ViewOf(&l.row, l.p, s.Agent(), l.at.Dir)
	v.Worktree, v.Receipt = s.Place.WorktreeName, receiptsOf(s, l.state.Store).of(&l.row)
	return ReanchorOutput{Thread: v}, nil
}

// undoReanchor uncovers the place before the last one given by hand. The text kept for that one goes out of
// the tree and stays in the history.
func undoReanchor(c *session.Change, t *thread.Thread) error {
	n := len(t.Reanchored)
	if n == 0 {
		return fail.Conflict("thread %s is where it was put first", t.ID)
	}
	// A file that was too large to be kept has no base.
	if err := c.Tx.Remove(thread.BaseFile(thread.Active, t.ID, n)); err != nil && !session.IsGone(err) {
		return fmt.Errorf("remove base of thread %q: %w", t.ID, err)
	}
	t.Reanchored = t.Reanchored[:n-1]
	return nil
}

// givePlace reads the place named and returns what puts a thread there.
func givePlace(ctx context.Context, s *session.Session, who thread.Author, in ReanchorInput) (func(*session.Change, *thread.Thread) error, error) {
	at, err := positionOf(ctx, s, thread.New, AddInput{Place: in.Place, StartLine: in.StartLine, EndLine: in.EndLine, Text: in.Text})
	if err != nil {
		return nil, err
	}
	if at.Start == 0 {
		return nil, fail.Usage("which lines of %q?", at.File).Hint("write FILE:12 or FILE:12-14")
	}
	base := thread.Base{Commit: s.Tree.Head(ctx).Commit, Blob: gitstore.HashBlob(at.Text).String()}
	return func(c *session.Change, t *thread.Thread) error {
		if t.Target != thread.OnLines || t.Side != thread.New {
			return fail.Conflict("thread %s is not on lines of a file as it is now", t.ID)
		}
		PutOn(c, t, who, at.File, at.Text, at.Start, at.End, base)
		return nil
	}, nil
}

// PutOn puts a thread on lines of a text by hand. Its places before are kept.
func PutOn(c *session.Change, t *thread.Thread, who thread.Author, file string, text []byte, start, end int, base thread.Base) {
	t.Reanchored = append(t.Reanchored, thread.Reanchor{
		File: file, Anchor: *thread.NewAnchor(text, start, end, base), At: c.Now, By: who.Kind, ByName: who.Name,
	})
	if len(text) <= thread.MaxBase {
		c.Tx.Put(thread.BaseFile(thread.Active, t.ID, len(t.Reanchored)), text)
	}
}
