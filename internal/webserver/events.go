package webserver

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"time"

	"consider/internal/fail"
	"consider/internal/review/feedback"
	"consider/internal/review/history"
	"consider/internal/transcript"
)

// These times and bounds apply to the stream of events.
const (
	pingEvery  = 2 * time.Second        // a page that hears nothing for much longer knows that the server is gone
	storeEvery = 200 * time.Millisecond // between two reads of the store's ref, with or without file events
	filesEvery = 2 * time.Second        // least time between two comparisons
	filesShare = 20                     // comparing may take one part in filesShare of the time
	waiting    = 64                     // how many messages a page may be behind
	maxTold    = 200                    // events in one message
)

// Change is what happened in the store.
type Change struct {
	Cursor string          `json:"cursor"`
	Events []history.Event `json:"events"`
}

// FilesMoved says that another diff can be shown, or that none can be made.
type FilesMoved struct {
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
	sub := &subscriber{make(chan []byte, waiting), browser}
	h.subscribers[sub] = true
	return sub, true
}

func (h *hub) remove(sub *subscriber) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.subscribers[sub] {
		delete(h.subscribers, sub)
		close(sub.messages)
	}
}

func (h *hub) broadcast(message []byte) {
	h.mu.Lock()
	defer h.mu.Unlock()
	for sub := range h.subscribers {
		select {
		case sub.messages <- message:
		default:
			delete(h.subscribers, sub)
			close(sub.messages)
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

func (h *hub) listened() bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(h.subscribers) > 0
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
		delete(h.subscribers, sub)
		close(sub.messages)
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
	if change, ok := s.changes(r.Context(), q.Get("since")); ok {
		if !q.Has("since") {
			change.Events = []history.Event{} // the page may know some of them, so it only gets the signal to ask
		}
		out = message("change", change)
	}
	s.hub.mu.Lock()
	newest := s.hub.newest
	s.hub.mu.Unlock()
	if known := q.Get("snapshot"); known != "" && newest != "" && newest != known && newest != unreadable {
		out = append(out, message("files", FilesMoved{Snapshot: newest})...)
	}
	return out
}

// changes returns what happened in the store after a cursor; false when nothing did.
func (s *Server) changes(ctx context.Context, since string) (Change, bool) {
	service, done, err := s.service()
	if err != nil {
		return Change{}, false
	}
	defer done()
	tip, err := service.Tip(ctx)
	if err != nil || tip == since {
		return Change{}, false
	}
	change := Change{Cursor: tip, Events: []history.Event{}}
	in := history.LogInput{Since: strings.Trim(since, "0"), Max: maxTold}
	if in.Since != "" {
		in.Since = since
	}
	// The cursor may be of a store that no longer exists. The page lists everything anew then too.
	if log, err := history.Log(ctx, service, in); err == nil {
		for i := len(log.Events) - 1; i >= 0; i-- {
			change.Events = append(change.Events, log.Events[i])
		}
	}
	return change, true
}

// follow notifies the pages of changes, until ctx ends.
func (s *Server) follow(ctx context.Context) {
	changes := s.Watch.Events(ctx)
	cursor := ""
	if service, done, err := s.service(); err == nil {
		cursor, _ = service.Tip(ctx) // after an error it is "", and the first look at the store reports a change
		done()
	}
	moved := make(chan struct{}, 1)
	s.working.Go(func() { s.followFiles(ctx, moved) })
	store := time.NewTicker(storeEvery)
	defer store.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case c, ok := <-changes:
			if !ok {
				changes = nil
			}
			if c.Git || len(c.Files) > 0 {
				select {
				case moved <- struct{}{}:
				default:
				}
			}
		case <-store.C:
		}
		if change, ok := s.changes(ctx, cursor); ok {
			cursor = change.Cursor
			s.hub.broadcast(message("change", change))
		}
	}
}

// followFiles compares when a file changed, and from time to time, because new files are not among the watched ones.
// Comparing takes at most its share of the time, and stops while no page listens.
func (s *Server) followFiles(ctx context.Context, moved <-chan struct{}) {
	wait := filesEvery
	timer := time.NewTimer(wait)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-moved:
		case <-timer.C:
		}
		if s.hub.listened() {
			wait = s.compareFiles(ctx)
		}
		timer.Reset(wait)
	}
}

// compareFiles compares, notifies the pages if the result differs from the last one, and returns how long to wait until
// the next comparison.
func (s *Server) compareFiles(ctx context.Context) time.Duration {
	before := s.Now()
	snap, giveBack, err := s.fresh(ctx)
	switch {
	case err == nil:
		defer giveBack()
		if s.moved(snap.comparison.ID, FilesMoved{Snapshot: snap.comparison.ID}) {
			s.Watch.SetFiles(snap.watched())
		}
	case ctx.Err() == nil:
		s.moved(unreadable, FilesMoved{Failed: fail.FailureOf(err).Message})
	}
	return max(filesEvery, filesShare*s.Now().Sub(before))
}

// moved notes the newest snapshot, notifies the pages if it replaces a different one, and reports whether it does.
func (s *Server) moved(id string, news FilesMoved) bool {
	moved := s.hub.moved(id)
	if moved {
		s.hub.broadcast(message("files", news))
	}
	return moved
}

// moved notes the newest snapshot and reports whether it replaces a different one.
func (h *hub) moved(id string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	was := h.newest
	h.newest = id
	return was != "" && was != id
}

// watched returns the files whose changes lead to another snapshot.
func (s *snapshot) watched() []string {
	out := make([]string, 0, len(s.files))
	for i := range s.comparison.Files {
		out = append(out, s.comparison.Files[i].Path)
	}
	return out
}

// followResponses notifies the pages when agents' responses change, until the server ends.
func (s *Server) followResponses() {
	service, done, err := s.service()
	if err != nil {
		return // the page's own request gets the reason
	}
	defer done()
	_ = feedback.FollowResponses(s.base, service, feedback.ResponsesWatch{}, func(f transcript.Found) error {
		s.hub.broadcast(message("responses", ResponsesMoved{string(f.State())}))
		return nil
	}) // it ends with the server
}
