package review

import (
	"context"
	"slices"
	"time"

	"consider/gitstore"
	"consider/internal/fail"
	"consider/internal/place"
	"consider/internal/review/history"
	"consider/internal/session"
	"consider/internal/thread"
	"consider/internal/watch"
)

// WatchInput says which events to emit. The zero value means all events from now on that a log shows.
type WatchInput struct {
	Since string // cursor to begin after; "" means now
	For   string // human or agent: only their actions; "" or any: everything, including where threads have moved to
	All   bool   // also when agents read a thread, and when the store was created
}

// Follow calls emit with each event as it happens, oldest first, until ctx ends or emit fails. Besides the history's
// events it emits where threads have moved to when files change.
func Follow(ctx context.Context, s *session.Session, in WatchInput, emit func(history.Event) error) error {
	if in.For != "" && in.For != "any" && in.For != string(thread.Human) && in.For != string(thread.Agent) {
		return fail.Usage("{--for} must be human, agent or any, not %q", in.For)
	}
	watching, stop := context.WithCancel(ctx)
	defer stop()
	f := &follower{s: s, in: in, emit: emit}
	var changes <-chan watch.Change
	if s.Watch != nil {
		f.watcher = s.Watch()
		changes = f.watcher.Events(watching)
	}
	var err error
	if f.seen, err = history.StartAt(ctx, s, in.Since); err != nil {
		return err
	}
	store := time.NewTicker(history.PollEvery)
	defer store.Stop()
	files := time.NewTicker(watch.CheckEvery)
	defer files.Stop()
	// The first list emits nothing, as later lists are compared with it; so it is made before anything is emitted.
	if err := f.place(ctx); err != nil {
		return err
	}
	for moved := false; ; {
		told, err := f.emitNew(ctx)
		if err == nil && (moved || told) {
			err = f.place(ctx)
		}
		if err != nil {
			return err
		}
		var again <-chan time.Time
		if len(f.lost) > 0 {
			again = time.After(watch.Quiet)
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case c, ok := <-changes:
			moved = ok && (c.Git || len(c.Files) > 0)
		case <-store.C:
			moved = false
		case <-files.C:
			// A thread's code may appear in a file that is not watched.
			moved = true
		case <-again:
			moved = true
		}
	}
}

// follower is one run of Follow.
type follower struct {
	s       *session.Session
	in      WatchInput
	emit    func(history.Event) error
	watcher *watch.Watcher // may be nil

	seen   gitstore.ID          // all events up to here were emitted
	places map[string]lastPlace // where the listener believes each open thread to be
	lost   map[string]lastPlace // of those, the threads that the last list could not find for the first time
}

// lastPlace is where a thread was in the last list.
type lastPlace struct {
	state thread.AnchorState
	at    string // "" when it is not anchored
	file  string // the file of at
}

// emitNew emits the new events of the history, and reports whether there were any.
func (f *follower) emitNew(ctx context.Context) (bool, error) {
	h, tip, events, err := history.News(ctx, f.s, f.seen, nil)
	if err != nil || tip == f.seen {
		return false, err
	}
	f.seen = tip
	for _, e := range slices.Backward(events) {
		if e.Quiet() && !f.in.All || f.in.For != "" && f.in.For != "any" && string(e.By.Kind.Role()) != f.in.For {
			continue
		}
		if st, err := f.s.Snapshot(ctx); err == nil && e.Hidden(st) {
			continue
		}
		h.Detail(ctx, &e)
		// Before e is emitted: the listener may change a file at once, and that change has to be noticed too.
		if err := f.believe(ctx, e); err != nil {
			return true, err
		}
		if err := f.emit(e); err != nil {
			return true, err
		}
	}
	return true, nil
}

// believe records the places of threads that e itself reports, so that they are not reported again as moves. An undo
// does not say where it left the threads, so they are taken to be where they are now.
func (f *follower) believe(ctx context.Context, e history.Event) error {
	if f.places == nil {
		return nil
	}
	switch e.Kind {
	case history.Reanchored:
		for _, id := range e.Threads {
			f.places[id] = lastPlace{state: thread.Anchored, at: e.Place, file: e.File}
		}
	case history.Undone:
		list, _, err := listAt(ctx, f.s, ListInput{}, nil)
		if err != nil {
			return err
		}
		for i := range list.Threads {
			if t := &list.Threads[i]; slices.Contains(e.Threads, t.ID) {
				f.places[t.ID] = lastPlaceOf(t)
			}
		}
	}
	return nil
}

// place lists the open threads and emits an event for each that is not where the listener believes it to be. A loss has
// to last: the file may have been read while it was written.
func (f *follower) place(ctx context.Context) error {
	if f.s.StoreAbsent() || f.in.For == string(thread.Human) || f.in.For == string(thread.Agent) {
		return nil
	}
	list, _, err := listAt(ctx, f.s, ListInput{}, nil)
	if err != nil {
		return err
	}
	places, lost, files := map[string]lastPlace{}, map[string]lastPlace{}, []string{}
	for i := range list.Threads {
		t := &list.Threads[i]
		now := lastPlaceOf(t)
		places[t.ID] = now
		files = append(files, t.File, t.Placement.File)
		was, known := f.places[t.ID]
		if !known || was == now {
			continue
		}
		if now.at == "" && was.at != "" && f.lost[t.ID] != now {
			places[t.ID], lost[t.ID] = was, now
			continue
		}
		if err := f.emit(placement(t.ID, was, now, f.seen, f.s.Now())); err != nil {
			return err
		}
	}
	f.places, f.lost = places, lost
	if f.watcher != nil {
		f.watcher.SetFiles(slices.DeleteFunc(files, func(file string) bool { return file == "" }))
	}
	return nil
}

func lastPlaceOf(t *place.ThreadView) lastPlace {
	out := lastPlace{state: t.AnchorState}
	if t.AnchorState == thread.Anchored && t.Placement.File != "" {
		at := t.Where()
		out.at, out.file = at.String(), at.File
	}
	return out
}

func placement(id string, was, is lastPlace, at gitstore.ID, now time.Time) history.Event {
	return history.Event{
		Cursor: at.String(), At: now.UTC().Truncate(time.Second), Kind: history.Placed, Threads: []string{id},
		AnchorState: is.state, Place: is.at, File: is.file, Was: was.at, WasFile: was.file,
	}
}
