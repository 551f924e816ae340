package review

import (
	"context"

	"consider/anchor"
	"consider/internal/place"
	"consider/internal/session"
	"consider/internal/thread"
)

// GetInput names a thread.
type GetInput struct {
	ID    string `json:"id" arg:"id" help:"thread ID or a unique prefix"`
	Since string `json:"since,omitempty" flag:"since" help:"also show whether the lines changed since this checkpoint (last: the latest round)" placeholder:"NAME"`
}

// GetOutput is one thread with all its replies.
type GetOutput struct {
	Thread place.ThreadDetail `json:"thread"`
	Since  *SinceView         `json:"since,omitempty"`
	Hearing
}

const snippetContext = 2 // lines around the place that get shows

// Get returns a thread. An agent that is given it has then read it, and so has a person who sees it on a terminal.
func Get(ctx context.Context, s *session.Session, in GetInput) (GetOutput, error) {
	d, l, err := detail(ctx, s, in.ID, snippetContext)
	if err != nil {
		return GetOutput{}, err
	}
	out := GetOutput{Thread: d, Hearing: hearing(s, []*place.ThreadView{&d.ThreadView})}
	if in.Since != "" {
		out.Since, err = l.sinceCheckpoint(ctx, in.Since)
	}
	return out, err
}

// detail returns the thread that ref names, with the lines of code around it, and hands it over.
func detail(ctx context.Context, s *session.Session, ref string, context int) (place.ThreadDetail, *subject, error) {
	l, err := findSubject(ctx, s, ref)
	if err != nil {
		return place.ThreadDetail{}, nil, err
	}
	defer l.state.SaveView()
	v := place.ViewOf(&l.row, l.p, s.Agent(), l.at.Dir)
	v.PlanNow = place.NewPlans(l.state.Commit).Now(v.Response, func() string { return l.t.Span.Quote })
	v.Foreign, v.Unread = !s.Owns(v.Worktree), inboxOf(s, l.state.Store).unread(&l.row)
	v.Receipt = receiptsOf(s, l.state.Store).of(&l.row)
	d := detailOf(s, v, l.t)
	d.Code = l.codeNow(ctx, context)
	d.Suggestions = shownSuggestions(ctx, l.state, l.t, &l.row, l.p.Place)
	d.Images = imagesOf(l.state, l.t)
	if l.at.Dir == thread.Active {
		s.Hand(l.at.ID, l.t.Messages()...)
	}
	return d, l, nil
}

// findSubject finds and places one thread.
func findSubject(ctx context.Context, s *session.Session, ref string) (*subject, error) {
	st, err := s.Read(ctx)
	if err != nil {
		return nil, err
	}
	at, err := st.Find(ref, thread.Folders...)
	if err != nil {
		return nil, err
	}
	return subjectAt(ctx, st, at)
}

// subjectAt places a thread that was found in a state with a view.
func subjectAt(ctx context.Context, st *session.Snapshot, at thread.Ref) (*subject, error) {
	t, r, err := st.Thread(at.Dir, at.ID)
	if err != nil {
		return nil, err
	}
	p, err := st.Place(ctx, r)
	if err != nil {
		return nil, err
	}
	return &subject{state: st, at: at, t: t, row: r, p: p}, nil
}

// codeNow returns the lines around the thread's place, or around the best guess for a stale thread.
func (l *subject) codeNow(ctx context.Context, around int) *place.Code {
	start, end := l.p.Place.StartLine, l.p.Place.EndLine
	if g := l.p.Place.Guess; g != nil {
		start, end = g.StartLine, g.EndLine
	}
	if start == 0 {
		return nil
	}
	t := l.state.Placer.TextAt(ctx, &l.row, &l.p.Place)
	now, err := l.state.Placer.Bytes(ctx, t)
	if err != nil {
		return nil
	}
	first := max(1, start-around)
	return cutCode(l.p.Place.File, first, anchor.LinesOf(now, first, min(end+around, anchor.Lines(now))), around)
}

// Bounds of the code in one answer: people read it, and agents pay for it.
const (
	maxCodeLine  = 500 // bytes of a line
	maxCodeLines = 200 // lines of the place itself; the lines around it are not counted
)

// cutCode returns the lines of a place with around lines on each side, cut where the place is too long.
func cutCode(file string, first int, lines []string, around int) *place.Code {
	c := &place.Code{File: file, StartLine: first, Lines: thread.OrEmpty(lines)}
	if most := maxCodeLines + 2*around; len(c.Lines) > most {
		c.Lines, c.More = c.Lines[:most], len(c.Lines)-most
	}
	for i, l := range c.Lines {
		if len(l) > maxCodeLine {
			c.Lines[i], c.Cut = l[:maxCodeLine]+"…", true
		}
	}
	return c
}
