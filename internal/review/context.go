package review

import (
	"context"
	"strings"

	"consider/anchor"
	"consider/internal/fail"
	"consider/internal/gitdiff"
	"consider/internal/place"
	"consider/internal/presence"
	"consider/internal/session"
	"consider/internal/thread"
)

// ContextInput names threads and how much code to show around them.
type ContextInput struct {
	ID    string   `json:"id,omitempty" help:"one thread ID, instead of IDs" hidden:"true"`
	IDs   []string `json:"ids,omitempty" arg:"id..." help:"thread IDs, unique prefixes or locations (FILE:LINE)"`
	Lines *int     `json:"lines,omitempty" flag:"context,C" help:"lines of code before and after (default: 10, for several threads 3; for agents 1 for several threads and for those they have read)" placeholder:"N"`
	Take  bool     `json:"take,omitempty" flag:"take" help:"take the threads: other agents are not notified of them until you reply"`
	All   bool     `json:"all,omitempty" rare:"true" flag:"all" help:"also show the messages that you have read before"`
	Since string   `json:"since,omitempty" rare:"true" flag:"since" help:"also show whether the lines changed since this checkpoint (last: the latest round)" placeholder:"NAME"`
}

// ContextOutput is the first of the requested threads, and the others.
type ContextOutput struct {
	ThreadContext
	Others []ThreadContext `json:"others,omitempty"`
	Held   []HeldThread    `json:"held,omitempty"` // requested to take, but another session works on them; not shown
	Left   []string        `json:"left,omitempty"` // requested, but neither shown nor marked as seen, since the answer is long enough
}

// ThreadContext is a thread with its code: as it is now and, if that changed, as it was.
type ThreadContext struct {
	Thread place.ThreadDetail `json:"thread"`
	Then   *place.Code        `json:"then,omitempty"` // the place as it was, if it changed or is lost
	Diff   string             `json:"diff,omitempty"` // unified, from then to now, if both exist
	Since  *SinceView         `json:"since,omitempty"`
	There  *ThereView         `json:"there,omitempty"` // the place in its own worktree, if that is another one
	Read   int                `json:"-"`               // how many of the first messages the asking agent has read before, if others are new to it
}

// maxContexts is the largest number of threads in one call.
const maxContexts = 50

// boundedContexts is the size in bytes after which no further thread is shown to a caller that pays for each word:
// clients refuse answers that are much longer.
const boundedContexts = 48 << 10

// Context returns threads with the code around them. An agent that is given them has then read them. When one of them does not
// exist, nothing is shown and none counts as seen. With Take, the agent works on them until it replies.
func Context(ctx context.Context, s *session.Session, in ContextInput) (ContextOutput, error) {
	if in.ID != "" {
		in.IDs = append([]string{in.ID}, in.IDs...)
	}
	var err error
	among := thread.WorkflowState("all")
	if in.Take { // a resolved thread cannot be taken
		among = thread.Open
	}
	if in.IDs, err = atPlaces(ctx, s, in.IDs, among); err != nil {
		return ContextOutput{}, err
	}
	around := defaultContext
	if in.Lines != nil {
		around = *in.Lines
	} else if len(in.IDs) > 1 {
		around = thenContext
	}
	switch {
	case len(in.IDs) == 0:
		return ContextOutput{}, fail.Usage("missing thread ID").Hint("run '{list}' to see IDs")
	case len(in.IDs) > maxContexts:
		return ContextOutput{}, fail.Usage("too many threads: %d (the limit is %d)", len(in.IDs), maxContexts)
	case around < 0 || around > maxContext:
		return ContextOutput{}, fail.Usage("context must be between 0 and %d lines", maxContext)
	}
	if len(in.IDs) > 1 { // check all before the first is placed
		if _, err := s.FindAll(ctx, in.IDs, thread.Folders...); err != nil {
			return ContextOutput{}, err
		}
	}
	var out ContextOutput
	if in.Take {
		if in.IDs, out.Held, err = take(ctx, s, in.IDs); err != nil {
			return ContextOutput{}, err
		}
	}
	if err := out.add(ctx, s, around, in); err != nil {
		if in.Take {
			presence.Release(s.Place.StoreDir, in.IDs...)
		}
		return ContextOutput{}, err
	}
	return out, nil
}

// add adds the requested threads, as many as may be shown. Those that are not are not taken.
func (out *ContextOutput) add(ctx context.Context, s *session.Session, around int, in ContextInput) error {
	shown := 0
	for i, id := range in.IDs {
		if s.Caller.Bounded && shown >= boundedContexts {
			if out.Left = in.IDs[i:]; in.Take {
				presence.Release(s.Place.StoreDir, out.Left...)
			}
			break
		}
		one, err := contextOf(ctx, s, id, around, in)
		if err != nil {
			return err
		}
		if i == 0 {
			out.ThreadContext = one
		} else {
			out.Others = append(out.Others, one)
		}
		shown += one.size()
	}
	return nil
}

// size is roughly the number of bytes of a thread as text.
func (c *ThreadContext) size() int {
	n := len(c.Thread.Body) + len(c.Diff)
	for _, r := range c.Thread.Thread[max(0, c.Read-1):] {
		n += len(r.Body)
	}
	for _, code := range []*place.Code{c.Thread.Code, c.Then} {
		if code == nil {
			continue
		}
		for _, line := range code.Lines {
			n += len(line) + 1
		}
	}
	return n
}

func contextOf(ctx context.Context, s *session.Session, id string, around int, in ContextInput) (ThreadContext, error) {
	d, l, err := detail(ctx, s, id, around)
	if err != nil {
		return ThreadContext{}, err
	}
	out := ThreadContext{Thread: d}
	if d.Foreign {
		out.There = placeThere(ctx, s, l)
	}
	if l.row.Shape == thread.OnLines && (l.p.Place.Edited || l.p.Place.AnchorState != thread.Anchored) {
		out.Then = l.originalCode()
	}
	if out.Then != nil && l.p.Place.AnchorState == thread.Anchored {
		if now := l.codeNow(ctx, thenContext); now != nil {
			out.Diff = gitdiff.Short(out.Then.Lines, now.Lines, "then", "now", thenContext)
		}
	}
	if agent := s.Agent(); agent != "" && !in.All {
		if read := l.t.ReadBy(agent); read <= len(l.t.Replies) {
			out.Read = read
		}
	}
	if in.Lines == nil && s.Agent() != "" && (out.Read > 0 || around < defaultContext) {
		out.Thread.Code = l.codeNow(ctx, briefContext)
	}
	if in.Since != "" {
		out.Since, err = l.sinceCheckpoint(ctx, in.Since)
	}
	return out, err
}

// originalCode returns the code at the place as it was when the anchor was described.
func (l *subject) originalCode() *place.Code {
	_, a, _ := l.t.PlaceBefore(l.p.Place.Undone)
	file := l.row.File
	if base, err := l.state.Placer.Base(a.Base.Blob); err == nil {
		first := max(1, a.StartLine-thenContext)
		return cutCode(file, first, anchor.LinesOf(base, first, a.EndLine+thenContext), thenContext)
	}
	lines := append(append([]string{}, a.ContextBefore...), strings.Split(a.TargetContent, "\n")...)
	return cutCode(file, max(1, a.StartLine-len(a.ContextBefore)), append(lines, a.ContextAfter...), thenContext)
}
