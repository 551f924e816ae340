package watch

import (
	"os"
	"testing"
	"testing/synctest"
	"time"
)

func TestPathsOutsideAreWatchedAlsoBeforeTheyAreThere(t *testing.T) {
	outside := newProject(t)
	session := outside.path("agent/sessions/s.jsonl")
	inBubble(t, func(p *project) Options { return p.options(noSource) }, func(_ *project, w *Watcher, events <-chan Change) {
		w.SetPaths([]string{outside.path("agent/sessions"), session})
		synctest.Wait()
		outside.write("agent/unrelated", "1")
		time.Sleep(PollEvery)
		want(t, events, Change{})
		outside.write("agent/sessions/s.jsonl", "one\n")
		time.Sleep(PollEvery)
		want(t, events, Change{Paths: true})
		outside.write("agent/sessions/s.jsonl", "one\ntwo\n")
		time.Sleep(PollEvery)
		want(t, events, Change{Paths: true})
		outside.remove("agent")
		time.Sleep(PollEvery)
		want(t, events, Change{Paths: true})
		w.SetPaths(nil)
		outside.write("agent/sessions/s.jsonl", "three\n")
		time.Sleep(PollEvery)
		want(t, events, Change{})
	})
}

func TestTheFoldersOfPathsAreWatched(t *testing.T) {
	h := newHand()
	inBubble(t, func(p *project) Options { return p.options(h.open) }, func(p *project, w *Watcher, _ <-chan Change) {
		w.SetPaths([]string{p.path("src/a.go"), p.path("not/there/yet.jsonl")})
		synctest.Wait()
		for _, dir := range []string{"src", "."} {
			if !h.dirs[p.path(dir)] {
				t.Errorf("%q is not watched", dir)
			}
		}
	})
}

// Two files are made within one tick of the file system's clock, and a state is read in between.
func TestAChangeThatLeavesTheTimeAsItWasIsSeenRightAfterAnother(t *testing.T) {
	p := newProject(t)
	p.write("sessions/one", "1")
	folder := p.path("sessions")
	at := time.Now()
	stampAt := func(written time.Time) stamp {
		if err := os.Chtimes(folder, written, written); err != nil {
			t.Fatal(err)
		}
		return stampOf(folder)
	}
	soon := stampAt(at)
	for !soon.young { // the machine was suspended in between
		at = time.Now()
		soon = stampAt(at)
	}
	p.write("sessions/two", "2")
	if soon.same(stampAt(at), true) {
		t.Error("a file that was made in the tick of the state before is missed")
	}
	old := at.Add(-time.Second)
	if later := stampAt(old); later.young || !later.same(stampAt(old), true) {
		t.Error("a folder that rests is said to have changed")
	}
}
