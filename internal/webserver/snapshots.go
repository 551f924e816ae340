package webserver

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"sync"

	"consider/internal/fail"
	"consider/internal/review/compare"
)

// maxServed bounds the snapshots that are kept for open tabs. Each tab shows the diff that it was opened with, until it
// asks for another one. Closed tabs do not report that they left theirs.
const maxServed = 8

var errEnding = errors.New("the server is stopping")

// fresh compares the sides of a scope and lends the snapshot, or the last one when nothing has changed. A comparison
// that is already in progress when the request comes may have read its files too early: fresh waits for it and uses the
// next one. Only the very first comparison is used as it is: it began before there was a page, and the page gets later
// changes.
func (s *Server) fresh(ctx context.Context, scope compare.Scope) (snap *snapshot, giveBack func(), err error) {
	ss := &s.snapshots
	ss.mu.Lock()
	if under := ss.pending[scope]; under != nil && ss.newest(scope) != nil {
		ss.mu.Unlock()
		select {
		case <-under.done:
		case <-ctx.Done():
			return nil, nil, ctx.Err()
		}
		ss.mu.Lock()
	}
	t := ss.pending[scope]
	if t == nil {
		if ss.closed {
			ss.mu.Unlock()
			return nil, nil, errEnding
		}
		t = &pendingSnapshot{scope: scope, done: make(chan struct{})}
		ss.pending[scope] = t
		before := ss.newest(scope)
		if before != nil {
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

// take makes one snapshot on the server's own context: a page that goes away does not end it for the others.
func (s *Server) take(t *pendingSnapshot, before *snapshot) {
	snap, err := s.compareAgain(s.base, t.scope, before)
	ss := &s.snapshots
	ss.mu.Lock()
	defer ss.mu.Unlock()
	if snap != before && err == nil && ss.closed {
		snap.close()
		snap, err = nil, errEnding
	}
	if err == nil { // counted here, because the next comparison may drop the snapshot before the waiters run again
		snap.users += t.waiters
	}
	if err == nil && snap != before {
		ss.held = append(ss.held, snap)
		ss.tidy()
	}
	if before != nil {
		ss.giveBack(before)
	}
	t.snap, t.err = snap, err
	delete(ss.pending, t.scope)
	close(t.done)
}

// compareAgain compares the sides of a scope. It returns before, which may be nil, if nothing changed. The files compared
// can hold anything: a panic over one must not end the server, on which other pages and unsent words depend.
func (s *Server) compareAgain(ctx context.Context, scope compare.Scope, before *snapshot) (snap *snapshot, err error) {
	defer func() {
		if p := recover(); p != nil {
			snap, err = nil, fmt.Errorf("panic in the comparison: %v", p)
		}
	}()
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
	comparison, err := compare.Again(ctx, project.Session(caller), scope, last)
	if err != nil || comparison == last {
		_ = project.Close() // nothing was written
		return before, err
	}
	return newSnapshot(scope, comparison, project), nil
}

// newest returns the newest snapshot of a scope, nil for none. The caller holds the lock.
func (ss *snapshots) newest(scope compare.Scope) *snapshot {
	for _, snap := range slices.Backward(ss.held) {
		if snap.scope == scope {
			return snap
		}
	}
	return nil
}

// followed returns the scopes whose files can change: that of the server, and those that pages show. The caller holds the
// lock.
func (ss *snapshots) followed() []compare.Scope {
	out := []compare.Scope{ss.main}
	for _, snap := range ss.served {
		if !slices.Contains(out, snap.scope) {
			out = append(out, snap.scope)
		}
	}
	return slices.DeleteFunc(out, compare.Scope.Stored)
}

// tidy keeps the newest snapshot of each followed scope, and those that pages show. The caller holds the lock.
func (ss *snapshots) tidy() {
	followed := ss.followed()
	for i := len(ss.held) - 1; i >= 0; i-- {
		snap := ss.held[i]
		newest := slices.Contains(followed, snap.scope) && ss.newest(snap.scope) == snap
		if !newest && !slices.Contains(ss.served, snap) {
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

// leave removes a caller that no longer waits.
func (ss *snapshots) leave(t *pendingSnapshot) {
	ss.mu.Lock()
	defer ss.mu.Unlock()
	if ss.pending[t.scope] == t {
		t.waiters--
	} else if t.err == nil { // it was lent meanwhile
		ss.giveBack(t.snap)
	}
}

// lend notes one more user. The caller holds the lock, but not when it calls giveBack.
func (ss *snapshots) lend(snap *snapshot) (giveBack func()) {
	snap.users++
	return ss.returner(snap)
}

// returner returns a function that gives a snapshot back once. That function takes the lock itself.
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

// show notes that pages show this snapshot.
func (ss *snapshots) show(snap *snapshot) {
	ss.mu.Lock()
	defer ss.mu.Unlock()
	if ss.closed {
		return
	}
	if snap.gone { // a newer comparison was made meanwhile; the caller still has this one
		snap.gone = false
		ss.held = slices.Insert(ss.held, 0, snap)
	}
	ss.failed = false
	snap.pages++
	ss.served = append(slices.DeleteFunc(ss.served, func(old *snapshot) bool { return old == snap }), snap)
	if n := len(ss.served) - maxServed; n > 0 {
		ss.served = slices.Delete(ss.served, 0, n)
	}
	ss.tidy()
}

// left notes that a page does not show this snapshot any more. One that follows changes must not use up what is kept for
// the others.
func (ss *snapshots) left(id string) {
	ss.mu.Lock()
	defer ss.mu.Unlock()
	i := slices.IndexFunc(ss.served, func(snap *snapshot) bool { return snap.comparison.ID == id })
	if i < 0 {
		return
	}
	if ss.served[i].pages--; ss.served[i].pages == 0 {
		ss.served = slices.Delete(ss.served, i, i+1)
		ss.tidy()
	}
}

// showNone notes that the page of the last boot shows no snapshot.
func (ss *snapshots) showNone() {
	ss.mu.Lock()
	defer ss.mu.Unlock()
	ss.failed = true
}

// snapshot lends the snapshot of a request: the one it names, otherwise that of the last boot, otherwise a fresh one.
func (s *Server) snapshot(r *http.Request) (*snapshot, func(), error) {
	snap, giveBack, err := s.currentSnapshot(r)
	if snap != nil || err != nil {
		return snap, giveBack, err
	}
	return s.fresh(r.Context(), s.Scope)
}

// currentSnapshot is snapshot without making one: nil when there is none yet.
func (s *Server) currentSnapshot(r *http.Request) (*snapshot, func(), error) {
	ss := &s.snapshots
	ss.mu.Lock()
	defer ss.mu.Unlock()
	if id := r.URL.Query().Get("snapshot"); id != "" {
		i := slices.IndexFunc(ss.held, func(snap *snapshot) bool { return snap.comparison.ID == id })
		if i < 0 {
			return nil, nil, fail.Conflict("the diff %q is no longer available", id).Hint("reload the page (drafts are kept)")
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
