package watch

import (
	"context"
	"maps"
	"path/filepath"
	"slices"
	"sync"
	"time"
)

// These are the times of a watcher.
const (
	Quiet      = 50 * time.Millisecond  // a change is reported after so long without another event
	Longest    = 250 * time.Millisecond // or after so long, even if events continue
	Again      = 100 * time.Millisecond // a change of the store so long after another is reported at once
	PollEvery  = time.Second            // interval of states if a folder cannot be watched
	CheckEvery = 5 * time.Second        // interval of states otherwise
)

// Options has the paths to watch and the functions to use. Paths are absolute.
type Options struct {
	Root  string // files are relative to it
	Store string // the store's folder, which may be missing
	Git   string // the worktree's git folder, with HEAD and index; "" without git
	// Others returns the folders of other stores whose changes count as the store's; may be nil.
	Others func() []string

	After func(time.Duration) <-chan time.Time // time.After; required
	Open  func() (Source, error)               // [Notify]; required
}

// IsZero reports whether nothing changed.
func (c Change) IsZero() bool { return !c.Store && !c.Git && !c.Paths && len(c.Files) == 0 }

// and returns c merged with a later change.
func (c Change) and(d Change) Change {
	out := Change{Store: c.Store || d.Store, Git: c.Git || d.Git, Paths: c.Paths || d.Paths, Files: append(c.Files, d.Files...)}
	slices.Sort(out.Files)
	out.Files = slices.Compact(out.Files)
	return out
}

// Source sends nudges when something happens in a folder. It is used by one goroutine.
type Source interface {
	Add(dir string) error    // adding a folder twice watches it once
	Remove(dir string) error // the caller ignores errors
	Nudges() <-chan struct{} // closed after a permanent failure of the source
	Close() error
}

// Watcher watches one project.
type Watcher struct {
	o     Options
	woken chan struct{} // capacity 1
	last  *loop         // that of the last call of Events; nil before the first

	mu    sync.Mutex
	files map[string]stamp // each file when it was set
	paths map[string]stamp // likewise
}

// New returns a watcher, which starts with Events.
func New(o Options) *Watcher { return &Watcher{o: o, woken: make(chan struct{}, 1)} }

// SetFiles replaces the files to watch: slash-separated and relative to the root. Changes after its return are
// reported. It may be called concurrently.
func (w *Watcher) SetFiles(files []string) {
	before, _ := w.watched()
	set, same := make(map[string]stamp, len(files)), true
	for _, f := range files {
		was, known := before[f] // later changes were reported already, or will be
		if !known {
			was, same = stampOf(w.path(f)), false
		}
		set[f] = was
	}
	if same && len(set) == len(before) {
		return
	}
	w.mu.Lock()
	w.files = set
	w.mu.Unlock()
	w.wake()
}

// SetPaths replaces the files and folders outside the project to watch. They are absolute and may be missing. A
// folder changes when an entry is added to it or removed. SetPaths may be called concurrently.
func (w *Watcher) SetPaths(paths []string) {
	set := make(map[string]stamp, len(paths))
	for _, p := range paths {
		set[p] = stampOf(p)
	}
	w.mu.Lock()
	w.paths = set
	w.mu.Unlock()
	w.wake()
}

func (w *Watcher) wake() {
	select {
	case w.woken <- struct{}{}:
	default:
	}
}

// Events returns a channel of changes from now on. When ctx ends, the channel is closed and everything is released.
// Changes that were not received yet are merged into one. Events may be called again once that channel is closed; the
// first change is then what changed meanwhile.
func (w *Watcher) Events(ctx context.Context) <-chan Change {
	out := make(chan Change)
	l := &loop{w: w, out: out, dirs: map[string]bool{}}
	if source, err := w.o.Open(); err == nil {
		l.source, l.nudges = source, source.Nudges()
	}
	l.arm()
	l.state = l.read()
	before := l.state
	before.files, before.paths = nil, nil // those are compared with what they were when they were set
	if w.last != nil {
		before, l.pending = w.last.state, w.last.pending
	}
	l.pending = l.pending.and(before.changeTo(l.state))
	w.last = l
	go l.run(ctx)
	return out
}

// loop is the goroutine of one call of Events.
type loop struct {
	w      *Watcher
	out    chan<- Change
	source Source // nil if there is none
	nudges <-chan struct{}
	dirs   map[string]bool // folders that the source watches
	blind  bool            // a folder cannot be watched
	state  state

	quiet, longest, tick <-chan time.Time
	pending              Change
	soon                 <-chan time.Time // until then changes of the store wait for quiet too; nil if they do not
}

func (l *loop) run(ctx context.Context) {
	defer close(l.out)
	defer l.closeSource()
	l.tick = l.w.o.After(l.interval())
	for {
		var out chan<- Change
		if !l.pending.IsZero() {
			out = l.out
		}
		select {
		case <-ctx.Done():
			return
		case out <- l.pending:
			l.pending = Change{}
		case _, ok := <-l.nudges:
			l.nudged(ok)
		case <-l.w.woken:
			l.refresh()
		case <-l.quiet:
			l.refresh()
		case <-l.longest:
			l.refresh()
		case <-l.soon:
			l.soon = nil
		case <-l.tick:
			l.refresh()
			l.tick = l.w.o.After(l.interval())
		}
	}
}

func (l *loop) interval() time.Duration {
	if l.source == nil || l.blind {
		return PollEvery
	}
	return CheckEvery
}

// nudged waits for quiet, up to the maximum time.
func (l *loop) nudged(ok bool) {
	if !ok { // from now on there are only ticks
		l.closeSource()
		l.tick = l.w.o.After(0)
		return
	}
	l.quiet = l.w.o.After(Quiet)
	if l.longest == nil {
		l.longest = l.w.o.After(Longest)
	}
	l.moved()
}

// moved reports at once that the store changed: its ref is replaced as a whole, so that waiting is pointless, and the
// user may be waiting for an answer. For a while after that, changes of the store wait for quiet, to be reported as
// one.
func (l *loop) moved() {
	if l.soon != nil {
		return
	}
	now := l.state
	now.store = l.w.store()
	if l.state.changeTo(now).Store && now.store[1].exists {
		l.pending = l.pending.and(Change{Store: true})
		l.state.store = now.store
		l.soon = l.w.o.After(Again)
	}
}

func (l *loop) closeSource() {
	if l.source != nil {
		_ = l.source.Close()
		l.source, l.nudges = nil, nil
	}
}

// refresh reads the state, and watches the current folders. Files that appeared before their folder was watched are
// in the state that it reads last.
func (l *loop) refresh() {
	l.quiet, l.longest = nil, nil
	for more := true; more; {
		more = l.arm()
		now := l.read()
		l.pending = l.pending.and(l.state.changeTo(now))
		l.state = now
	}
}

// arm makes the source watch the folders that matter now, and reports whether one of them is new.
func (l *loop) arm() bool {
	if l.source == nil {
		return false
	}
	want := l.w.folders()
	for dir := range l.dirs {
		if !want[dir] {
			_ = l.source.Remove(dir)
			delete(l.dirs, dir)
		}
	}
	added := false
	l.blind = false
	for _, dir := range slices.Sorted(maps.Keys(want)) {
		// Folders are added each time, because a folder that was deleted and made again is another one under the same
		// name.
		if err := l.source.Add(dir); err != nil {
			l.blind = true
			delete(l.dirs, dir)
			continue
		}
		added = added || !l.dirs[dir]
		l.dirs[dir] = true
	}
	return added
}

// folders returns the folders to watch.
func (w *Watcher) folders() map[string]bool {
	out := map[string]bool{}
	add := func(dir string) { out[nearest(dir)] = true }
	add(w.o.Store)
	add(filepath.Join(w.o.Store, refFolder))
	if w.o.Git != "" {
		add(w.o.Git)
	}
	for _, store := range w.others() {
		add(filepath.Join(store, refFolder))
	}
	files, paths := w.watched()
	for f := range files {
		add(filepath.Dir(w.path(f)))
	}
	for p := range paths {
		add(p)
		add(filepath.Dir(p))
	}
	return out
}

// watched returns the files and paths with the stamp of each when it was set. The caller must not change them.
func (w *Watcher) watched() (files, paths map[string]stamp) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.files, w.paths
}

func (w *Watcher) path(file string) string { return filepath.Join(w.o.Root, filepath.FromSlash(file)) }

func (w *Watcher) others() []string {
	if w.o.Others == nil {
		return nil
	}
	return w.o.Others()
}

// store reads the state of the store.
func (w *Watcher) store() [3]stamp {
	dir := w.o.Store
	return [3]stamp{stampOf(dir), stampOf(filepath.Join(dir, refFolder, refName)), stampOf(filepath.Join(dir, "packed-refs"))}
}

// read reads the state of everything.
func (l *loop) read() state {
	o := l.w.o
	s := state{store: l.w.store(), others: map[string]stamp{}, files: map[string]stamp{}, paths: map[string]stamp{}}
	for _, store := range l.w.others() {
		s.others[store] = stampOf(filepath.Join(store, refFolder, refName))
	}
	if o.Git != "" {
		s.git = [2]stamp{stampOf(filepath.Join(o.Git, "HEAD")), stampOf(filepath.Join(o.Git, "index"))}
	}
	s.set, s.put = l.w.watched()
	for f := range s.set {
		s.files[f] = stampOf(l.w.path(f))
	}
	for p := range s.put {
		s.paths[p] = stampOf(p)
	}
	return s
}
