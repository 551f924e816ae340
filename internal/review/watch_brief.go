package review

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"consider/internal/fail"
	"consider/internal/presence"
	"consider/internal/review/history"
	"consider/internal/session"
	"consider/internal/thread"
	"consider/internal/watch"
)

// The times of a brief. The actions of a person in one burst, such as a review, are reported together and not one by
// one.
const (
	BriefQuiet   = 5 * time.Second  // a burst ends after this time without events, unless the caller gives another
	BriefLongest = 30 * time.Second // or when something has waited for this long
	briefPoll    = time.Second      // between two looks when no change is signalled
)

// BriefInput says what to report, and how long to wait for more.
type BriefInput struct {
	Since string        // cursor to begin after; "" means now
	Quiet time.Duration // 0 reports at once
	// Claim returns which of the news this run reports, given all that waits: a hook or another watch of the same
	// session may have reported the others. nil claims all.
	Claim func(waiting, news []presence.Message) []presence.Message
}

// Brief lists the messages that persons left for an agent in one burst: their threads, but never their text.
type Brief struct {
	Cursor   string          `json:"cursor"`             // everything up to here was reported; another watch continues from it
	Threads  []string        `json:"threads"`            // open threads with words that the agent has not read
	Started  int             `json:"started"`            // how many of Threads are new to the agent
	Replied  int             `json:"replied"`            // how many of Threads have new replies
	Reopened []string        `json:"reopened,omitempty"` // reopened threads, which may have nothing new to read
	Verdict  history.Verdict `json:"verdict,omitempty"`  // the newest verdict on the whole change
}

// Briefs calls emit with one brief for each burst of a person's activity, until ctx ends or emit fails. It omits
// messages that the asking agent read before the burst ended, actions of agents, and news that was already reported. It
// waits for a store that does not exist yet or is created again, so that a listener that runs for hours also gets later
// news.
func Briefs(ctx context.Context, s *session.Session, in BriefInput, emit func(Brief) error) error {
	if in.Quiet < 0 || in.Quiet > BriefLongest {
		return fail.Usage("{--coalesce} must be between 0 and %s, not %s", BriefLongest, in.Quiet)
	}
	watching, stop := context.WithCancel(ctx)
	defer stop()
	var changes <-chan watch.Change
	if s.Watch != nil {
		changes = s.Watch().Events(watching)
	}
	l := &listener{s: s, in: in, reported: map[presence.Message]bool{}}
	defer l.here.Close()
	l.due = time.NewTimer(BriefLongest)
	defer l.due.Stop()
	l.forget()
	l.f = &follower{s: s, emit: l.hear}
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
			if err := l.emitBrief(ctx, emit); err != nil {
				return err
			}
		}
	}
}

// listener is one run of Briefs.
type listener struct {
	s        *session.Session
	in       BriefInput
	f        *follower
	reported map[presence.Message]bool
	here     presence.Session

	due      *time.Timer
	began    time.Time // start of the burst; zero when there is none
	threads  []string  // threads of the burst
	findings []string  // threads with messages of agents, which count in findings
	lost     bool      // the threads of the burst are no longer known: check all that waits
	reopened map[string]presence.Message
	verdict  history.Verdict
	decided  presence.Message // identifies the verdict
}

// forget ends a burst.
func (l *listener) forget() {
	l.due.Stop()
	l.began, l.threads, l.findings, l.lost = time.Time{}, nil, nil, false
	l.reopened, l.verdict = map[string]presence.Message{}, ""
}

// advance handles new events. If the history was created again (memory purge, a store that was deleted), it continues
// with the new one.
func (l *listener) advance(ctx context.Context) error {
	l.appear(ctx)
	_, err := l.f.emitNew(ctx)
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

// appear records that an agent's session is listening, once there is a store to record it in. A listening person is not
// recorded.
func (l *listener) appear(ctx context.Context) {
	if who, err := l.s.Author(ctx); err == nil && who.Kind == thread.Agent && !l.here.Exists() && l.s.MayBeNoted(ctx) {
		_ = l.here.Begin(l.s.Place.StoreDir, l.s.Place.WorktreeName, cmp.Or(who.Name, thread.Unknown), presence.Watching, l.s.Now()) // if this cannot be written, the session stays unrecorded
	}
}

// hear handles one event caused by a person, or a message of an agent, which may be for the listening agent in a finding.
func (l *listener) hear(e history.Event) error {
	if e.By.Kind.Role() != thread.Human {
		if !e.HasMessages() {
			return nil
		}
		if l.findings = append(l.findings, e.Threads...); l.began.IsZero() {
			l.wait()
		}
		return nil
	}
	switch e.Kind {
	case history.ThreadStarted, history.Replied, history.Edited, history.Marked, history.Imported, history.Undone,
		history.Undeleted, history.Unarchived, history.Restored, history.Adopted:
		l.threads = append(l.threads, e.Threads...)
	case history.Submitted:
		l.threads = append(l.threads, e.Threads...)
		if l.s.Owns(e.Worktree) {
			l.verdict, l.decided = e.Verdict, presence.Message{Thread: "verdict " + e.Cursor}
		}
	case history.Reopened:
		for _, id := range e.Threads {
			l.reopened[id] = presence.Message{Thread: "reopened " + id + " " + e.Cursor}
		}
	default:
		return nil
	}
	l.wait()
	return nil
}

// wait postpones the end of the burst, but never beyond BriefLongest.
func (l *listener) wait() {
	now := time.Now()
	if l.began.IsZero() {
		l.began = now
	}
	l.due.Reset(min(l.in.Quiet, l.began.Add(BriefLongest).Sub(now)))
}

// emitBrief ends the burst and emits its brief. It reads the threads again, as the agent may have read them meanwhile, or
// the person may have resolved them.
func (l *listener) emitBrief(ctx context.Context, emit func(Brief) error) error {
	defer l.forget()
	if l.s.MadeElsewhere() != nil {
		return nil // another person may have written these threads in this person's name
	}
	st, err := l.s.ReadIfAny(ctx)
	if st == nil || err != nil {
		return err
	}
	defer st.SaveView()
	rows := st.View.Rows
	b, told := l.brief(rows)
	if len(b.Threads) == 0 && len(b.Reopened) == 0 && b.Verdict == "" {
		return nil
	}
	if err := emit(b); err != nil {
		return err
	}
	l.here.RecordNotified(told, l.s.Now())
	return nil
}

// brief returns the brief to emit, and the words that it reports.
func (l *listener) brief(rows []thread.Row) (Brief, []presence.Message) {
	var waiting, news []presence.Message
	leases := history.LeasesOf(l.s)
	for i := range rows {
		r := &rows[i]
		if !r.IsDue() || !leases.Concerns(r) || leases.Busy(r.ID) {
			continue
		}
		words := presence.Message{Thread: r.ID, Entry: r.Newest(l.s.Agent())}
		reopened, again := l.reopened[r.ID]
		unseen := r.Unseen(l.s.Agent())
		if unseen {
			waiting = append(waiting, words)
		}
		switch {
		case unseen && !l.reported[words] && (l.lost || slices.Contains(l.threads, r.ID) || r.Finding != nil && slices.Contains(l.findings, r.ID)):
			l.reported[words] = true
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

// worded sorts news into the fields of a brief.
func (l *listener) worded(news []presence.Message) (Brief, []presence.Message) {
	b := Brief{Cursor: l.f.seen.String(), Threads: []string{}}
	var told []presence.Message
	for _, n := range news {
		fields := strings.Fields(n.Thread)
		switch {
		case l.verdict != "" && n == l.decided:
			b.Verdict = l.verdict
		case len(fields) > 1 && l.reopened[fields[1]] == n:
			b.Reopened = append(b.Reopened, fields[1])
		default:
			b.add(n)
			told = append(told, n)
		}
	}
	return b, told
}

func (b *Brief) add(w presence.Message) {
	b.Threads = append(b.Threads, w.Thread)
	if w.Entry == 0 {
		b.Started++
	} else {
		b.Replied++
	}
}
