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

// snapshots are the newest ones: pages keep asking of the one that they show after the files have changed.
type snapshots struct {
	mu     sync.Mutex
	held   []*snapshot // newest last
	served []*snapshot // those of held that pages show, that of the last boot last
	taking *taking     // nil while no comparison is being made
	failed bool        // the last boot had no snapshot to show: a page that names none means none of those before
	closed bool
}

// taking is a comparison that is being made.
type taking struct {
	done    chan struct{} // closed when snap or err is set
	waiters int           // that snap is lent to before done is closed; guarded by the shelf
	snap    *snapshot
	err     error
}

// Each tab shows the diff that it was opened with, until it is asked for another.
const maxServed = 8

var errEnding = errors.New("the server ends")

// fresh compares and lends the snapshot, or the one before when nothing has changed. A request that comes while a
// comparison is being made gets that one.
func (s *Server) fresh(ctx context.Context) (snap *snapshot, giveBack func(), err error) {
	sh := &s.shelf
	sh.mu.Lock()
	t := sh.taking
	if t == nil {
		if sh.closed {
			sh.mu.Unlock()
			return nil, nil, errEnding
		}
		t = &taking{done: make(chan struct{})}
		sh.taking = t
		var before *snapshot
		if n := len(sh.held); n > 0 {
			before = sh.held[n-1]
			before.users++
		}
		s.working.Go(func() { s.take(t, before) })
	}
	t.waiters++
	sh.mu.Unlock()
	select {
	case <-t.done:
		if t.err != nil {
			return nil, nil, t.err
		}
		return t.snap, sh.returner(t.snap), nil
	case <-ctx.Done():
		sh.leave(t)
		return nil, nil, ctx.Err()
	}
}

// take makes one snapshot, in the server's own time: a page that goes away does not end it for the others.
func (s *Server) take(t *taking, before *snapshot) {
	snap, err := s.lookAgain(before)
	sh := &s.shelf
	sh.mu.Lock()
	defer sh.mu.Unlock()
	if snap != before && err == nil {
		if sh.closed {
			snap.close()
			snap, err = nil, errEnding
		} else {
			sh.put(snap)
		}
	}
	if err == nil { // now: the next look may throw it away before they run again
		snap.users += t.waiters
	}
	if before != nil {
		sh.giveBack(before)
	}
	t.snap, t.err = snap, err
	sh.taking = nil
	close(t.done)
}

func (s *Server) lookAgain(before *snapshot) (*snapshot, error) {
	project, err := s.Project()
	if err != nil {
		return nil, err
	}
	caller := s.Caller
	caller.Dir = project.Place.Root
	var last *compare.Comparison
	if before != nil {
		last = before.look
	}
	look, err := compare.Again(s.base, project.Session(caller), s.Scope, last)
	if err != nil || look == last {
		_ = project.Close() // nothing was written
		return before, err
	}
	return newSnapshot(look, project), nil
}

// put puts a snapshot on the shelf and throws away what no page shows. To be called with the lock.
func (sh *snapshots) put(snap *snapshot) {
	sh.held = append(sh.held, snap)
	sh.tidy()
}

// tidy keeps the newest snapshot and those that pages show. To be called with the lock.
func (sh *snapshots) tidy() {
	for i := len(sh.held) - 2; i >= 0; i-- {
		if !slices.Contains(sh.served, sh.held[i]) {
			sh.drop(i)
		}
	}
}

func (sh *snapshots) drop(i int) {
	old := sh.held[i]
	sh.held = slices.Delete(sh.held, i, i+1)
	if old.gone = true; old.users == 0 {
		old.close()
	}
}

// leave takes off a caller that no longer waits.
func (sh *snapshots) leave(t *taking) {
	sh.mu.Lock()
	defer sh.mu.Unlock()
	if sh.taking == t {
		t.waiters--
	} else if t.err == nil { // it was lent meanwhile
		sh.giveBack(t.snap)
	}
}

// lend notes one more user. To be called with the lock, and the result without.
func (sh *snapshots) lend(snap *snapshot) (giveBack func()) {
	snap.users++
	return sh.returner(snap)
}

// returner gives back, once, what was lent. To be called without the lock.
func (sh *snapshots) returner(snap *snapshot) func() {
	return sync.OnceFunc(func() {
		sh.mu.Lock()
		defer sh.mu.Unlock()
		sh.giveBack(snap)
	})
}

func (sh *snapshots) giveBack(snap *snapshot) {
	if snap.users--; snap.users == 0 && snap.gone {
		snap.close()
	}
}

func (s *snapshot) close() { _ = s.project.Close() }

// nothing was written

func (sh *snapshots) close() {
	sh.mu.Lock()
	defer sh.mu.Unlock()
	sh.closed = true
	for len(sh.held) > 0 {
		sh.drop(0)
	}
}

// show remembers that pages show this snapshot.
func (sh *snapshots) show(snap *snapshot) {
	sh.mu.Lock()
	defer sh.mu.Unlock()
	if sh.closed {
		return
	}
	if snap.gone { // a newer look was taken meanwhile; the caller has it still
		snap.gone = false
		sh.held = slices.Insert(sh.held, 0, snap)
	}
	sh.failed = false
	sh.served = append(slices.DeleteFunc(sh.served, func(old *snapshot) bool { return old == snap }), snap)
	if n := len(sh.served) - maxServed; n > 0 {
		sh.served = slices.Delete(sh.served, 0, n)
	}
	sh.tidy()
}

// showNone remembers that the page of the last boot shows no snapshot.
func (sh *snapshots) showNone() {
	sh.mu.Lock()
	defer sh.mu.Unlock()
	sh.failed = true
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
	sh := &s.shelf
	sh.mu.Lock()
	defer sh.mu.Unlock()
	if id := r.URL.Query().Get("snapshot"); id != "" {
		i := slices.IndexFunc(sh.held, func(snap *snapshot) bool { return snap.look.ID == id })
		if i < 0 {
			return nil, nil, fail.Conflict("the diff %q is not kept any more", id).Hint("load the page again; drafts are kept")
		}
		return sh.held[i], sh.lend(sh.held[i]), nil
	}
	from := sh.served
	if len(from) == 0 {
		from = sh.held
	}
	if len(from) == 0 || sh.failed {
		return nil, func() {}, nil
	}
	snap := from[len(from)-1]
	return snap, sh.lend(snap), nil
}
