package review

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"consider/internal/fail"
	"consider/internal/place"
	"consider/internal/presence"
	"consider/internal/review/history"
	"consider/internal/session"
	"consider/internal/thread"
	"consider/internal/watch"
)

// The times of a brief: what a person does in a burst, as in a review, is told at once and not piece by piece.
const (
	BriefQuiet   = 5 * time.Second  // nothing has happened for so long, unless the caller says how long
	BriefLongest = 30 * time.Second // or something has waited for so long
	briefPoll    = time.Second      // between two looks where nothing nudges
)

// BriefInput says what to tell of, and how long to wait for more of it.
type BriefInput struct {
	Since string        // cursor to begin after; "" is now
	Quiet time.Duration // 0 tells at once
	// Claim says which of the news this run is to tell, given all that waits: a hook or another watch of the same session may have
	// told the others. nil is all.
	Claim func(waiting, news []history.Waiting) []history.Waiting
}

// Brief is what persons left for an agent in one burst: where it is, and never what it says.
type Brief struct {
	Cursor   string          `json:"cursor"`             // told up to here: where another watch goes on
	Threads  []string        `json:"threads"`            // open, with words that the agent has not read
	Started  int             `json:"started"`            // how many of them are new to it,
	Replied  int             `json:"replied"`            // and in how many there is a reply
	Reopened []string        `json:"reopened,omitempty"` // open again, though there may be nothing new to read
	Verdict  history.Verdict `json:"verdict,omitempty"`  // on the whole change, the newest
}

// Briefs calls emit with one brief for each burst of what persons did, until ctx ends or emit fails. What the asking
// agent has read before the burst is over, what agents did, and what is told already make none. A store that is
// not there yet, or is made anew, is waited for: who listens for hours hears what comes after it too.
func Briefs(ctx context.Context, s *session.Session, in BriefInput, emit func(Brief) error) error {
	if in.Quiet < 0 || in.Quiet > BriefLongest {
		return fail.Usage("--coalesce is 0 to %s, not %s", BriefLongest, in.Quiet)
	}
	watching, stop := context.WithCancel(ctx)
	defer stop()
	var changes <-chan watch.Change
	if s.Watch != nil {
		changes = s.Watch().Events(watching)
	}
	l := &listener{s: s, in: in, told: map[history.Waiting]bool{}}
	defer l.here.Close()
	l.due = time.NewTimer(BriefLongest)
	defer l.due.Stop()
	l.forget()
	l.f = &follower{s: s, in: WatchInput{For: string(thread.Human)}, emit: l.hear}
	var err error
	if l.f.seen, err = history.StartAt(ctx, s, in.Since); err != nil {
		return err
	}
	tick := time.NewTicker(briefPoll)
	defer tick.Stop()
	for {
		if err := l.advance(ctx); err != nil {
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-changes:
		case <-tick.C:
		case <-l.due.C:
			if err := l.tell(ctx, emit); err != nil {
				return err
			}
		}
	}
}

// listener is one run of Briefs.
type listener struct {
	s    *session.Session
	in   BriefInput
	f    *follower
	told map[history.Waiting]bool
	here presence.Session

	due      *time.Timer
	began    time.Time // of the burst; zero where there is none
	threads  []string  // that were written in
	lost     bool      // what was written in is not known any more: all that waits is looked at
	reopened map[string]history.Waiting
	verdict  history.Verdict
	decided  history.Waiting // stands for the verdict
}

// forget ends a burst.
func (l *listener) forget() {
	l.due.Stop()
	l.began, l.threads, l.lost, l.reopened, l.verdict = time.Time{}, nil, false, map[string]history.Waiting{}, ""
}

// advance hears what came. Where the history was made anew (memory purge, a store that was deleted), it goes on with that.
func (l *listener) advance(ctx context.Context) error {
	l.appear(ctx)
	_, err := l.f.tell(ctx)
	if !errors.Is(err, fail.ErrNotFound) && !errors.Is(err, fail.ErrNoStore) {
		return err
	}
	if l.f.seen, err = history.StartAt(ctx, l.s, ""); err != nil {
		return err
	}
	l.lost = true
	l.wait()
	return nil
}

// appear says that a session is there that hears, once there is a store to say it in. A person who listens is none.
func (l *listener) appear(ctx context.Context) {
	if who, err := l.s.Author(ctx); err == nil && who.Kind == thread.Agent && !l.here.Here() && l.s.MayBeNoted(ctx) {
		_ = l.here.Begin(l.s.Place.StoreDir, cmp.Or(who.Name, thread.Unknown), presence.Watching, l.s.Now()) // where that may not be written, it stays unsaid
	}
}

// hear takes one event of a person's.
func (l *listener) hear(e history.Event) error {
	switch e.Kind {
	case history.ThreadStarted, history.Replied, history.Edited, history.Marked, history.Imported, history.Undone,
		history.Undeleted, history.Unarchived, history.Restored, history.Adopted:
		l.threads = append(l.threads, e.Threads...)
	case history.Submitted:
		l.threads, l.verdict, l.decided = append(l.threads, e.Threads...), e.Verdict, history.Waiting{ID: "verdict " + e.Cursor}
	case history.Reopened:
		for _, id := range e.Threads {
			l.reopened[id] = history.Waiting{ID: "reopened " + id + " " + e.Cursor}
		}
	default:
		return nil
	}
	l.wait()
	return nil
}

// wait puts the end of the burst off, but not for ever.
func (l *listener) wait() {
	now := time.Now()
	if l.began.IsZero() {
		l.began = now
	}
	l.due.Reset(min(l.in.Quiet, l.began.Add(BriefLongest).Sub(now)))
}

// tell ends the burst. What it left is asked for now: the agent may have read it meanwhile, or the person taken it back.
func (l *listener) tell(ctx context.Context, emit func(Brief) error) error {
	defer l.forget()
	if l.s.MadeElsewhere() != nil {
		return nil // another may have written these threads in the person's name
	}
	st, err := l.s.Read(ctx)
	if errors.Is(err, fail.ErrNoStore) {
		return nil
	}
	if err != nil {
		return err
	}
	defer st.SaveView(ctx)
	b, told := l.brief(st.View)
	if len(b.Threads) == 0 && len(b.Reopened) == 0 && b.Verdict == "" {
		return nil
	}
	if err := emit(b); err != nil {
		return err
	}
	l.here.Tell(told, l.s.Now())
	return nil
}

// brief is what is to be told, and the words that it tells of.
func (l *listener) brief(view *place.View) (Brief, []presence.Words) {
	var waiting, news []history.Waiting
	for i := range view.Rows {
		r := &view.Rows[i]
		if r.Workflow == thread.Resolved {
			continue
		}
		words := history.Waiting{ID: r.ID, Entry: r.LastHuman}
		reopened, again := l.reopened[r.ID]
		unseen := r.Unseen(l.s.Agent())
		if unseen {
			waiting = append(waiting, words)
		}
		switch {
		case unseen && !l.told[words] && (l.lost || slices.Contains(l.threads, r.ID)):
			l.told[words] = true
			news = append(news, words)
		case again:
			news = append(news, reopened)
		}
	}
	if l.verdict != "" {
		news = append(news, l.decided)
	}
	if l.in.Claim != nil && len(news) > 0 {
		news = l.in.Claim(waiting, news)
	}
	return l.worded(news)
}

// worded sorts news by what they are.
func (l *listener) worded(news []history.Waiting) (Brief, []presence.Words) {
	b := Brief{Cursor: l.f.seen.String(), Threads: []string{}}
	var told []presence.Words
	for _, n := range news {
		fields := strings.Fields(n.ID)
		switch {
		case l.verdict != "" && n == l.decided:
			b.Verdict = l.verdict
		case len(fields) > 1 && l.reopened[fields[1]] == n:
			b.Reopened = append(b.Reopened, fields[1])
		default:
			b.add(n)
			told = append(told, presence.Words{Thread: n.ID, Entry: n.Entry})
		}
	}
	return b, told
}

func (b *Brief) add(w history.Waiting) {
	b.Threads = append(b.Threads, w.ID)
	if w.Entry == 0 {
		b.Started++
	} else {
		b.Replied++
	}
}
