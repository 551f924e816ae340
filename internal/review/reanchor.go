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
	ID        string `json:"id" arg:"id" help:"thread ID or a unique prefix"`
	Place     string `json:"place,omitempty" arg:"file:start[-end]?" help:"the new location"`
	StartLine int    `json:"startLine,omitempty" flag:"line" help:"first line, 1-based, instead of :start" placeholder:"N"`
	EndLine   int    `json:"endLine,omitempty" flag:"end-line" help:"last line, 1-based (default: same as line)" placeholder:"N"`
	Text      string `json:"text,omitempty" flag:"text" hidden:"true" placeholder:"TEXT" help:"the file's text in the editor, saved or not (default: the file on disk)"`
	Here      bool   `json:"here,omitempty" flag:"here" help:"confirm the location shown"`
	Gone      bool   `json:"gone,omitempty" flag:"gone" help:"reject the location shown and mark the thread stale"`
	Undo      bool   `json:"undo,omitempty" flag:"undo" help:"undo the last manual move"`
}

// ReanchorOutput is the thread at its new place.
type ReanchorOutput struct {
	Thread place.ThreadView `json:"thread"`
}

// Reanchor puts a thread on a place given by hand. The original anchor is kept; --undo goes back.
func Reanchor(ctx context.Context, s *session.Session, in ReanchorInput) (ReanchorOutput, error) {
	if countTrue(in.Undo, in.Here, in.Gone, in.Place != "") != 1 {
		return ReanchorOutput{}, fail.Usage("either a location, {--here}, {--gone} or {--undo} is required").Hint("{reanchor ID FILE:LINE}")
	}
	who, err := s.Author(ctx)
	if err != nil {
		return ReanchorOutput{}, err
	}
	at, err := s.Locate(ctx, in.ID, thread.Active)
	if err != nil {
		return ReanchorOutput{}, err
	}
	apply, err := changeFor(ctx, s, who, in)
	if err != nil {
		return ReanchorOutput{}, err
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
	// The change is made: an interrupt now must not report a failure. This does not call Get, because moving a thread
	// does not mean that the caller has read it.
	l, err := findSubject(context.WithoutCancel(ctx), s, at.ID)
	if err != nil {
		return ReanchorOutput{}, err
	}
	l.state.SaveView()
	v := place.ViewOf(&l.row, l.p, s.Agent(), l.at.Dir)
	v.Foreign, v.Receipt = !s.Owns(v.Worktree), receiptsOf(s, l.state.Store).of(&l.row)
	return ReanchorOutput{Thread: v}, nil
}

func countTrue(all ...bool) (n int) {
	for _, is := range all {
		if is {
			n++
		}
	}
	return n
}

// changeFor returns the function that makes the requested change to a thread.
func changeFor(ctx context.Context, s *session.Session, who thread.Author, in ReanchorInput) (func(*session.Change, *thread.Thread) error, error) {
	switch {
	case in.Undo:
		return undoReanchor, nil
	case in.Gone:
		return func(c *session.Change, t *thread.Thread) error { return markGone(c, t, who) }, nil
	case in.Here:
		at, err := shownAt(ctx, s, in.ID)
		if err != nil {
			return nil, err
		}
		return moveTo(ctx, s, who, at), nil
	}
	at, err := positionOf(ctx, s, thread.New, AddInput{Place: in.Place, StartLine: in.StartLine, EndLine: in.EndLine, Text: in.Text})
	if err != nil {
		return nil, err
	}
	if at.Start == 0 {
		return nil, fail.Usage("missing line number for %q", at.File).Hint("write FILE:12 or FILE:12-14")
	}
	return moveTo(ctx, s, who, at), nil
}

// markGone makes a thread stale by hand. Its place is not searched for until it gets a new one or this is undone.
func markGone(c *session.Change, t *thread.Thread, who thread.Author) error {
	if t.SaidGone() {
		return fail.Conflict("thread %s was already marked stale", t.ID)
	}
	file, a, _ := t.Place()
	if err := onNewLines(t); err != nil {
		return err
	}
	t.Reanchored = append(t.Reanchored, thread.Reanchor{
		File: file, Anchor: *a, At: c.Now, By: who.Kind, ByName: who.Name, Gone: true,
	})
	return nil
}

func onNewLines(t *thread.Thread) error {
	if t.Target != thread.OnLines || t.Side != thread.New {
		return fail.Conflict("thread %s is not attached to lines in your working copy", t.ID)
	}
	return nil
}

// shownAt returns where a thread is shown, in the file on disk.
func shownAt(ctx context.Context, s *session.Session, id string) (Position, error) {
	l, err := findSubject(ctx, s, id)
	if err != nil {
		return Position{}, err
	}
	file, start, end := l.p.Place.Shown()
	if start == 0 || l.row.Shape != thread.OnLines {
		return Position{}, fail.Conflict("thread %s is not currently attached to lines", l.at.ID).Hint("{reanchor ID FILE:LINE}")
	}
	text, _, err := s.Tree.ReadFile(file, thread.MaxText)
	if err != nil {
		return Position{}, s.PathError(file, err)
	}
	at := Position{File: file, Text: text, Start: start, End: end}
	return at, at.Check(true)
}

// undoReanchor restores the place before the last one given by hand. The text kept for the last one is removed from the
// tree and stays in the history.
func undoReanchor(c *session.Change, t *thread.Thread) error {
	n := len(t.Reanchored)
	if n == 0 {
		return fail.Conflict("thread %s is already at its original location", t.ID)
	}
	// A file that was too large to be kept has no base.
	if err := c.Tx.Remove(thread.BaseFile(thread.Active, t.ID, n)); err != nil && !session.IsGone(err) {
		return fmt.Errorf("remove the base text of thread %q: %w", t.ID, err)
	}
	t.Reanchored = t.Reanchored[:n-1]
	return nil
}

// moveTo returns the function that puts a thread on a place.
func moveTo(ctx context.Context, s *session.Session, who thread.Author, at Position) func(*session.Change, *thread.Thread) error {
	base := thread.Base{Commit: s.Tree.Head(ctx).Commit, Blob: gitstore.HashBlob(at.Text).String()}
	return func(c *session.Change, t *thread.Thread) error {
		if err := onNewLines(t); err != nil {
			return err
		}
		PutOn(c, t, who, at.File, at.Text, at.Start, at.End, base)
		return nil
	}
}

// PutOn puts a thread on lines of a text by hand. Its earlier places are kept.
func PutOn(c *session.Change, t *thread.Thread, who thread.Author, file string, text []byte, start, end int, base thread.Base) {
	t.Reanchored = append(t.Reanchored, thread.Reanchor{
		File: file, Anchor: *thread.NewAnchor(text, start, end, base), At: c.Now, By: who.Kind, ByName: who.Name,
	})
	if len(text) <= thread.MaxBase {
		c.Tx.Put(thread.BaseFile(thread.Active, t.ID, len(t.Reanchored)), text)
	}
}
