package review

import (
	"context"
	"slices"

	"consider/internal/place"
	"consider/internal/session"
	"consider/internal/thread"
)

// List returns the threads that in asks for: those that the caller has not read first, then by their newest word. For a
// person, those in which an agent asks come before all others. Nothing counts as seen by that.
func List(ctx context.Context, s *session.Session, in ListInput) (ListOutput, error) {
	most, asked := in.most(s), in
	if err := asked.normalise(); err == nil && most > 0 && asked.byHeads() {
		return cutList(ctx, s, &asked, most)
	}
	out, found, st, err := findAt(ctx, s, in, nil)
	if err != nil {
		return ListOutput{}, err
	}
	if in.File != "" && len(found) == 0 && !in.AllWorktrees && !in.Archived && !in.Deleted {
		if err := fitsNone(ctx, s, st, in.File); err != nil {
			return ListOutput{}, err
		}
	}
	order, err := orderOf(ctx, st, in.After, found, s.Agent())
	if err != nil {
		return ListOutput{}, err
	}
	out.count(found)
	out.Hearing = hearing(s, found)
	found = order.sorted(found)
	if most > 0 && len(found) > most {
		out.More, out.Next = len(found)-most, order.next(found[most-1])
		found = found[:most]
	}
	out.Threads = copied(found)
	if in.Unseen && st != nil {
		addUnread(st, in.dir(), s.Agent(), out.Threads)
	}
	return out, nil
}

// survey is what is known of the threads of one store without reading all of them.
type survey struct {
	st       *session.Snapshot
	box      inbox
	standing []*place.Head       // threads that are where they were put, of which no more was read
	views    []*place.ThreadView // the others
	damaged  []thread.Damage
}

// surveyOf looks at the active threads that in asks for by its filters on heads.
func surveyOf(ctx context.Context, s *session.Session, in *ListInput) (survey, error) {
	st, err := s.Read(ctx)
	if err != nil {
		return survey{}, err
	}
	heads, err := st.View.Heads()
	if err != nil {
		return survey{}, err
	}
	out, others := survey{st: st, box: inboxOf(s, st.Store)}, []string{}
	for i := range heads {
		h := &heads[i]
		switch {
		case !in.wants(&h.Head, out.box, s.Agent()):
		case st.Placer.Stands(ctx, h):
			out.standing = append(out.standing, h)
		default:
			others = append(others, h.ID)
		}
	}
	out.views, out.damaged, err = list(ctx, st, in, said{}, others)
	out.damaged = append(session.LostTips(st.Store), out.damaged...)
	return out, st.Uninstalled(err, out.damaged)
}

// hearing returns the Hearing of all threads, including those that are not shown.
func (u *survey) hearing() (Hearing, error) {
	s := u.st.Session
	out := hearing(s, u.views)
	if !s.Caller.IsPerson() || out.Nobody || len(out.Listeners) > 0 {
		return out, nil
	}
	var ids []string
	for _, h := range u.standing {
		if h.Unheard {
			ids = append(ids, h.ID)
		}
	}
	heard := receiptsOf(s, u.st.Store)
	first := min(1, len(ids)) // the first one is usually enough
	for _, some := range [][]string{ids[:first], ids[first:]} {
		rows, err := u.st.View.RowsOf(some)
		if err != nil {
			return out, err
		}
		for i := range rows {
			if r := heard.of(&rows[i]); r != nil && r.State == thread.NotHeard {
				out.Nobody = true
				return out, nil
			}
		}
	}
	return out, nil
}

// most is how many threads are shown, 0 for all.
func (in *ListInput) most(s *session.Session) int {
	switch {
	case in.Limit != nil:
		return *in.Limit
	case s.Caller.Bounded:
		return boundedList
	}
	return 0
}

// byHeads reports whether the heads of the threads are enough to select and order the list.
func (in *ListInput) byHeads() bool {
	return in.Anchor == "all" && in.File == "" && len(in.Labels) == 0 && in.Author == "" && in.Grep == "" && in.Since == "" &&
		!in.Archived && !in.Deleted && !in.AllWorktrees && in.After == ""
}

// cutList returns a list of up to most threads. It reads little of the other threads.
func cutList(ctx context.Context, s *session.Session, in *ListInput, most int) (ListOutput, error) {
	u, err := surveyOf(ctx, s, in)
	if err != nil {
		return ListOutput{}, err
	}
	out := ListOutput{Workflow: string(in.Workflow), Anchor: string(in.Anchor)}
	out.count(u.views)
	if out.Hearing, err = u.hearing(); err != nil {
		return ListOutput{}, err
	}
	o := order{at: u.st.Commit.ID(), person: s.Caller.IsPerson()}
	found, err := u.first(ctx, in, &o, most)
	if err != nil {
		return ListOutput{}, err
	}
	if all := len(u.standing) + len(u.views); all > len(found) {
		out.More, out.Next = all-len(found), o.next(found[len(found)-1])
	}
	out.Damaged, out.Newer = thread.Apart(u.damaged)
	out.Threads = copied(found)
	if in.Unseen {
		addUnread(u.st, in.dir(), s.Agent(), out.Threads)
	}
	return out, nil
}

// first are the first threads in an order, read.
func (u *survey) first(ctx context.Context, in *ListInput, o *order, most int) ([]*place.ThreadView, error) {
	var keys []key
	put := func(k key) {
		if len(keys) == most && keys[most-1].compare(&k) < 0 {
			return
		}
		at, _ := slices.BinarySearchFunc(keys, k, func(a, b key) int { return a.compare(&b) })
		keys = slices.Insert(keys[:min(len(keys), most-1)], min(at, most-1), k)
	}
	views := map[string]*place.ThreadView{}
	for _, v := range u.views {
		put(o.key(v))
		views[v.ID] = v
	}
	for _, h := range u.standing {
		put(keyOf(&h.Head, u.box, u.st.Session.Agent()))
	}
	unread := []string{}
	for i := range keys {
		if views[keys[i].id] == nil {
			unread = append(unread, keys[i].id)
		}
	}
	more, _, err := list(ctx, u.st, in, said{}, unread)
	for _, v := range more {
		views[v.ID] = v
	}
	var out []*place.ThreadView
	for i := range keys {
		if v := views[keys[i].id]; v != nil {
			out = append(out, v)
		}
	}
	return out, u.st.Uninstalled(err, u.damaged)
}
