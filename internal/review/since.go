package review

import (
	"context"

	"consider/anchor"
	"consider/internal/checkpoint"
	"consider/internal/gitdiff"
	"consider/internal/thread"
	"consider/internal/treediff"
)

// SinceView says whether the changes since a checkpoint touched a thread's lines.
type SinceView struct {
	Checkpoint string `json:"checkpoint"`
	Touched    bool   `json:"touched"`
	What       string `json:"what"`           // in words
	Diff       string `json:"diff,omitempty"` // of the thread's lines, unified, from then to now
}

// sinceCheckpoint compares a thread's lines at a checkpoint with the lines now.
func (l *subject) sinceCheckpoint(ctx context.Context, name string) (*SinceView, error) {
	c, err := checkpoint.Find(l.state.Commit, name, l.state.Session.MadeHere)
	if err != nil {
		return nil, err
	}
	out := &SinceView{Checkpoint: c.Name}
	was, ok := c.Places[l.row.ID]
	switch {
	case !ok:
		out.What = "the thread is newer than the checkpoint"
		return out, nil
	case l.row.Shape != thread.OnLines || !l.row.Side.Now() || was.StartLine == 0:
		out.What = "the thread had no lines in the working copy at that checkpoint"
		return out, nil
	}
	then, err := l.textAt(ctx, &c, was.File)
	if err != nil {
		out.What = "the file's text at the checkpoint is no longer available"
		return out, nil
	}
	now, err := l.state.Placer.Bytes(ctx, l.state.Placer.Text(ctx, l.row.Side, l.p.Place.File))
	if err != nil {
		out.Touched, out.What = true, "its file is gone"
		return out, nil
	}
	out.compare(then, now, was, l.p.Place)
	return out, nil
}

// textAt returns a file as it was at a checkpoint.
func (l *subject) textAt(ctx context.Context, c *checkpoint.Checkpoint, file string) ([]byte, error) {
	for _, f := range c.Files {
		if f.Path == file && f.Blob != "" {
			return l.state.Placer.Base(f.Blob)
		}
	}
	data, _, err := treediff.ContentAt(ctx, l.state.Session.Tree, treediff.Side{Commit: c.Head}, file, thread.MaxText)
	return data, err
}

func (v *SinceView) compare(then, now []byte, was, is thread.Placement) {
	at := anchor.Map(then, now).Place(was.StartLine, was.EndLine)
	old := anchor.LinesOf(then, was.StartLine, was.EndLine)
	switch {
	case at.State != anchor.Anchored:
		v.Touched, v.What = true, "its lines are gone: "+at.Reason
		v.Diff = gitdiff.Short(old, nil, "then", "now", thenContext)
		return
	case !at.Edited:
		v.What = "its lines did not change"
		return
	}
	v.Touched, v.What = true, "its lines were edited"
	start, end := at.Start, at.End
	if is.StartLine > 0 {
		start, end = is.StartLine, is.EndLine
	}
	v.Diff = gitdiff.Short(old, anchor.LinesOf(now, start, end), "then", "now", thenContext)
}

const (
	defaultContext = 10
	maxContext     = 200
	thenContext    = 3 // lines around the original place
	briefContext   = 1 // lines for an agent that has read the thread, or reads several
)
