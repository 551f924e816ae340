package review

import (
	"context"
	"strings"

	"consider/internal/linediff"
)

// ContextInput names a thread and how much code to show around it.
type ContextInput struct {
	ID    string `json:"id" arg:"id" help:"thread id, or a unique prefix of one"`
	Lines *int   `json:"lines,omitempty" flag:"context,C" help:"lines of code before and after (default 10)" placeholder:"N"`
}

// ContextOutput is a thread with the code it is about: now and, where that changed, then.
type ContextOutput struct {
	Thread ThreadDetail `json:"thread"`
	Then   *Code        `json:"then,omitempty"` // the place as it was, when it changed or is lost
	Diff   string       `json:"diff,omitempty"` // unified, from then to now, when both are there
}

const (
	defaultContext = 10
	maxContext     = 200
	thenContext    = 3 // lines around the original place
)

// Context returns a thread with the code around it.
func (s *Service) Context(ctx context.Context, in ContextInput) (ContextOutput, error) {
	around := defaultContext
	if in.Lines != nil {
		around = *in.Lines
	}
	if around < 0 || around > maxContext {
		return ContextOutput{}, Usage("context is 0 to %d lines", maxContext)
	}
	d, l, err := s.detail(ctx, in.ID, around)
	if err != nil {
		return ContextOutput{}, err
	}
	defer l.close()
	out := ContextOutput{Thread: d}
	if l.row.Shape == OnLines && (l.p.Place.Edited || l.p.Place.AnchorState != Anchored) {
		out.Then = l.then()
	}
	if out.Then != nil && l.p.Place.AnchorState == Anchored {
		if now := l.codeNow(ctx, thenContext); now != nil {
			out.Diff = diffCode(out.Then, now)
		}
	}
	return out, nil
}

// then returns the place as it was when the anchor was described.
func (l *looked) then() *Code {
	_, a, _ := l.t.place()
	file := l.row.File
	if base, err := l.state.placer.base(a.Base.Blob); err == nil {
		first := max(1, a.StartLine-thenContext)
		return cutCode(file, first, linesOf(base, first, a.EndLine+thenContext))
	}
	lines := append(append([]string{}, a.ContextBefore...), strings.Split(a.TargetContent, "\n")...)
	return cutCode(file, max(1, a.StartLine-len(a.ContextBefore)), append(lines, a.ContextAfter...))
}

func diffCode(then, now *Code) string {
	text := func(c *Code) []byte { return []byte(strings.Join(c.Lines, "\n") + "\n") }
	return linediff.Unified(text(then), text(now), "then", "now", thenContext)
}
