package review

import (
	"context"
	"fmt"

	"consider/gitstore"
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
	Thread ThreadView `json:"thread"`
}

// Reanchor puts a thread on a place given by hand. The original anchor is kept; --undo goes back.
func (s *Service) Reanchor(ctx context.Context, in ReanchorInput) (ReanchorOutput, error) {
	if in.Undo == (in.Place != "") {
		return ReanchorOutput{}, Usage("give the place, or --undo").Hint("consider reanchor ID FILE:LINE")
	}
	who, err := s.writer(ctx, Human)
	if err != nil {
		return ReanchorOutput{}, err
	}
	at, err := s.locate(ctx, in.ID, activeDir)
	if err != nil {
		return ReanchorOutput{}, err
	}
	apply := undoReanchor
	if !in.Undo {
		if apply, err = s.givePlace(ctx, who, in); err != nil {
			return ReanchorOutput{}, err
		}
	}
	err = s.update(ctx, false, func(c *change) error {
		t, err := c.load(activeDir, at.id)
		if err != nil {
			return notThere(at.id, err)
		}
		if err := apply(c, t); err != nil {
			return err
		}
		file, a, _ := t.place()
		c.record("reanchor", who, lineRange(file, a.StartLine, a.EndLine), t.ID)
		return c.save(activeDir, t)
	})
	if err != nil {
		return ReanchorOutput{}, err
	}
	// It is done: who interrupts now must not be told that it failed. Nor has anybody read the thread by
	// moving it, so that this is no Get.
	l, err := s.look(context.WithoutCancel(ctx), at.id)
	if err != nil {
		return ReanchorOutput{}, err
	}
	l.state.done()
	v := viewOf(&l.row, l.p, s.agent(), l.at.dir)
	v.Worktree = s.Place.WorktreeName
	return ReanchorOutput{Thread: v}, nil
}

// undoReanchor uncovers the place before the last one given by hand. The text kept for that one goes out of
// the tree and stays in the history.
func undoReanchor(c *change, t *Thread) error {
	n := len(t.Reanchored)
	if n == 0 {
		return Conflict("thread %s is where it was put first", t.ID)
	}
	// There is none of a file that was too large to be kept.
	if err := c.tx.Remove(baseFile(activeDir, t.ID, n)); err != nil && !isGone(err) {
		return fmt.Errorf("remove base of thread %q: %w", t.ID, err)
	}
	t.Reanchored = t.Reanchored[:n-1]
	return nil
}

// givePlace reads the place named and returns what puts a thread there.
func (s *Service) givePlace(ctx context.Context, who author, in ReanchorInput) (func(*change, *Thread) error, error) {
	at, err := s.spot(ctx, New, AddInput{Place: in.Place, StartLine: in.StartLine, EndLine: in.EndLine, Text: in.Text})
	if err != nil {
		return nil, err
	}
	if at.start == 0 {
		return nil, Usage("which lines of %q?", at.file).Hint("write FILE:12 or FILE:12-14")
	}
	base := Base{Commit: s.Tree.Head(ctx).Commit, Blob: gitstore.HashBlob(at.text).String()}
	return func(c *change, t *Thread) error {
		if t.Target != OnLines || t.Side != New {
			return Conflict("thread %s is not on lines of a file as it is now", t.ID)
		}
		t.Reanchored = append(t.Reanchored, Reanchor{
			File: at.file, Anchor: *newAnchor(at.text, at.start, at.end, base), At: c.now, By: who.Kind, ByName: who.Name,
		})
		if len(at.text) <= maxBase {
			c.tx.Put(baseFile(activeDir, t.ID, len(t.Reanchored)), at.text)
		}
		return nil
	}, nil
}
