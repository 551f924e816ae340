package watch

import (
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
