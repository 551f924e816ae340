package watch

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
)

// project is a folder with everything that a watcher watches.
type project struct {
	t    *testing.T
	root string
}

func newProject(t *testing.T) *project {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	p := &project{t, dir}
	p.write(".git/HEAD", "ref: refs/heads/main\n")
	p.write(".git/index", "1")
	p.write("src/a.go", "package a\n")
	return p
}

func (p *project) path(name string) string { return filepath.Join(p.root, filepath.FromSlash(name)) }

// write replaces a file as git and gitstore do: by a rename.
func (p *project) write(name, text string) {
	p.t.Helper()
	path := p.path(name)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		p.t.Fatal(err)
	}
	if err := os.WriteFile(path+".new", []byte(text), 0o644); err != nil {
		p.t.Fatal(err)
	}
	if err := os.Rename(path+".new", path); err != nil {
		p.t.Fatal(err)
	}
}

// move changes the tip of the store.
func (p *project) move(tip string) { p.write(".consider/refs/heads/threads", tip) }

// remove deletes a folder below the project.
func (p *project) remove(name string) {
	p.t.Helper()
	root, err := os.OpenRoot(p.root)
	if err != nil {
		p.t.Fatal(err)
	}
	defer root.Close()
	if err := root.RemoveAll(filepath.FromSlash(name)); err != nil {
		p.t.Fatal(err)
	}
}

func (p *project) options(open func() (Source, error)) Options {
	return Options{Root: p.root, Store: p.path(".consider"), Git: p.path(".git"), After: time.After, Open: open}
}

// hand is a source that nudges when the test calls it.
type hand struct {
	nudges chan struct{}
	full   bool // its limit of watches is reached
	dirs   map[string]bool
	adds   int // how often a folder was added, including repeated calls
}

func newHand() *hand { return &hand{dirs: map[string]bool{}} }

// open makes the channel, which must belong to the bubble that uses it.
func (h *hand) open() (Source, error) {
	h.nudges = make(chan struct{}, 1)
	return h, nil
}

func (h *hand) Add(dir string) error {
	if h.full {
		return errors.New("no watches left")
	}
	h.dirs[dir] = true
	h.adds++
	return nil
}

func (h *hand) Remove(dir string) error { delete(h.dirs, dir); return nil }
func (h *hand) Nudges() <-chan struct{} { return h.nudges }
func (h *hand) Close() error            { return nil }

func noSource() (Source, error) { return nil, errors.New("this system has no events") }

// got returns the change that can be received without waiting; a zero one if there is none.
func got(events <-chan Change) Change {
	synctest.Wait()
	select {
	case c := <-events:
		return c
	default:
		return Change{}
	}
}

func want(t *testing.T, events <-chan Change, c Change) {
	t.Helper()
	if diff := cmp.Diff(c, got(events)); diff != "" {
		t.Errorf("change (-want +got):\n%s", diff)
	}
}

// inBubble runs a test with a clock that advances only when all goroutines wait.
func inBubble(t *testing.T, o func(p *project) Options, f func(p *project, w *Watcher, events <-chan Change)) {
	p := newProject(t)
	p.move("1")
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		w := New(o(p))
		events := w.Events(ctx)
		f(p, w, events)
		cancel()
		for range events { // until it is closed
		}
	})
}

func TestAChangeIsToldWhenItIsQuiet(t *testing.T) {
	h := newHand()
	inBubble(t, func(p *project) Options { return p.options(h.open) }, func(p *project, _ *Watcher, events <-chan Change) {
		p.write(".git/HEAD", "ref: refs/heads/other\n")
		h.nudges <- struct{}{}
		time.Sleep(Quiet - time.Millisecond)
		want(t, events, Change{})
		time.Sleep(2 * time.Millisecond)
		want(t, events, Change{Git: true})
		time.Sleep(time.Hour)
		want(t, events, Change{})
	})
}

func TestThatTheStoreMovedIsToldAtOnceAndThenWhenItIsQuiet(t *testing.T) {
	h := newHand()
	inBubble(t, func(p *project) Options { return p.options(h.open) }, func(p *project, _ *Watcher, events <-chan Change) {
		h.nudges <- struct{}{} // its lock file, before the ref changes
		want(t, events, Change{})
		p.move("2")
		h.nudges <- struct{}{}
		want(t, events, Change{Store: true})
		for _, tip := range []string{"3", "4", "5"} { // a burst is reported as one change
			p.move(tip)
			h.nudges <- struct{}{}
			time.Sleep(Quiet - time.Millisecond)
			want(t, events, Change{})
		}
		time.Sleep(2 * time.Millisecond)
		want(t, events, Change{Store: true})
		time.Sleep(Again)
		p.move("6")
		h.nudges <- struct{}{}
		want(t, events, Change{Store: true})
		time.Sleep(time.Hour)
		want(t, events, Change{})
	})
}

func TestWithoutQuietAChangeIsToldAllTheSame(t *testing.T) {
	h := newHand()
	inBubble(t, func(p *project) Options { return p.options(h.open) }, func(p *project, _ *Watcher, events <-chan Change) {
		p.write(".git/HEAD", "ref: refs/heads/other\n")
		start := time.Now()
		for time.Since(start) < Longest-5*time.Millisecond {
			want(t, events, Change{})
			h.nudges <- struct{}{}
			time.Sleep(10 * time.Millisecond)
		}
		time.Sleep(10 * time.Millisecond)
		want(t, events, Change{Git: true})
	})
}

func TestNudgesAloneAreNoChange(t *testing.T) {
	h := newHand()
	inBubble(t, func(p *project) Options { return p.options(h.open) }, func(p *project, _ *Watcher, events <-chan Change) {
		p.write("src/other.go", "of no interest")
		h.nudges <- struct{}{}
		time.Sleep(time.Minute)
		want(t, events, Change{})
	})
}

func TestWithoutEventsItTicksEverySecond(t *testing.T) {
	full := newHand()
	full.full = true
	for name, open := range map[string]func() (Source, error){"no events": noSource, "no watches left": full.open} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, func(p *project) Options { return p.options(open) }, func(p *project, w *Watcher, events <-chan Change) {
				p.move("2")
				time.Sleep(PollEvery + time.Millisecond)
				want(t, events, Change{Store: true})
				w.SetFiles([]string{"src/a.go"})
				time.Sleep(PollEvery)
				want(t, events, Change{})
				p.write("src/a.go", "package b\n")
				time.Sleep(PollEvery)
				want(t, events, Change{Files: []string{"src/a.go"}})
			})
		})
	}
}

func TestASourceThatFailsIsReplacedByTicks(t *testing.T) {
	h := newHand()
	inBubble(t, func(p *project) Options { return p.options(h.open) }, func(p *project, _ *Watcher, events <-chan Change) {
		close(h.nudges)
		synctest.Wait()
		p.move("2")
		time.Sleep(PollEvery + time.Millisecond)
		want(t, events, Change{Store: true})
	})
}

func TestASilentFileSystemIsCheckedNowAndThen(t *testing.T) {
	h := newHand()
	inBubble(t, func(p *project) Options { return p.options(h.open) }, func(p *project, _ *Watcher, events <-chan Change) {
		p.move("2")
		time.Sleep(CheckEvery + time.Millisecond)
		want(t, events, Change{Store: true})
	})
}

func TestChangesThatNobodyReceivesBecomeOne(t *testing.T) {
	inBubble(t, func(p *project) Options { return p.options(noSource) }, func(p *project, w *Watcher, events <-chan Change) {
		w.SetFiles([]string{"src/b.go", "src/a.go", "src/a.go"})
		synctest.Wait()
		p.write("src/a.go", "2")
		time.Sleep(2 * PollEvery)
		p.write("src/b.go", "made")
		p.write("src/a.go", "three")
		time.Sleep(2 * PollEvery)
		p.write(".git/HEAD", "ref: refs/heads/other\n")
		p.remove(".consider")
		time.Sleep(2 * PollEvery)
		want(t, events, Change{Store: true, Git: true, Files: []string{"src/a.go", "src/b.go"}})
		want(t, events, Change{})
	})
}

func TestOnlyFoldersThatMatterAreWatched(t *testing.T) {
	h := newHand()
	inBubble(t, func(p *project) Options { return p.options(h.open) }, func(p *project, w *Watcher, _ <-chan Change) {
		check := func(want ...string) {
			t.Helper()
			synctest.Wait()
			have := map[string]bool{}
			for _, dir := range want {
				have[p.path(dir)] = true
			}
			if diff := cmp.Diff(have, h.dirs); diff != "" {
				t.Errorf("watched (-want +got):\n%s", diff)
			}
		}
		check(".consider", ".consider/refs/heads", ".git")
		w.SetFiles([]string{"src/a.go", "gone/deep/b.go"})
		check(".consider", ".consider/refs/heads", ".git", "src", ".")
		w.SetFiles(nil)
		p.remove(".consider")
		time.Sleep(CheckEvery + time.Millisecond)
		check(".git", ".")
	})
}

// A page sets its files each time it is loaded: setting thousands of unchanged files costs nothing.
func TestTheSameFilesAgainAreNotLookedAt(t *testing.T) {
	h := newHand()
	inBubble(t, func(p *project) Options { return p.options(h.open) }, func(p *project, w *Watcher, events <-chan Change) {
		w.SetFiles([]string{"src/a.go", "b.go"})
		synctest.Wait()
		before := h.adds
		w.SetFiles([]string{"b.go", "src/a.go"})
		synctest.Wait()
		if h.adds != before {
			t.Errorf("%d folders were added again", h.adds-before)
		}
		p.write("b.go", "another\n")
		w.SetFiles([]string{"src/a.go", "b.go", "c.go"})
		want(t, events, Change{Files: []string{"b.go"}})
		w.SetFiles([]string{"c.go"})
		p.write("b.go", "a third\n")
		p.write("c.go", "new\n")
		h.nudges <- struct{}{}
		time.Sleep(Quiet + time.Millisecond)
		want(t, events, Change{Files: []string{"c.go"}})
	})
}

func TestWhatChangedBetweenTwoCallsIsReportedByTheSecond(t *testing.T) {
	p := newProject(t)
	p.move("1")
	synctest.Test(t, func(t *testing.T) {
		w := New(p.options(noSource))
		w.SetFiles([]string{"src/a.go", "src/b.go"})
		call := func(change Change) {
			t.Helper()
			ctx, cancel := context.WithCancel(t.Context())
			events := w.Events(ctx)
			want(t, events, change)
			want(t, events, Change{})
			cancel()
			for range events { // until it is closed
			}
		}
		p.write("src/a.go", "package b\n")
		call(Change{Files: []string{"src/a.go"}})
		p.move("2")
		p.write("src/b.go", "new\n")
		call(Change{Store: true, Files: []string{"src/b.go"}})
		call(Change{})
	})
}

// next waits for the next change of a real source.
func next(t *testing.T, events <-chan Change) Change {
	t.Helper()
	select {
	case c := <-events:
		return c
	case <-time.After(5 * time.Minute):
		t.Fatal("nothing was told")
		return Change{}
	}
}

func TestTheSystemsEventsAreSeen(t *testing.T) {
	p := newProject(t)
	o := p.options(Notify)
	o.After = func(d time.Duration) <-chan time.Time {
		if d >= PollEvery {
			return nil // so that only events can cause reports
		}
		return time.After(d)
	}
	w := New(o)
	events := w.Events(t.Context())
	step := func(what string, want Change, do func()) {
		t.Helper()
		do()
		var all Change
		for all = next(t, events); !cmp.Equal(all, want); all = all.and(next(t, events)) {
			if all.Git && !want.Git || len(all.Files) > len(want.Files) {
				t.Fatalf("%s: told %+v, want %+v", what, all, want)
			}
		}
	}
	store := Change{Store: true}
	step("the store is made", store, func() { p.move("1") })
	settle(events)
	step("it moves", store, func() { p.move("2") })
	step("its refs are packed", store, func() { p.write(".consider/packed-refs", "2 refs/heads/threads") })
	step("it is deleted", store, func() { p.remove(".consider") })
	settle(events)
	step("it is made again", store, func() { p.move("3") })
	settle(events)
	step("it moves again", store, func() { p.move("4") })
	step("HEAD moves", Change{Git: true}, func() { p.write(".git/HEAD", "ref: refs/heads/b\n") })
	w.SetFiles([]string{"src/a.go"})
	settle(events)
	file := Change{Files: []string{"src/a.go"}}
	step("a file is replaced", file, func() { p.write("src/a.go", "package b\n") })
	step("its folder is deleted", file, func() { p.remove("src") })
	settle(events)
	step("its folder is made again", file, func() { p.write("src/a.go", "package c\n") })
	settle(events)
	step("the file is written in place", file, func() {
		if err := os.WriteFile(p.path("src/a.go"), []byte("package longer\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	})
}

// settle receives the remaining changes of the last step, and lets the watcher find its folders.
func settle(events <-chan Change) {
	for {
		select {
		case <-events:
		case <-time.After(2 * Longest):
			return
		}
	}
}

func TestNothingIsLeftRunning(t *testing.T) {
	p := newProject(t)
	before := runtime.NumGoroutine()
	for range 20 {
		ctx, cancel := context.WithCancel(t.Context())
		w := New(p.options(Notify))
		events := w.Events(ctx)
		p.move("x")
		w.SetFiles([]string{"src/a.go"})
		cancel()
		for range events {
		}
	}
	for deadline := time.Now().Add(5 * time.Minute); runtime.NumGoroutine() > before; time.Sleep(10 * time.Millisecond) {
		if time.Now().After(deadline) {
			buf := make([]byte, 1<<16)
			t.Fatalf("%d goroutines before, %d after:\n%s", before, runtime.NumGoroutine(), buf[:runtime.Stack(buf, true)])
		}
	}
}
