package review

import (
	"context"
	"strings"

	"consider/internal/fail"
	"consider/internal/linediff"
	"consider/internal/place"
	"consider/internal/session"
	"consider/internal/thread"
)

// ContextInput names a thread and how much code to show around it.
type ContextInput struct {
	ID    string `json:"id" arg:"id" help:"thread id, or a unique prefix of one"`
	Lines *int   `json:"lines,omitempty" flag:"context,C" help:"lines of code before and after (default 10)" placeholder:"N"`
}

// ContextOutput is a thread with the code it is about: now and, where that changed, then.
type ContextOutput struct {
	Thread place.ThreadDetail `json:"thread"`
	Then   *place.Code        `json:"then,omitempty"` // the place as it was, when it changed or is lost
	Diff   string             `json:"diff,omitempty"` // unified, from then to now, when both are there
}

// Context returns a thread with the code around it.
func Context(ctx context.Context, s *session.Session, in ContextInput) (ContextOutput, error) {
	around := defaultContext
	if in.Lines != nil {
		around = *in.Lines
	}
	if around < 0 || around > maxContext {
		return ContextOutput{}, fail.Usage("context is 0 to %d lines", maxContext)
	}
	d, l, err := detail(ctx, s, in.ID, around)
	if err != nil {
		return ContextOutput{}, err
	}
	defer l.close()
	out := ContextOutput{Thread: d}
	if l.row.Shape == thread.OnLines && (l.p.Place.Edited || l.p.Place.AnchorState != thread.Anchored) {
		out.Then = l.then()
	}
	if out.Then != nil && l.p.Place.AnchorState == thread.Anchored {
		if now := l.codeNow(ctx, thenContext); now != nil {
			out.Diff = linediff.Short(out.Then.Lines, now.Lines, "then", "now", thenContext)
		}
	}
	return out, nil
}

// then returns the place as it was when the anchor was described.
func (l *subject) then() *place.Code {
	_, a, _ := l.t.Place()
	file := l.row.File
	if base, err := l.state.Placer.Base(a.Base.Blob); err == nil {
		first := max(1, a.StartLine-thenContext)
		return cutCode(file, first, thread.LinesOf(base, first, a.EndLine+thenContext))
	}
	lines := append(append([]string{}, a.ContextBefore...), strings.Split(a.TargetContent, "\n")...)
	return cutCode(file, max(1, a.StartLine-len(a.ContextBefore)), append(lines, a.ContextAfter...))
}
