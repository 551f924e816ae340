package webserver

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"sync"

	"consider/internal/fail"
	"consider/internal/review/compare"
)

// Each tab shows the diff that it was opened with, until it is asked for another.
const maxServed = 8

var errEnding = errors.New("the server ends")

// fresh compares and lends the snapshot, or the one before when nothing has changed. A comparison that is being made when
// the request comes may have read its files before they were as they are: it is waited for, and the next one counts. Only
// the first of all is taken as it is: it began before there was a page, which hears of what changes.
func (s *Server) fresh(ctx context.Context) (snap *snapshot, giveBack func(), err error) {
	ss := &s.snapshots
	ss.mu.Lock()
	if under := ss.taking; under != nil && len(ss.held) > 0 {
		ss.mu.Unlock()
		select {
		case <-under.done:
		case <-ctx.Done():
			return nil, nil, ctx.Err()
		}
		ss.mu.Lock()
	}
	t := ss.taking
	if t == nil {
		if ss.closed {
			ss.mu.Unlock()
			return nil, nil, errEnding
		}
		t = &taking{done: make(chan struct{})}
		ss.taking = t
		var before *snapshot
		if n := len(ss.held); n > 0 {
			before = ss.held[n-1]
			before.users++
		}
		s.working.Go(func() { s.take(t, before) })
	}
	t.waiters++
	ss.mu.Unlock()
	select {
	case <-t.done:
		if t.err != nil {
			return nil, nil, t.err
		}
		return t.snap, ss.returner(t.snap), nil
	case <-ctx.Done():
		ss.leave(t)
		return nil, nil, ctx.Err()
	}
}

// take makes one snapshot, in the server's own time: a page that goes away does not end it for the others.
func (s *Server) take(t *taking, before *snapshot) {
	snap, err := s.compareAgain(before)
	ss := &s.snapshots
	ss.mu.Lock()
	defer ss.mu.Unlock()
	if snap != before && err == nil {
		if ss.closed {
			snap.close()
			snap, err = nil, errEnding
		} else {
			ss.put(snap)
		}
	}
	if err == nil { // now: the next comparison may throw it away before they run again
		snap.users += t.waiters
	}
	if before != nil {
		ss.giveBack(before)
	}
	t.snap, t.err = snap, err
	ss.taking = nil
	close(t.done)
}

func (s *Server) compareAgain(before *snapshot) (*snapshot, error) {
	project, err := s.Project()
	if err != nil {
		return nil, err
	}
	caller := s.Caller
	caller.Dir = project.Place.Root
	var last *compare.Comparison
	if before != nil {
		last = before.comparison
	}
	comparison, err := compare.Again(s.base, project.Session(caller), s.Scope, last)
	if err != nil || comparison == last {
		_ = project.Close() // nothing was written
		return before, err
	}
	return newSnapshot(comparison, project), nil
}

// put holds a snapshot and throws away what no page shows. To be called with the lock.
func (ss *snapshots) put(snap *snapshot) {
	ss.held = append(ss.held, snap)
	ss.tidy()
}

// tidy keeps the newest snapshot and those that pages show. To be called with the lock.
func (ss *snapshots) tidy() {
	for i := len(ss.held) - 2; i >= 0; i-- {
		if !slices.Contains(ss.served, ss.held[i]) {
			ss.drop(i)
		}
	}
}

func (ss *snapshots) drop(i int) {
	old := ss.held[i]
	ss.held = slices.Delete(ss.held, i, i+1)
	if old.gone = true; old.users == 0 {
		old.close()
	}
}

// leave takes off a caller that no longer waits.
func (ss *snapshots) leave(t *taking) {
	ss.mu.Lock()
	defer ss.mu.Unlock()
	if ss.taking == t {
		t.waiters--
	} else if t.err == nil { // it was lent meanwhile
		ss.giveBack(t.snap)
	}
}

// lend notes one more user. To be called with the lock, and the result without.
func (ss *snapshots) lend(snap *snapshot) (giveBack func()) {
	snap.users++
	return ss.returner(snap)
}

// returner gives back, once, what was lent. To be called without the lock.
func (ss *snapshots) returner(snap *snapshot) func() {
	return sync.OnceFunc(func() {
		ss.mu.Lock()
		defer ss.mu.Unlock()
		ss.giveBack(snap)
	})
}

func (ss *snapshots) giveBack(snap *snapshot) {
	if snap.users--; snap.users == 0 && snap.gone {
		snap.close()
	}
}

func (s *snapshot) close() { _ = s.project.Close() } // nothing was written

func (ss *snapshots) close() {
	ss.mu.Lock()
	defer ss.mu.Unlock()
	ss.closed = true
	for len(ss.held) > 0 {
		ss.drop(0)
	}
}

// show remembers that pages show this snapshot.
func (ss *snapshots) show(snap *snapshot) {
	ss.mu.Lock()
	defer ss.mu.Unlock()
	if ss.closed {
		return
	}
	if snap.gone { // a newer comparison was taken meanwhile; the caller has it still
		snap.gone = false
		ss.held = slices.Insert(ss.held, 0, snap)
	}
	ss.failed = false
	ss.served = append(slices.DeleteFunc(ss.served, func(old *snapshot) bool { return old == snap }), snap)
	if n := len(ss.served) - maxServed; n > 0 {
		ss.served = slices.Delete(ss.served, 0, n)
	}
	ss.tidy()
}

// showNone remembers that the page of the last boot shows no snapshot.
func (ss *snapshots) showNone() {
	ss.mu.Lock()
	defer ss.mu.Unlock()
	ss.failed = true
}

// snapshot lends the snapshot that a request is about: the one it names, else that of the last boot.
func (s *Server) snapshot(r *http.Request) (*snapshot, func(), error) {
	snap, giveBack, err := s.held(r)
	if snap != nil || err != nil {
		return snap, giveBack, err
	}
	return s.fresh(r.Context())
}

// held is snapshot without taking one: nil when there is none yet.
func (s *Server) held(r *http.Request) (*snapshot, func(), error) {
	ss := &s.snapshots
	ss.mu.Lock()
	defer ss.mu.Unlock()
	if id := r.URL.Query().Get("snapshot"); id != "" {
		i := slices.IndexFunc(ss.held, func(snap *snapshot) bool { return snap.comparison.ID == id })
		if i < 0 {
			return nil, nil, fail.Conflict("the diff %q is not kept any more", id).Hint("load the page again; drafts are kept")
		}
		return ss.held[i], ss.lend(ss.held[i]), nil
	}
	from := ss.served
	if len(from) == 0 {
		from = ss.held
	}
	if len(from) == 0 || ss.failed {
		return nil, func() {}, nil
	}
	snap := from[len(from)-1]
	return snap, ss.lend(snap), nil
}
