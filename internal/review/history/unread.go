package history

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"consider/gitstore"
	"consider/internal/thread"
	"consider/internal/words"
)

// unread returns the human's words that the waiting agent has not read as the events that brought them, oldest first, those
// of one review by file and line. Without it, a wait would ignore them and sleep until something new happened. It returns
// nothing for a caller whose reading is not recorded.
func (w *Waiter) unread(ctx context.Context) (WaitOutput, error) {
	if w.s.Agent() == "" || w.Kind == thread.Agent {
		return WaitOutput{}, nil
	}
	st, err := w.s.ReadIfAny(ctx)
	if st == nil || err != nil {
		return WaitOutput{}, err
	}
	defer st.SaveView()
	out := WaitOutput{Cursor: st.Commit.ID().String()}
	leases := LeasesOf(w.s)
	var rows []*thread.Row
	for i := range st.View.Rows {
		h := &st.View.Rows[i]
		concerns := w.thread == h.ID || w.thread == "" && leases.Concerns(h) && !leases.Busy(h.ID)
		if concerns && h.WorkflowState != thread.Resolved && h.Unseen(w.s.Agent()) {
			rows = append(rows, h)
		}
	}
	slices.SortFunc(rows, func(a, b *thread.Row) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.Start, b.Start), cmp.Compare(a.ID, b.ID))
	})
	for _, h := range rows {
		t, r, err := st.Thread(thread.Active, h.ID)
		if errors.Is(err, gitstore.ErrCorrupt) {
			continue
		}
		if err != nil {
			return WaitOutput{}, err
		}
		out.Events = append(out.Events, w.unreadIn(t, &r, out.Cursor)...)
	}
	out.Events = append(verdictsOn(ctx, st.Store, st.Commit.ID(), out.Events), out.Events...)
	slices.SortStableFunc(out.Events, func(a, b Event) int { return a.At.Compare(b.At) })
	if len(out.Events) > MaxWaited { // the others stay unread, and so are returned next time
		out.Events, out.More = out.Events[:MaxWaited], true
	}
	return out, nil
}

// verdictsOn returns the submitted reviews with a verdict whose comments are among the unread messages, oldest first. If
// the log cannot be read to the end, older ones are missing.
func verdictsOn(ctx context.Context, store *gitstore.Store, tip gitstore.ID, unread []Event) (out []Event) {
	started, oldest := map[string]bool{}, time.Time{}
	for _, e := range unread {
		if e.Kind != ThreadStarted {
			continue
		}
		started[e.Threads[0]] = true
		if oldest.IsZero() || e.At.Before(oldest) {
			oldest = e.At.Truncate(time.Second)
		}
	}
	for c, err := range store.Log(ctx, gitstore.LogOptions{From: tip}) {
		e := EventOf(c)
		if err != nil || len(started) == 0 || e.At.Before(oldest) {
			break
		}
		if e.Kind == Submitted && e.Verdict != Commented && slices.ContainsFunc(e.Threads, func(id string) bool { return started[id] }) {
			e.Cursor = tip.String()
			out = append(out, e)
		}
	}
	slices.Reverse(out)
	return out
}

// unreadIn returns the events of one thread that brought what the waiting agent has not read.
func (w *Waiter) unreadIn(t *thread.Thread, r *thread.Row, cursor string) []Event {
	where, agent := "", w.s.Agent()
	isFor := t.IsFor(thread.Author{Kind: thread.Agent, Name: agent})
	isNew := func(by thread.AuthorKind, entry int) bool {
		return (by == thread.Human || w.findings) && isFor(entry) && r.Seen.Unread(agent, entry)
	}
	if r.Shape != thread.OnReview { // an event without a place is on the whole review
		where = r.Where().String()
	}
	var out []Event
	add := func(e Event, body string) {
		e.Cursor, e.Threads, e.Place, e.File = cursor, []string{t.ID}, where, r.File
		e.setBody(body)
		e.Whole = e.Whole && e.Kind != Marked // which does not show what was marked
		out = append(out, e)
	}
	if isNew(t.Author, 0) {
		kind := ThreadStarted
		if r.Response != nil {
			kind = Marked
		}
		add(Event{At: t.CreatedAt, Kind: kind, By: Who{t.Author, t.AuthorName}}, t.Body)
	}
	for i, said := range t.Replies {
		if isNew(said.Author, i+1) {
			add(Event{
				At: said.CreatedAt, Kind: Replied, By: Who{said.Author, said.AuthorName}, Reply: said.ID,
				Outcome: said.Outcome, Stance: said.Stance, Choice: words.Headline(said.Choice),
			}, said.Body)
		}
	}
	return out
}
