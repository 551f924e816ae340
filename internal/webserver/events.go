package webserver

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"time"

	"consider/internal/fail"
	"consider/internal/review/compare"
	"consider/internal/review/feedback"
	"consider/internal/session"
	"consider/internal/transcript"
)

// These times and bounds apply to the stream of events.
const (
	pingEvery  = 2 * time.Second        // a page that hears nothing for much longer knows that the server is gone
	storeEvery = 200 * time.Millisecond // between two reads of the store's ref, with or without file events
	filesEvery = 2 * time.Second        // least time between two comparisons
	filesShare = 20                     // comparing may take one part in filesShare of the time
	waiting    = 64                     // how many messages a page may be behind
)

// Change says that the store changed.
type Change struct {
	Cursor string               `json:"cursor"`
	Backup *session.BackupAhead `json:"backup,omitempty"` // changes that only the backup has, once; 'fsck' restores them
}

// FilesMoved says that another diff can be shown, or that none can be made.
type FilesMoved struct {
	Asked    string `json:"asked,omitempty"`  // of the pages that this is for, as in their boot
	Snapshot string `json:"snapshot"`         // "" with Failed
	Failed   string `json:"failed,omitempty"` // why the files cannot be compared now
}

// unreadable stands for the newest snapshot when its comparison failed.
const unreadable = "unreadable"

func (h *hub) add(browser string) (*subscriber, bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		return nil, false
	}
	if len(h.subscribers) == 0 {
		close(h.some)
	}
	sub := &subscriber{make(chan []byte, waiting), browser}
	h.subscribers[sub] = true
	return sub, true
}

func (h *hub) remove(sub *subscriber) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.subscribers[sub] {
		h.drop(sub)
	}
}

// drop forgets a page. The lock is held.
func (h *hub) drop(sub *subscriber) {
	delete(h.subscribers, sub)
	close(sub.messages)
	if len(h.subscribers) == 0 {
		close(h.none)
		h.some, h.none = make(chan struct{}), make(chan struct{})
	}
}

func (h *hub) broadcast(message []byte) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for sub := range h.subscribers {
		select {
		case sub.messages <- message:
		default:
			h.drop(sub)
		}
	}
}

// browsers returns the browsers of the pages that listen.
func (h *hub) browsers() []string {
	h.mu.Lock()
	defer h.mu.Unlock()
	out := []string{}
	for sub := range h.subscribers {
		out = append(out, sub.browser)
	}
	return out
}

// listened waits for a page, and returns a channel that is closed when none listens any more; nil if ctx ends before one
// listens: an idle server does nothing.
func (h *hub) listened(ctx context.Context) <-chan struct{} {
	h.mu.Lock()
	some, none := h.some, h.none
	h.mu.Unlock()
	select {
	case <-ctx.Done():
		return nil
	case <-some:
		return none
	}
}

// whileListened calls f each time that pages begin to listen, with a context that ends when none is left, until ctx ends.
func (h *hub) whileListened(ctx context.Context, f func(context.Context)) {
	for none := h.listened(ctx); none != nil; none = h.listened(ctx) {
		listening, stop := context.WithCancel(ctx)
		go func() {
			defer stop()
			<-none // closed when the server ends, at the latest
		}()
		f(listening)
		<-listening.Done()
	}
}

func (h *hub) over() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.closed
}

func (h *hub) close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.closed = true
	for sub := range h.subscribers {
		h.drop(sub)
	}
}

// message returns one event of a stream. JSON has no line feeds of its own.
func message(name string, v any) []byte {
	data, err := encode(v)
	if err != nil {
		return nil
	}
	return fmt.Appendf(nil, "event: %s\ndata: %s\n\n", name, data)
}

// getEvents streams what happens until the page or the server goes away. since and snapshot say what the page knows.
func (s *Server) getEvents(w http.ResponseWriter, r *http.Request) {
	sub, ok := s.hub.add(r.URL.Query().Get("browser"))
	if !ok {
		writeFailure(w, r, errEnding)
		return
	}
	defer s.hub.remove(sub)
	if r.URL.Query().Has("responses") { // agents' responses are not read before a page asks for them
		s.answers.Do(func() { s.working.Go(s.followResponses) })
	}
	control := http.NewResponseController(w)
	_ = control.SetReadDeadline(time.Time{}) // the stream has no deadline
	_ = control.SetWriteDeadline(time.Time{})
	w.Header().Set("Content-Type", "text/event-stream; charset=utf-8")
	send := func(message []byte) bool {
		_, err := w.Write(message)
		return err == nil && control.Flush() == nil
	}
	if !send(append(message("ping", struct{}{}), s.missed(r)...)) {
		return
	}
	ping := time.NewTicker(pingEvery)
	defer ping.Stop()
	for {
		select {
		case <-r.Context().Done():
			return
		case <-ping.C:
			if !send(message("ping", struct{}{})) {
				return
			}
		case m, ok := <-sub.messages:
			if !ok {
				if s.hub.over() {
					send(message("bye", struct{}{}))
				}
				return
			}
			if !send(m) {
				return
			}
		}
	}
}

// missed returns what happened between the page's boot and the start of its stream.
func (s *Server) missed(r *http.Request) []byte {
	var out []byte
	q := r.URL.Query()
	if change, ok := s.changes(r.Context(), q.Get("since"), false); ok {
		out = message("change", change)
	}
	s.hub.mu.Lock()
	newest := s.hub.newest[s.Scope]
	s.hub.mu.Unlock()
	if known := q.Get("snapshot"); known != "" && newest != "" && newest != known && newest != unreadable {
		out = append(out, message("files", FilesMoved{Snapshot: newest})...)
	}
	return out
}

// changes returns the newest change of the store; false if it is the one with this cursor. With offers, it includes, once, the
// changes that only the backup has.
func (s *Server) changes(ctx context.Context, since string, offers bool) (c Change, isNew bool) {
	service, done, err := s.service()
	if err != nil {
		return c, false
	}
	defer done()
	c.Cursor, err = service.Tip(ctx)
	isNew = err == nil && c.Cursor != since
	if isNew && offers {
		c.Backup = service.BackupAhead(ctx)
	}
	return c, isNew
}

// follow notifies the pages of changes, until ctx ends. While no page listens nothing is watched: the watcher looks at
// every file of the diff each time.
func (s *Server) follow(ctx context.Context) {
	newest, _ := s.changes(ctx, "", false) // empty after an error: the first look at the store then reports a change
	moved := make(chan struct{}, 1)
	s.working.Go(func() { s.followFiles(ctx, moved) })
	s.hub.whileListened(ctx, func(ctx context.Context) {
		changes := s.Watch.Events(ctx)
		store := time.NewTicker(storeEvery)
		defer store.Stop()
		for {
			select {
			case c, ok := <-changes:
				if !ok { // ctx has ended
					return
				}
				if c.Git || len(c.Files) > 0 {
					select {
					case moved <- struct{}{}:
					default:
					}
				}
			case <-store.C:
			}
			// The pages of plans and responses, which name no browser, offer no restore.
			offers := slices.ContainsFunc(s.hub.browsers(), func(name string) bool { return name != "" })
			if change, ok := s.changes(ctx, newest.Cursor, offers); ok {
				newest = change
				s.hub.broadcast(message("change", change))
			}
		}
	})
}

// followFiles compares when a file changed, and from time to time, because new files are not among the watched ones.
// Comparing takes at most its share of the time, and stops while no page listens.
func (s *Server) followFiles(ctx context.Context, moved <-chan struct{}) {
	timer := time.NewTimer(filesEvery)
	defer timer.Stop()
	for s.hub.listened(ctx) != nil {
		select {
		case <-ctx.Done():
			return
		case <-moved:
		case <-timer.C:
		}
		timer.Reset(s.compareFiles(ctx))
	}
}

// compareFiles compares what pages show, notifies them if a result differs from the last one, and returns how long to
// wait until the next comparison.
func (s *Server) compareFiles(ctx context.Context) time.Duration {
	before := s.Now()
	s.snapshots.mu.Lock()
	scopes := s.snapshots.followed()
	s.snapshots.mu.Unlock()
	for _, scope := range scopes {
		snap, err := s.fresh(ctx, scope)
		switch {
		case err == nil:
			if s.moved(scope, snap.comparison.ID, "") {
				s.Watch.SetFiles(s.snapshots.watched())
			}
			snap.giveBack()
		case ctx.Err() == nil:
			s.moved(scope, unreadable, fail.FailureOf(err).Message)
		}
	}
	return max(filesEvery, filesShare*s.Now().Sub(before))
}

// moved notes the newest snapshot of a scope, notifies the pages if it replaces a different one, and reports whether it
// does. failed says why there is none.
func (s *Server) moved(scope compare.Scope, id, failed string) bool {
	s.hub.mu.Lock()
	was := s.hub.newest[scope]
	s.hub.newest[scope] = id
	s.hub.mu.Unlock()
	moved := was != "" && was != id
	if moved {
		news := FilesMoved{Asked: s.nameOf(scope), Failed: failed}
		if failed == "" {
			news.Snapshot = id
		}
		s.hub.broadcast(message("files", news))
	}
	return moved
}

// watched returns the files whose changes lead to another snapshot of a followed scope.
func (ss *snapshots) watched() []string {
	ss.mu.Lock()
	defer ss.mu.Unlock()
	out := []string{}
	for _, snap := range ss.newest {
		out = append(out, snap.paths()...)
	}
	return out
}

// followResponses notifies the pages when agents' responses change, until the server ends.
func (s *Server) followResponses() {
	s.hub.whileListened(s.base, func(ctx context.Context) {
		service, done, err := s.service()
		if err != nil {
			return // the page's own request gets the reason
		}
		defer done()
		_ = feedback.FollowResponses(ctx, service, "", func(f transcript.Found) error {
			s.hub.broadcast(message("responses", ResponsesMoved{string(f.State())}))
			return nil
		}) // it ends with the last page
	})
}
