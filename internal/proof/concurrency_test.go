//go:build unix

package proof

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// patient runs a writer. If it finds the store busy, it has written nothing and
// tries again, as the error advises.
func patient(s seat, busy *atomic.Int64, args ...string) result {
	s.t.Helper()
	for began := time.Now(); time.Since(began) < hang; {
		r := s.run(args...)
		if r.Code != 13 {
			if r.Code != 0 {
				s.t.Errorf("%s: exit %d: %s%s", r, r.Code, clip(r.Out), clip(r.Err))
			}
			return r
		}
		busy.Add(1)
	}
	s.t.Errorf("consider %s: always busy", args[0])
	return result{Code: 13}
}

// reading lists the threads over and over until stop is closed: each answer is
// whole, has all threads, and no thread ever loses a reply.
func reading(s seat, threads int, stop <-chan struct{}, reads *atomic.Int64) {
	before := map[string]int{}
	for {
		select {
		case <-stop:
			return
		default:
		}
		r := s.run("list", "--json")
		a, err := r.answer()
		var l listing
		if err != nil || !a.OK || json.Unmarshal(a.Data, &l) != nil {
			s.t.Errorf("a read beside writers failed: %v: exit %d: %s%s", err, r.Code, clip(r.Out), clip(r.Err))
			return
		}
		if len(l.Threads) != threads || len(l.Damaged) > 0 {
			s.t.Errorf("a read beside writers saw %d threads of %d, %d damaged", len(l.Threads), threads, len(l.Damaged))
		}
		for _, t := range l.Threads {
			if t.Replies < before[t.ID] {
				s.t.Errorf("thread %s had %d replies and then %d", t.ID, before[t.ID], t.Replies)
			}
			before[t.ID] = t.Replies
		}
		reads.Add(1)
	}
}

// TestRepliesOfManyProcessesAtOnceAreAllKeptOnceAndInOrder: half of the writers
// talk in one thread, each of the others in its own, and two readers look on.
func TestRepliesOfManyProcessesAtOnceAreAllKeptOnceAndInOrder(t *testing.T) {
	t.Parallel()
	writers, each := often(32, 8), often(25, 6)
	s := sit(t, sample(t).Dir)
	ids := []string{s.add("a.txt:1", "-m", "all talk here")}
	for i := range writers / 2 {
		ids = append(ids, s.add(fmt.Sprintf("a.txt:%d", i+2), "-m", "one talks here"))
	}
	var busy, reads atomic.Int64
	stop := make(chan struct{})
	var watching, writing sync.WaitGroup
	for range 2 {
		watching.Go(func() { reading(s, len(ids), stop, &reads) })
	}
	for w := range writers {
		id := ids[max(0, w-writers/2+1)]
		writing.Go(func() {
			for i := range each {
				patient(s, &busy, "reply", id, "--json", "--name", fmt.Sprintf("w%d", w), "-m", fmt.Sprintf("%d of w%d", i, w))
			}
		})
	}
	writing.Wait()
	close(stop)
	watching.Wait()
	total := 0
	for _, id := range ids {
		total += eachOnceAndInOrder(t, s.get(id))
	}
	if total != writers*each {
		t.Errorf("%d replies of %d", total, writers*each)
	}
	type event struct{ Kind string }
	type history struct{ Events []event }
	events := into[history](s, s.must("log", "--max", "10000", "--json")).Events
	told := len(slices.DeleteFunc(events, func(e event) bool { return e.Kind != "reply" }))
	if told != total {
		t.Errorf("the log tells of %d replies, there are %d", told, total)
	}
	sound(s)
	t.Logf("%d processes x %d replies: %d kept, %d times busy; %d reads beside them, none failed",
		writers, each, total, busy.Load(), reads.Load())
}

// eachOnceAndInOrder checks a thread's replies and counts them: those of one
// writer come in the order in which it wrote them, without a gap.
func eachOnceAndInOrder(t *testing.T, th thread) int {
	next, ids := map[string]int{}, map[string]bool{}
	for _, r := range th.Thread {
		if want := fmt.Sprintf("%d of %s", next[r.AuthorName], r.AuthorName); r.Body != want {
			t.Errorf("thread %s: reply %q where %q was to come", th.ID, r.Body, want)
		}
		next[r.AuthorName]++
		if ids[r.ID] {
			t.Errorf("thread %s: two replies have the id %s", th.ID, r.ID)
		}
		ids[r.ID] = true
	}
	return len(th.Thread)
}

// TestAgentsThatAddAndReadBesideCollectionsLoseNothing: reading marks threads
// as seen, which writes; a collection moves what the others read.
func TestAgentsThatAddAndReadBesideCollectionsLoseNothing(t *testing.T) {
	t.Parallel()
	agents, each := often(8, 4), often(12, 4)
	s := sit(t, sample(t).Dir)
	s.add("a.txt:1", "-m", "first")
	var busy atomic.Int64
	var collections int
	stop := make(chan struct{})
	var working, collecting sync.WaitGroup
	collecting.Go(func() {
		for {
			select {
			case <-stop:
				return
			default:
				patient(s, &busy, "gc", "--json")
				collections++
			}
		}
	})
	var mu sync.Mutex
	seen := map[string][]string{} // by thread: the agents that get reported as having seen it
	for n := range agents {
		name := fmt.Sprintf("agent-%d", n)
		working.Go(func() {
			for i := range each {
				r := patient(s, &busy, "add", fmt.Sprintf("a.txt:%d", i+1), "-m", fmt.Sprintf("%s says %d", name, i), "--as", "human", "--json")
				id := into[one](s, r).Thread.ID
				got := into[one](s, s.must("get", id, "--as", "agent", "--name", name, "--json")).Thread
				mu.Lock()
				seen[id] = nil
				if !got.Unseen {
					seen[id] = []string{name}
				}
				mu.Unlock()
			}
		})
	}
	working.Wait()
	close(stop)
	collecting.Wait()
	list := s.list()
	if want := agents*each + 1; len(list.Threads) != want || len(seen) != want-1 {
		t.Errorf("%d threads of %d, %d ids", len(list.Threads), want, len(seen))
	}
	marks := 0
	for id, names := range seen {
		th := s.get(id)
		for _, name := range names {
			if _, ok := th.SeenBy[name]; !ok {
				t.Errorf("thread %s forgot that %s has seen it", id, name)
			}
			marks++
		}
		if !strings.Contains(th.Body, " says ") {
			t.Errorf("thread %s has the body %q", id, th.Body)
		}
	}
	sound(s)
	t.Logf("%d agents x %d threads beside %d collections: all there, %d of %d seen marks made, %d times busy",
		agents, each, collections, marks, agents*each, busy.Load())
}
