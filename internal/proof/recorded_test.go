//go:build unix

package proof

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// said is an event as wait, watch and log print it.
type said struct{ Cursor, Kind, Body string }

// recording is the calls of many clients of one store, each with its answer and, for those that say what was known before
// or after, its times.
type recording struct {
	sync.Mutex
	written []written
	read    map[int][]read // by reader, in order
	waited  map[int][]said // by waiter, in order
	watched map[int][]said // by watcher, in order
	from    string         // the cursor from which waiters and watchers begin
}

// written is a reply that was asked for.
type written struct {
	text         string
	acknowledged bool
	ended        time.Time
}

// read is a list, and how many replies all its threads have.
type read struct {
	began   time.Time
	cursor  string
	replies int
}

// TestAllClientsSeeOneHistory: writers, some of which are killed, readers, waiters and watchers see the same events in one
// order. Nothing that was acknowledged is missing from a read that began later; no cursor goes back; each event comes once.
func TestAllClientsSeeOneHistory(t *testing.T) {
	t.Parallel()
	writers, each := often(12, 4), often(40, 8)
	s := sit(t, sample(t).Dir)
	var ids []string
	for i := range 3 {
		ids = append(ids, s.add(fmt.Sprintf("a.txt:%d", i+1), "-m", "all talk here"))
	}
	r := &recording{read: map[int][]read{}, waited: map[int][]said{}, watched: map[int][]said{}, from: s.now()}
	var busy atomic.Int64
	stop := make(chan struct{})
	var listening, writing sync.WaitGroup
	for i := range 2 {
		listening.Go(func() { r.reads(s, i, stop) })
		listening.Go(func() { r.waits(s, i, stop) })
		listening.Go(func() { r.watches(s, i, writers*each+2) })
	}
	for w := range writers {
		chance := chance(t)
		writing.Go(func() {
			for i := range each {
				text := fmt.Sprintf("%d of writer %d", i, w)
				args := []string{"reply", ids[(w+i)%len(ids)], "--json", "--as", "human", "--name", fmt.Sprintf("w%d", w), "-m", text}
				done := written{text: text}
				if w%4 == 3 {
					got := s.shoot(syscall.SIGKILL, time.Duration(chance.IntN(200))*time.Millisecond, args...)
					done.acknowledged = got.code == 0
				} else {
					done.acknowledged = patient(s, &busy, args...).Code == 0
				}
				done.ended = time.Now()
				r.Lock()
				r.written = append(r.written, done)
				r.Unlock()
			}
		})
	}
	writing.Wait()
	close(stop)
	for range writers*each + 2 - r.stored(s) { // the watchers end with this many events
		s.must("reply", ids[0], "--as", "human", "-m", "the rest")
	}
	listening.Wait()
	r.check(s)
	sound(s)
}

// reads lists the threads over and over.
func (r *recording) reads(s seat, reader int, stop <-chan struct{}) {
	for {
		select {
		case <-stop:
			return
		default:
		}
		began := time.Now()
		a, err := s.must("list", "--json").answer()
		var l listing
		if err != nil || json.Unmarshal(a.Data, &l) != nil || len(l.Damaged) > 0 {
			s.t.Errorf("a read beside writers: %s, %v", clip(string(a.Data)), err)
			return
		}
		got := read{began: began, cursor: a.Cursor}
		for _, th := range l.Threads {
			got.replies += th.Replies
		}
		r.Lock()
		r.read[reader] = append(r.read[reader], got)
		r.Unlock()
	}
}

// waits goes on from the cursor of the wait before, every other time with one that is killed.
func (r *recording) waits(s seat, waiter int, stop <-chan struct{}) {
	cursor, last := r.from, false
	for n := 0; ; n++ {
		args := []string{"wait", "--since", cursor, "--for", "any", "--timeout", "1s", "--json"}
		if n%2 == 1 {
			s.shoot(syscall.SIGKILL, 50*time.Millisecond, args...)
		}
		got := s.run(args...)
		a, err := got.answer()
		var w struct{ Events []said }
		switch {
		case err != nil || got.Code != 0 && got.Code != 17:
			s.t.Errorf("a wait beside writers: exit %d: %s%s", got.Code, clip(got.Out), clip(got.Err))
			return
		case got.Code == 0 && json.Unmarshal(a.Data, &w) != nil:
			s.t.Errorf("a wait answers %s", clip(got.Out))
			return
		}
		cursor = a.Cursor
		r.Lock()
		r.waited[waiter] = append(r.waited[waiter], w.Events...)
		r.Unlock()
		if len(w.Events) == 0 && last {
			return
		}
		select {
		case <-stop:
			last = true
		default:
		}
	}
}

// watches reads so many events. It gives up when none comes for long.
func (r *recording) watches(s seat, watcher, events int) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	patience := time.AfterFunc(hang, cancel)
	defer patience.Stop()
	cmd := s.command(ctx, "watch", "--since", r.from, "--json")
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		s.t.Error(err)
		return
	}
	var all []said
	for lines := bufio.NewScanner(out); len(all) < events && lines.Scan(); {
		var e said
		if err := json.Unmarshal(lines.Bytes(), &e); err != nil {
			s.t.Errorf("watch prints %q", lines.Text())
		} else if e.Kind == "reply" {
			all = append(all, e)
		}
		patience.Reset(hang)
	}
	_ = cmd.Process.Signal(syscall.SIGTERM)
	_ = cmd.Wait() // it was ended here
	r.Lock()
	defer r.Unlock()
	r.watched[watcher] = all
}

// stored is how many replies there are.
func (r *recording) stored(s seat) (n int) {
	for _, th := range s.list().Threads {
		n += th.Replies
	}
	return n
}

// check compares the answers of each client with the store's own log.
func (r *recording) check(s seat) {
	events := into[struct{ Events []said }](s, s.must("log", "--limit", "10000", "--json")).Events
	slices.Reverse(events)
	place := map[string]int{} // of a cursor in the history
	wrote := map[string]int{} // the place of the event with a text
	before := make([]int, 1)  // how many replies there are at a place
	var replies []said
	for i, e := range events {
		place[e.Cursor] = i + 1
		before = append(before, before[i])
		if e.Kind == "reply" {
			before[i+1]++
			replies = append(replies, e)
			if _, again := wrote[e.Body]; again && e.Body != "the rest" {
				s.t.Errorf("%q was stored twice", e.Body)
			}
			wrote[e.Body] = i + 1
		}
	}
	acknowledged := 0
	for _, w := range r.written {
		if _, there := wrote[w.text]; w.acknowledged && !there {
			s.t.Errorf("%q was acknowledged and is lost", w.text)
		}
		if w.acknowledged {
			acknowledged++
		}
	}
	reads := 0
	for reader, all := range r.read {
		for i, one := range all {
			reads++
			at, known := place[one.cursor]
			if !known || i > 0 && at < place[all[i-1].cursor] {
				s.t.Errorf("reader %d: cursor %s comes after %s", reader, one.cursor, all[max(0, i-1)].cursor)
			}
			if known && one.replies != before[at] {
				s.t.Errorf("reader %d saw %d replies at a cursor with %d", reader, one.replies, before[at])
			}
			for _, w := range r.written {
				if w.acknowledged && w.ended.Before(one.began) && at < wrote[w.text] {
					s.t.Errorf("a read that began %v after %q was acknowledged does not have it", one.began.Sub(w.ended), w.text)
				}
			}
		}
	}
	for name, by := range map[string]map[int][]said{"wait": r.waited, "watch": r.watched} {
		for client, got := range by {
			got = slices.DeleteFunc(slices.Clone(got), func(e said) bool { return e.Kind != "reply" })
			if len(got) < len(replies) && name == "watch" || !slices.Equal(got, replies[:min(len(got), len(replies))]) || len(got) < acknowledged {
				s.t.Errorf("%s %d got %d of %d events, or in another order:\n%+v\n%+v", name, client, len(got), len(replies), got, replies)
			}
		}
	}
	s.t.Logf("%d replies, %d of them acknowledged; %d reads, %d waits and %d watches saw one history",
		len(replies), acknowledged, reads, len(r.waited), len(r.watched))
}
