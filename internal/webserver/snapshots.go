package webserver

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"

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
func (s *Server) fresh(ctx context.Context, scope compare.Scope) (*snapshot, error) {
	if scope.Stored() { // its snapshot is kept only while pages show it
		return s.compareAgain(ctx, scope, nil)
	}
	ss := &s.snapshots
	ss.mu.Lock()
	if under := ss.pending[scope]; under != nil && ss.newest[scope] != nil {
		ss.mu.Unlock()
		select {
		case <-under.done:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		ss.mu.Lock()
	}
	t := ss.pending[scope]
	if t == nil {
		if ss.closed {
			ss.mu.Unlock()
			return nil, errEnding
		}
		t = &pendingSnapshot{scope: scope, done: make(chan struct{})}
		ss.pending[scope] = t
		before := ss.newest[scope].lend()
		s.working.Go(func() { s.take(t, before) })
	}
	t.waiters++
	ss.mu.Unlock()
	<-t.done                              // closed when the server ends, at the latest
	if t.err == nil && ctx.Err() != nil { // the page has gone meanwhile
		t.snap.giveBack()
		return nil, ctx.Err()
	}
	return t.snap, t.err
}

// take makes one snapshot on the server's own context: a page that goes away does not end it for the others. It gives
// before back, which may be nil.
func (s *Server) take(t *pendingSnapshot, before *snapshot) {
	snap, err := s.compareAgain(s.base, t.scope, before)
	before.giveBack()
	ss := &s.snapshots
	ss.mu.Lock()
	defer ss.mu.Unlock()
	switch {
	case err == nil && ss.closed:
		snap.giveBack()
		snap, err = nil, errEnding
	case err == nil:
		for range t.waiters { // here, because the next comparison may end before the waiters run again
			snap.lend()
		}
		ss.newest[t.scope].giveBack()
		ss.newest[t.scope] = snap
		ss.tidy()
	}
	t.snap, t.err = snap, err
	delete(ss.pending, t.scope)
	close(t.done)
}

// compareAgain compares the sides of a scope, and lends the snapshot. It lends before, which may be nil, if nothing
// changed. The files compared can hold anything: a panic over one must not end the server, on which other pages and
// unsent words depend.
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
	if err == nil && comparison != last {
		return newSnapshot(scope, comparison, project), nil
	}
	_ = project.Close() // nothing was written
	if err != nil {
		return nil, err
	}
	return before.lend(), nil
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

// tidy keeps the newest snapshots of followed scopes only. The caller holds the lock.
func (ss *snapshots) tidy() {
	followed := ss.followed()
	for scope, snap := range ss.newest {
		if !slices.Contains(followed, scope) {
			delete(ss.newest, scope)
			snap.giveBack()
		}
	}
}

func (ss *snapshots) close() {
	ss.mu.Lock()
	defer ss.mu.Unlock()
	ss.closed = true
	for _, snap := range ss.all() {
		snap.giveBack()
	}
	clear(ss.newest)
	ss.served = nil
}

// all returns the snapshots that are kept, those both served and newest twice. The caller holds the lock.
func (ss *snapshots) all() []*snapshot {
	return slices.AppendSeq(slices.Clone(ss.served), maps.Values(ss.newest))
}

// show notes that pages show this snapshot, which is lent to the caller.
func (ss *snapshots) show(snap *snapshot) {
	ss.mu.Lock()
	defer ss.mu.Unlock()
	if ss.closed {
		return
	}
	ss.failed = false
	snap.pages++
	if i := slices.Index(ss.served, snap); i >= 0 {
		ss.unserve(i)
	}
	ss.served = append(ss.served, snap.lend())
	if len(ss.served) > maxServed {
		ss.unserve(0)
	}
	if ss.newest[snap.scope] == nil { // its scope was not followed
		ss.newest[snap.scope] = snap.lend()
	}
	ss.tidy()
}

func (ss *snapshots) unserve(i int) {
	ss.served[i].giveBack()
	ss.served = slices.Delete(ss.served, i, i+1)
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
		ss.unserve(i)
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
func (s *Server) snapshot(r *http.Request) (*snapshot, error) {
	snap, err := s.currentSnapshot(r)
	if snap != nil || err != nil {
		return snap, err
	}
	return s.fresh(r.Context(), s.Scope)
}

// currentSnapshot is snapshot without making one: nil when there is none yet.
func (s *Server) currentSnapshot(r *http.Request) (*snapshot, error) {
	ss := &s.snapshots
	ss.mu.Lock()
	defer ss.mu.Unlock()
	if id := r.URL.Query().Get("snapshot"); id != "" {
		for _, snap := range ss.all() {
			if snap.comparison.ID == id {
				return snap.lend(), nil
			}
		}
		return nil, fail.Conflict("the diff %q is no longer available", id).Hint("reload the page (drafts are kept)")
	}
	switch {
	case ss.failed:
		return nil, nil
	case len(ss.served) > 0:
		return ss.served[len(ss.served)-1].lend(), nil
	}
	return ss.newest[ss.main].lend(), nil
}
