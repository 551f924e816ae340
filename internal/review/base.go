package review

import (
	"bytes"
	"context"
	"strings"

	"consider/internal/fail"
	"consider/internal/gitdiff"
	"consider/internal/review/compare"
	"consider/internal/session"
	"consider/internal/thread"
	"consider/internal/treediff"
)

// BaseInput names a thread.
type BaseInput struct {
	ID string `json:"id" arg:"id" help:"thread ID or a unique prefix"`
}

// BaseOutput is the file that a thread was made on, as it was then.
type BaseOutput struct {
	File      string `json:"file"`
	Text      string `json:"text"` // without a byte order mark; when the file was not kept, the lines around the place
	StartLine int    `json:"startLine"`
	EndLine   int    `json:"endLine"`
	Part      bool   `json:"part,omitempty"` // the file was not kept; unknown lines are empty
	Line      int    `json:"line,omitempty"` // first line, in the file as it is now, of the change nearest to the place; 0 if there is none
}

const maxPad = 1_000_000 // empty lines in front of the known ones

// Base returns the text that a thread's anchor describes, so that a client can show it with the original line numbers,
// next to the current text.
func Base(ctx context.Context, s *session.Session, in BaseInput) (BaseOutput, error) {
	l, err := findSubject(ctx, s, in.ID)
	if err != nil {
		return BaseOutput{}, err
	}
	_, a, _ := l.t.PlaceBefore(l.p.Place.Undone)
	if a == nil || l.row.Shape != thread.OnLines {
		return BaseOutput{}, fail.Conflict("thread %s is not attached to specific lines", l.row.ID)
	}
	out := BaseOutput{File: l.row.File, StartLine: a.StartLine, EndLine: a.EndLine}
	if text, err := l.state.Placer.Base(a.Base.Blob); err == nil {
		out.Text = string(bytes.TrimPrefix(text, []byte("\ufeff")))
		out.Line = l.changeNear(ctx, text, a)
		return out, nil
	}
	known := append(append([]string{}, a.ContextBefore...), strings.Split(a.TargetContent, "\n")...)
	known = append(known, a.ContextAfter...)
	pad := max(0, a.StartLine-len(a.ContextBefore)-1)
	if pad > maxPad {
		pad = 0
	}
	out.Text, out.Part = strings.Repeat("\n", pad)+strings.Join(known, "\n")+"\n", true
	return out, nil
}

// changeNear returns the first line of the change nearest to the place, between the base and the file as it is now.
func (l *subject) changeNear(ctx context.Context, base []byte, a *thread.Anchor) int {
	now, err := l.state.Placer.Bytes(ctx, l.state.Placer.TextAt(ctx, &l.row, &l.p.Place))
	if err != nil {
		return 0
	}
	f := compare.File{FileDiff: treediff.FileDiff{Hunks: gitdiff.Hunks(base, now, gitdiff.Options{})}}
	if len(f.Hunks) == 0 {
		return 0
	}
	return f.Nearest(a.StartLine, a.EndLine, thread.Old)
}
