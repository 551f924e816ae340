//go:build unix

package proof

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// recording is an account that clients of one store write at the same time.
type recording struct {
	account
	sync.Mutex
	t     testing.TB
	began time.Time
	sent  chan struct{} // closed when the next message was sent
	stop  chan struct{} // closed when the writers have written
	off   func() bool   // the power is cut, so calls get no answer; nil for never
	soak  bool          // few threads, collections, and a server that gets many requests at once
	talks []string      // the threads of which an ID was answered
}

func (r *recording) now() time.Duration { return time.Since(r.began) }

func (r *recording) isOff() bool { return r.off != nil && r.off() }

// talk is one of the newest threads.
func (r *recording) talk(i int) string {
	r.Lock()
	defer r.Unlock()
	return r.talks[len(r.talks)-1-i%3]
}

// pace reports whether a client makes its i-th call, and waits until then.
type pace func(i int) bool

// theEnd is the last message. Listeners stop when they got it.
const theEnd = "the end"

// TestAllClientsSeeOneHistory: writers in this process, in processes, some of which are killed, and behind servers;
// readers, waiters, some of which are killed, and watches that are killed again and again. All their records have to
// fit one history, see [account.check].
func TestAllClientsSeeOneHistory(t *testing.T) {
	t.Parallel()
	groups, each := often(3, 1), often(40, 8)
	s := sit(t, sample(t).Dir).with("XDG_CONFIG_HOME=" + os.Getenv("XDG_CONFIG_HOME"))
	r := &recording{t: t, began: time.Now()}
	r.gather(s, groups, func(i int) bool { return i < each }, r.afterMessage, nil)
}

// begin starts three threads, and returns the call of the first client.
func (r *recording) begin(s seat) caller {
	r.sent, r.stop = make(chan struct{}), make(chan struct{})
	first := s.commands("--as", "human", "--name", "first")
	for i := range 3 {
		r.send(first, write{by: "first", text: fmt.Sprintf("all talk here, %d", i)}, fmt.Sprintf("a.txt:%d", i+1))
	}
	return first
}

// gather lets groups of clients work at the same time until the writers have written. At the end it calls ended with the
// servers.
func (r *recording) gather(s seat, groups int, writes, reads pace, ended func(servers []server)) {
	first, inside := r.begin(s), s.here()
	inside.program = ""
	servers := []server{r.serve(s.start), r.serve(s.start), r.serve(s.start), r.tools(s)}
	r.send(servers[0].call, write{text: "the editor talks here", thread: r.talk(0)}, "")
	editor := into[struct{ Events []event }](s, s.must("log", "--limit", "1", "--json")).Events[0].By.Name // unknown, or git's
	r.from = s.now()
	var writing, reading, listening sync.WaitGroup
	begin := func(name, by string, call caller) { writing.Go(func() { r.sendAll(call, name, by, writes) }) }
	repeat := func(do func(n int)) {
		reading.Go(func() {
			for n := 0; reads(n); n++ {
				select {
				case <-r.stop:
					return
				default:
					do(n)
				}
			}
		})
	}
	for i := range groups {
		name := func(kind string) string { return fmt.Sprintf("%s-%d", kind, i) }
		begin(name("inside"), name("inside"), inside.commands("--as", "human", "--name", name("inside")))
		begin(name("person"), name("person"), s.commands("--as", "human", "--name", name("person")))
		begin(name("agent"), name("agent"), s.commands("--as", "agent", "--name", name("agent")))
		begin(name("killed"), name("killed"), s.killed(chance(r.t), "--as", "human", "--name", name("killed")))
		repeat(func(n int) { r.look(s.commands(), name("reader"), n) })
		repeat(func(n int) { r.look(inside.commands("--as", "agent", "--name", name("bot")), name("bot"), n) })
		listening.Go(func() { r.wait(s.commands("--as", "human", "--name", name("ear")), nil, name("ear"), name("ear")) })
		as := []string{"--as", "agent", "--name", name("listener")}
		killed := s.killed(chance(r.t), as...)
		listening.Go(func() { r.wait(s.commands(as...), killed, name("listener"), name("listener")) })
		luck := chance(r.t)
		listening.Go(func() { r.watch(s.start, name("watch"), luck) })
	}
	begin("editor", editor, servers[0].call)
	begin("tools", "", servers[3].call)
	repeat(func(n int) { r.look(servers[1].call, "editor", n) })
	listening.Go(func() { r.wait(servers[2].call, nil, "editor's wait", editor) })
	if r.soak {
		servers = append(servers, r.serve(s.start))
		repeat(func(int) { r.burst(servers[4], 50) })
		repeat(func(int) { s.refused([]int{0, 13}, "gc") })
	}
	writing.Wait()
	close(r.stop)
	reading.Wait()
	r.send(first, write{by: "first", thread: r.talk(0), text: theEnd}, "")
	listening.Wait()
	if ended != nil {
		ended(servers)
	}
	for _, of := range servers {
		of.end()
	}
	r.finish(s, first)
}

// finish reads the store, and checks what was recorded.
func (r *recording) finish(s seat, call caller) {
	for _, th := range s.list("--workflow", "all").Threads {
		r.lookOnce(call, "first", request{verb: "context", at: th.ID})
	}
	r.history(s)
	r.judge()
	sound(s)
}

// history reads the whole history of the store.
func (r *recording) history(s seat) {
	r.line = into[struct{ Events []event }](s, s.must("log", "--all", "--limit", "10000", "--json")).Events
	slices.Reverse(r.line)
	defer betweenCollections(r.t, s.dir)()
	r.commits = nil
	for row := range strings.Lines(plumbing(r.t, s.dir, "rev-list", "--parents", "refs/heads/threads")) {
		r.commits = append(r.commits, strings.Fields(row))
	}
}

// judge reports the faults of the account.
func (r *recording) judge() {
	wrong := r.check()
	for _, w := range wrong[:min(len(wrong), 20)] {
		r.t.Error(clip(w))
	}
	answered, listeners := 0, map[string]int{}
	for _, w := range r.writes {
		if w.answered {
			answered++
		}
	}
	for _, h := range r.heard {
		listeners[h.by] += len(h.events)
	}
	r.t.Logf("%d events; %d messages sent, %d of them acknowledged; %d reads; %d listeners: %v; %d faults",
		len(r.line), len(r.writes), answered, len(r.reads), len(listeners), listeners, len(wrong))
}

// sendAll is one writer. Every fourth message starts a thread, in a soak every sixteenth.
func (r *recording) sendAll(call caller, name, by string, more pace) {
	every := 4
	if r.soak {
		every = 16
	}
	for i := 0; more(i); i++ {
		w := write{by: by, text: fmt.Sprintf("%d of %s\n\nthe rest of it: ünï ✓", i, name)}
		if i%every != 3 {
			w.thread = r.talk(i)
		}
		r.send(call, w, fmt.Sprintf("a.txt:%d", 1+i%40))
	}
}

// send sends a message, again while the store is busy.
func (r *recording) send(call caller, w write, at string) {
	q := request{verb: "reply", at: w.thread, text: w.text}
	if w.thread == "" {
		q = request{verb: "add", at: at, text: w.text}
	}
	for began := time.Now(); time.Since(began) < hang; {
		w.began = r.now()
		a, ok := call(q)
		w.ended = r.now()
		switch {
		case ok && a.Error.Kind == "busy": // and has written nothing
			continue
		case ok && !a.OK:
			r.t.Errorf("%s: %s %s: %+v", w.by, q.verb, q.at, a.Error)
		case ok:
			var got struct{ Reply, Thread entry }
			if err := json.Unmarshal(a.Data, &got); err != nil {
				r.t.Errorf("%s: %s: %v", w.by, q.verb, err)
			}
			stored := got.Reply
			if w.thread == "" {
				stored = got.Thread
			}
			w.answered, w.cursor, w.id, w.body = true, a.Cursor, stored.ID, stored.Body
		}
		r.Lock()
		defer r.Unlock()
		r.writes = append(r.writes, w)
		close(r.sent)
		r.sent = make(chan struct{})
		if w.answered && w.thread == "" {
			r.talks = append(r.talks, w.id)
		}
		return
	}
	r.t.Errorf("%s: always busy", w.by)
}

// afterMessage is the pace of readers that call after each message, while others are sent. One that read all the time would
// keep the writers from the processors.
func (r *recording) afterMessage(int) bool {
	r.Lock()
	sent := r.sent
	r.Unlock()
	select {
	case <-r.stop:
	case <-sent:
	}
	return true
}

// look is one call of a reader: it lists, opens a thread and reads the log, in turn.
func (r *recording) look(call caller, by string, n int) {
	r.lookOnce(call, by, request{verb: []string{"list", "context", "log"}[n%3], at: r.talk(n / 3)})
}

// burst requests lists at once from one server.
func (r *recording) burst(of server, times int) {
	began := r.now()
	got, ok := of.all(slices.Repeat([]request{{verb: "list"}}, times)...)
	ended := r.now()
	for i, a := range got {
		if !ok || !a.OK {
			r.t.Errorf("list %d of a burst: %v, %+v", i, ok, a.Error)
			continue
		}
		r.add(read{by: fmt.Sprintf("list %d of each burst", i), began: began, ended: ended, cursor: a.Cursor})
	}
}

func (r *recording) lookOnce(call caller, by string, q request) {
	got := read{by: by, began: r.now()}
	a, ok := call(q)
	if !ok && r.isOff() {
		return
	}
	got.ended, got.cursor = r.now(), a.Cursor
	var said struct {
		listing
		Thread thread
		Events []event
	}
	err := json.Unmarshal(a.Data, &said)
	if !ok || !a.OK || err != nil || len(said.Damaged) > 0 {
		r.t.Errorf("%s: %s: %v, %+v, %v, %+v", by, q.verb, ok, a.Error, err, said.Damaged)
		return
	}
	switch q.verb {
	case "list":
		got.all, got.threads = true, map[string]shown{}
		for _, th := range said.Threads {
			got.threads[th.ID] = shown{th.Replies + 1, []entry{{th.ID, th.Body}}}
		}
	case "context":
		messages := []entry{{said.Thread.ID, said.Thread.Body}}
		for _, m := range said.Thread.Thread {
			messages = append(messages, entry{m.ID, m.Body})
		}
		got.threads = map[string]shown{said.Thread.ID: {len(messages), messages}}
	case "log":
		got.newest = append([]event{}, said.Events...)
	}
	r.add(got)
}

func (r *recording) add(got read) {
	r.Lock()
	defer r.Unlock()
	r.reads = append(r.reads, got)
}

// notice records a notification of a change.
func (r *recording) notice(by, cursor string) {
	now := r.now()
	r.add(read{by: by, began: now, ended: now, late: true, cursor: cursor})
}

// hear records what came to a listener, and reports whether it was the last message.
func (r *recording) hear(h heard) bool {
	r.Lock()
	defer r.Unlock()
	r.heard = append(r.heard, h)
	return slices.ContainsFunc(h.events, func(e event) bool { return e.Body == theEnd })
}

// wait is one waiter. It goes on from the cursor of its last answer; killed, if there is one, makes every other call, and
// what it answers is dropped.
func (r *recording) wait(call, killed caller, by, self string) {
	cursor, news := r.from, time.Now()
	for n := 0; time.Since(news) < hang; n++ {
		q := request{verb: "wait", at: cursor}
		if killed != nil && n%2 == 1 {
			killed(q)
		}
		h := heard{by: by, self: self, began: r.now()}
		a, ok := call(q)
		h.ended = r.now()
		if ok && a.Error.Kind == "timeout" {
			continue
		}
		if !ok && r.isOff() {
			return
		}
		var got struct {
			Events []event
			More   bool
		}
		if err := json.Unmarshal(a.Data, &got); !ok || !a.OK || err != nil {
			r.t.Errorf("%s: %v, %+v, %v", by, ok, a.Error, err)
			return
		}
		h.cursor, h.events, h.fresh = a.Cursor, got.Events, !got.More
		cursor, news = a.Cursor, time.Now()
		if r.hear(h) {
			return
		}
	}
	r.t.Errorf("%s: nothing new for long", by)
}

// watch is one watcher, over as many processes as it takes: each is killed after some lines.
func (r *recording) watch(start starter, by string, luck *rand.Rand) {
	cursor := r.from
	for over := false; !over; {
		cursor, over = r.watchOnce(start, by, cursor, 1+luck.IntN(6))
	}
}

// watchOnce reads so many lines, and returns the cursor of the last one, and whether there is nothing to wait for.
func (r *recording) watchOnce(start starter, by, cursor string, lines int) (string, bool) {
	p, err := start("watch", "--since", cursor, "--json")
	if err != nil {
		r.t.Error(err)
		return cursor, true
	}
	late := time.AfterFunc(hang, p.kill)
	defer func() {
		late.Stop()
		p.kill()
		_, _ = p.wait() // it was killed
	}()
	out := bufio.NewReader(p.out)
	for range lines {
		line, err := out.ReadBytes('\n')
		var e event
		if err = errors.Join(err, json.Unmarshal(line, &e)); err != nil {
			if !r.isOff() {
				r.t.Errorf("%s ended with %q: %v", by, line, err)
			}
			return cursor, true
		}
		late.Reset(hang)
		if e.Kind == "placement" { // not an event of the history
			continue
		}
		cursor = e.Cursor
		if now := r.now(); r.hear(heard{by: by, self: noWriter, began: now, ended: now, cursor: cursor, events: []event{e}}) {
			return cursor, true
		}
	}
	return cursor, false
}
