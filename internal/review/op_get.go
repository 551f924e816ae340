package review

import (
	"context"

	"consider/anchor"
)

// GetInput names a thread.
type GetInput struct {
	ID    string `json:"id" arg:"id" help:"thread id, or a unique prefix of one"`
	Since string `json:"since,omitempty" flag:"since" help:"also say whether its lines changed since this checkpoint (last: the newest round)" placeholder:"NAME"`
}

// GetOutput is one thread with all that was said.
type GetOutput struct {
	Thread ThreadDetail `json:"thread"`
	Since  *SinceView   `json:"since,omitempty"`
}

const snippetContext = 2 // lines around the place that get shows

// Get returns a thread. An agent that asks has then seen it.
func (s *Service) Get(ctx context.Context, in GetInput) (GetOutput, error) {
	d, l, err := s.detail(ctx, in.ID, snippetContext)
	if err != nil {
		return GetOutput{}, err
	}
	defer l.close()
	if in.Since == "" {
		return GetOutput{Thread: d}, nil
	}
	since, err := l.sinceCheckpoint(ctx, in.Since)
	return GetOutput{Thread: d, Since: since}, err
}

// looked is a thread, found and placed.
type looked struct {
	state *state
	at    located
	t     *Thread
	row   row
	p     placed

	far   *found // in another worktree, nil when it is here
	peers *peers // to be closed when far is set
}

func (l *looked) close() {
	if l.peers != nil {
		l.peers.close()
	}
}

// detail returns the thread that ref names, with the lines of code around it, and notes that an agent has
// seen it.
func (s *Service) detail(ctx context.Context, ref string, context int) (ThreadDetail, *looked, error) {
	l, err := s.look(ctx, ref)
	if err != nil {
		return ThreadDetail{}, nil, err
	}
	defer l.state.done()
	d := ThreadDetail{
		ThreadView:      viewOf(&l.row, l.p, s.agent(), l.at.dir),
		Reanchored:      len(l.t.Reanchored),
		EditedAt:        l.t.EditedAt,
		AgentLastSeenAt: l.t.AgentLastSeenAt, SeenBy: l.t.SeenBy, ImportedFrom: l.t.ImportedFrom,
		Thread: l.t.Replies, Span: l.t.Span,
		CheckedAt: s.Now().UTC(),
	}
	d.Worktree = s.Place.WorktreeName
	if l.far != nil {
		l.far.label(&d.ThreadView)
	}
	_, d.Anchor, _ = l.t.place()
	if d.Thread == nil {
		d.Thread = []Reply{}
	}
	d.Code = l.codeNow(ctx, context)
	if seenAt, ok := s.see(ctx, l); ok {
		d.AgentLastSeenAt, d.Unseen = seenAt, false
	}
	return d, l, nil
}

// look finds and places one thread, wherever it is kept.
func (s *Service) look(ctx context.Context, ref string) (*looked, error) {
	st, err := s.read(ctx)
	var at located
	if err == nil {
		at, err = st.find(ref, folders...)
	}
	if mayBeElsewhere(err) {
		return s.lookElsewhere(ctx, ref, err)
	}
	if err != nil {
		return nil, err
	}
	return st.look(ctx, at)
}

// lookElsewhere finds a thread that is not here in the stores of the other worktrees. notHere is the error if
// it is in none.
func (s *Service) lookElsewhere(ctx context.Context, ref string, notHere error) (*looked, error) {
	p := s.peers(ctx)
	f, err := one(ref, p.matches(ref))
	if err == nil && f == nil {
		err = notHere
	}
	var l *looked
	if err == nil {
		l, err = f.look(ctx, f.at)
	}
	if err != nil {
		p.close()
		return nil, err
	}
	l.far, l.peers = f, p
	return l, nil
}

// look places a thread that was found.
func (st *state) look(ctx context.Context, at located) (*looked, error) {
	if err := st.needView(); err != nil {
		return nil, err
	}
	t, r, err := st.thread(at.dir, at.id)
	if err != nil {
		return nil, err
	}
	p, err := st.placeOne(ctx, r)
	if err != nil {
		return nil, err
	}
	return &looked{state: st, at: at, t: t, row: r, p: p}, nil
}

// codeNow returns the lines around where the thread is, or around the best guess of a stale one.
func (l *looked) codeNow(ctx context.Context, around int) *Code {
	start, end := l.p.Place.StartLine, l.p.Place.EndLine
	if g := l.p.Place.Guess; g != nil {
		start, end = g.StartLine, g.EndLine
	}
	if start == 0 {
		return nil
	}
	t := l.state.placer.text(ctx, l.row.Side, l.p.Place.File)
	now, err := l.state.placer.bytes(t)
	if err != nil {
		return nil
	}
	first := max(1, start-around)
	return cutCode(l.p.Place.File, first, linesOf(now, first, min(end+around, anchor.Lines(now))))
}

// Bounds of the code that one answer shows: what comes out is read by people and paid for by agents.
const (
	maxCodeLine  = 500  // bytes of a line
	maxCodeLines = 1000 // lines
)

func cutCode(file string, first int, lines []string) *Code {
	c := &Code{File: file, StartLine: first, Lines: orEmpty(lines)}
	if len(c.Lines) > maxCodeLines {
		c.Lines, c.Cut = c.Lines[:maxCodeLines], true
	}
	for i, l := range c.Lines {
		if len(l) > maxCodeLine {
			c.Lines[i], c.Cut = l[:maxCodeLine]+"…", true
		}
	}
	return c
}
