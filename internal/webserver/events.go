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

// The times of the stream.
const (
	pingEvery  = 2 * time.Second        // a page that hears nothing for longer knows that the server is gone
	storeEvery = 200 * time.Millisecond // between two reads of the store's ref, whatever file events say
	filesEvery = 2 * time.Second        // between two comparisons, at the least
	filesShare = 20                     // comparing may take one part in so many of the time
	waiting    = 64                     // messages that a page may be behind by
	maxTold    = 200                    // events in one message
)

// Change is what happened to the store.
type Change struct {
	Cursor string          `json:"cursor"`
	Events []history.Event `json:"events"`
}

// FilesMoved says that another diff can be shown, or that none can be made.
type FilesMoved struct {
	Snapshot string `json:"snapshot"`         // "" with Failed
	Failed   string `json:"failed,omitempty"` // why the files cannot be compared now
}

// unreadable stands for a snapshot where the newest comparison failed.
const unreadable = "unreadable"

func (h *hub) add() (*subscriber, bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		return nil, false
	}
	sub := &subscriber{messages: make(chan []byte, waiting)}
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

func (h *hub) tell(message []byte) {
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

// message is one event of a stream. JSON has no line feeds of its own.
func message(name string, v any) []byte {
	data, err := encode(v)
	if err != nil {
		return nil
	}
	return fmt.Appendf(nil, "event: %s\ndata: %s\n\n", name, data)
}

// getEvents streams what happens until the page or the server goes. since and snapshot say what the page knows.
func (s *Server) getEvents(w http.ResponseWriter, r *http.Request) {
	sub, ok := s.hub.add()
	if !ok {
		writeFailure(w, r, errEnding)
		return
	}
	defer s.hub.remove(sub)
	if r.URL.Query().Has("responses") { // nothing of the agents' is looked at before a page wants to hear of it
		s.answers.Do(func() { s.working.Go(s.followResponses) })
	}
	control := http.NewResponseController(w)
	_ = control.SetReadDeadline(time.Time{}) // the stream has no end of its own
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

// missed is what happened between the page's boot and its listening.
func (s *Server) missed(r *http.Request) []byte {
	var out []byte
	q := r.URL.Query()
	if change, ok := s.changes(r.Context(), q.Get("since")); ok {
		if !q.Has("since") {
			change.Events = []history.Event{} // it may know some of them: it is only told to ask
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
	// A cursor of a store that is not there any more: the page lists everything anew all the same.
	if log, err := history.Log(ctx, service, in); err == nil {
		for i := len(log.Events) - 1; i >= 0; i-- {
			change.Events = append(change.Events, log.Events[i])
		}
	}
	return change, true
}

// follow tells the pages what changes, until ctx ends.
func (s *Server) follow(ctx context.Context) {
	changes := s.Watch.Events(ctx)
	cursor := ""
	if service, done, err := s.service(); err == nil {
		cursor, _ = service.Tip(ctx) // "" is asked for again
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
			s.hub.tell(message("change", change))
		}
	}
}

// followFiles compares when a file moved, and from time to time: new files are in no list of what is watched. That
// takes no more than its share of the time, and is left out while no page listens.
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

// compareFiles compares, tells when something differs from before, and returns how long to wait for the next time.
func (s *Server) compareFiles(ctx context.Context) time.Duration {
	before := s.Now()
	snap, giveBack, err := s.fresh(ctx)
	switch {
	case err == nil:
		defer giveBack()
		if s.hub.moved(snap.comparison.ID) {
			s.Watch.SetFiles(snap.watched())
			s.hub.tell(message("files", FilesMoved{Snapshot: snap.comparison.ID}))
		}
	case ctx.Err() == nil && s.hub.moved(unreadable):
		s.hub.tell(message("files", FilesMoved{Failed: fail.FailureOf(err).Message}))
	}
	return max(filesEvery, filesShare*s.Now().Sub(before))
}

// moved notes the newest snapshot and reports whether it is another one.
func (h *hub) moved(id string) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	was := h.newest
	h.newest = id
	return was != "" && was != id
}

// watched are the files whose changes make another snapshot.
func (s *snapshot) watched() []string {
	out := make([]string, 0, len(s.files))
	for i := range s.comparison.Files {
		out = append(out, s.comparison.Files[i].Path)
	}
	return out
}

// followResponses tells the pages of other answers, until the server ends.
func (s *Server) followResponses() {
	service, done, err := s.service()
	if err != nil {
		return // the page's own question says why
	}
	defer done()
	_ = feedback.FollowResponses(s.base, service, feedback.ResponsesWatch{}, func(f transcript.Found) error {
		s.hub.tell(message("responses", ResponsesMoved{string(f.State())}))
		return nil
	}) // it ends with the server
}
