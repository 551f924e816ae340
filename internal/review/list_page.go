package review

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"time"

	"consider/gitstore"
	"consider/internal/fail"
	"consider/internal/place"
	"consider/internal/review/history"
	"consider/internal/session"
	"consider/internal/thread"
)

// boundedList is the default number of threads in a list for a caller that pays for each word.
const boundedList = 30

// order is the order of a list. It is taken from the state of the store in which the first part of the list was read: a
// caller that reads and answers these threads before it continues would otherwise reorder them and miss others.
type order struct {
	at     gitstore.ID    // the state that the order is taken from
	then   map[string]key // by id; nil when that state is the current one
	person bool           // who lists
	after  key            // the thread to continue after; its id is "" at the beginning
}

// key is what a thread is ordered by.
type key struct {
	id     string
	asks   bool // an agent asks, and a person lists
	unseen bool
	weight int // of a finding; all others come first
	newest time.Time
	file   string // where it was put: entries of the same second, as in a review, are in the order of the code
	line   int
}

// keyOf is the key of a thread that was put on a line; isNew says that the caller, perhaps a person, has not read it.
func keyOf(s *thread.Summary, line int, person, isNew bool) key {
	_, _, at := s.Latest()
	return key{s.ID, person && s.Question != nil, isNew, s.Weight(), at, s.File, line}
}

// atMark separates the id of the thread to continue after from the state in which the list began.
const atMark = "@"

// shortState is how many digits of a state's id identify it in such a cursor.
const shortState = 12

// orderOf returns the order of these threads; after is a former [ListOutput.Next], or a thread's id.
func orderOf(ctx context.Context, st *session.Snapshot, after string, views []*place.ThreadView, agent string) (order, error) {
	o := order{person: st.Session.Caller.IsPerson(), at: st.Commit.ID()}
	if after == "" {
		return o, nil
	}
	id, state, _ := strings.Cut(after, atMark)
	if state != "" {
		if err := o.goBack(ctx, st, state, agent); err != nil {
			return order{}, err
		}
	}
	keys := slices.Collect(maps.Values(o.then))
	for _, v := range views {
		if o.then == nil {
			keys = append(keys, o.key(v))
		}
	}
	for _, k := range keys {
		if k.id == id || len(id) > len("c_") && strings.HasPrefix(k.id, id) {
			if o.after.id != "" && o.after.id != k.id {
				return order{}, fail.NotFound("%q is ambiguous: it matches several threads in this list", id).Hint("type the full ID")
			}
			o.after = k
		}
	}
	if o.after.id == "" {
		return order{}, fail.NotFound("no thread %q in this list", id).
			Hint("start again without {--after}")
	}
	return o, nil
}

// key returns the key of a thread.
func (o *order) key(v *place.ThreadView) key {
	if o.then != nil {
		return o.then[v.ID]
	}
	isNew := v.Unseen
	if o.person {
		isNew = v.Unread
	}
	return keyOf(&v.Summary, v.Line, o.person, isNew)
}

// goBack takes the order from an earlier state. Threads that are newer than that state come last.
func (o *order) goBack(ctx context.Context, st *session.Snapshot, state, agent string) error {
	at, err := history.StartAt(ctx, st.Session, state)
	if err != nil {
		return err
	}
	then, err := st.Store.SnapshotAt(at)
	if err != nil {
		return history.NoCursor(state)
	}
	now := st.View.Rows
	known := make(map[string]*thread.Row, len(now))
	for i := range now {
		known[now[i].Blob] = &now[i]
	}
	o.at, o.then = at, map[string]key{}
	box := inboxOf(st.Session, st.Store)
	for _, dir := range thread.Folders {
		rows, _, err := thread.ReadRows(then, dir, known)
		if errors.Is(err, gitstore.ErrNotExist) {
			return history.NoCursor(state)
		}
		if err != nil {
			return session.StoreError(err)
		}
		for i := range rows {
			r := &rows[i]
			o.then[r.ID] = keyOf(&r.Summary, r.Start, box != nil, unseen(box, r, agent))
		}
	}
	return nil
}

func (a *key) compare(b *key) int {
	switch {
	case a.asks != b.asks && a.asks:
		return -1
	case a.asks != b.asks:
		return 1
	case a.unseen != b.unseen && a.unseen:
		return -1
	case a.unseen != b.unseen:
		return 1
	case a.weight != b.weight && (a.weight == 0 || b.weight == 0):
		return cmp.Compare(a.weight, b.weight)
	case a.weight != b.weight:
		return cmp.Compare(b.weight, a.weight)
	}
	if c := b.newest.Compare(a.newest); c != 0 {
		return c
	}
	return cmp.Or(strings.Compare(a.file, b.file), cmp.Compare(a.line, b.line), strings.Compare(a.id, b.id))
}

// byPlace orders threads by file, by line, then by age.
func byPlace(a, b *place.ThreadView) int {
	if c := strings.Compare(a.Placement.File, b.Placement.File); c != 0 {
		return c
	}
	return cmp.Or(
		cmp.Compare(a.Placement.StartLine, b.Placement.StartLine),
		a.CreatedAt.Compare(b.CreatedAt),
		strings.Compare(a.ID, b.ID),
	)
}

// sorted returns, in order, the views that come after the thread to continue after. Threads that are newer than the
// state that the order is taken from are ordered by their places.
func (o *order) sorted(views []*place.ThreadView) []*place.ThreadView {
	type keyed struct {
		key
		view *place.ThreadView
	}
	all := make([]*keyed, 0, len(views)) // pointers with their keys, since sorting compares and moves each many times
	for _, v := range views {
		if k := o.key(v); o.after.id == "" || k.compare(&o.after) > 0 {
			all = append(all, &keyed{k, v})
		}
	}
	slices.SortFunc(all, func(a, b *keyed) int {
		if c := a.compare(&b.key); c != 0 {
			return c
		}
		return byPlace(a.view, b.view)
	})
	out := make([]*place.ThreadView, len(all))
	for i, k := range all {
		out[i] = k.view
	}
	return out
}

// next is the cursor that continues the list after v.
func (o *order) next(v *place.ThreadView) string {
	return v.ID + atMark + o.at.String()[:shortState]
}

// addUnread adds the replies of the other side that the caller has not read. A thread that cannot be read gets none.
func addUnread(st *session.Snapshot, dir string, views []place.ThreadView) {
	agent, box := st.Session.Agent(), inboxOf(st.Session, st.Store)
	for i := range views {
		v := &views[i]
		if v.Replies == 0 {
			continue
		}
		t, r, err := st.Thread(dir, v.ID)
		if err != nil {
			continue
		}
		read, isFor := box.readOf(t), t.IsFor(thread.Author{Kind: thread.Agent, Name: agent})
		for n := range t.Replies {
			human := t.Replies[n].Author == thread.Human
			if box != nil && !human && n+1 >= read || box == nil && isFor(n+1) && r.Seen.Unread(agent, n+1) {
				v.UnreadReplies = append(v.UnreadReplies, t.Replies[n])
			}
		}
	}
}
