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
	"syscall"
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
}

func (r *recording) now() time.Duration { return time.Since(r.began) }

// theEnd is the last message. Listeners stop when they got it.
const theEnd = "the end"

// TestAllClientsSeeOneHistory: writers in this process, in processes, some of which are killed, and behind servers;
// readers, waiters, some of which are killed, and watches that are killed again and again. All their records have to
// fit one history, see [account.check].
func TestAllClientsSeeOneHistory(t *testing.T) {
	t.Parallel()
	groups, each := often(3, 1), often(40, 8)
	s := sit(t, sample(t).Dir).with("XDG_CONFIG_HOME=" + os.Getenv("XDG_CONFIG_HOME"))
	r := &recording{t: t, began: time.Now(), sent: make(chan struct{})}
	first := s.commands("--as", "human", "--name", "first")
	var threads []string
	for i := range 3 {
		threads = append(threads, r.send(first, write{by: "first", text: fmt.Sprintf("all talk here, %d", i)}, fmt.Sprintf("a.txt:%d", i+1)))
	}
	servers := []server{r.serve(s), r.serve(s), r.serve(s), r.tools(s)}
	r.send(servers[0].call, write{text: "the editor talks here", thread: threads[0]}, "")
	editor := into[struct{ Events []event }](s, s.must("log", "--limit", "1", "--json")).Events[0].By.Name // unknown, or git's
	r.from = s.now()
	stop := make(chan struct{})
	var writing, reading, listening sync.WaitGroup
	begin := func(name, by string, call caller) {
		writing.Go(func() { r.sendAll(call, name, by, threads, each) })
	}
	for i := range groups {
		name := func(kind string) string { return fmt.Sprintf("%s-%d", kind, i) }
		begin(name("inside"), name("inside"), s.here().commands("--as", "human", "--name", name("inside")))
		begin(name("person"), name("person"), s.commands("--as", "human", "--name", name("person")))
		begin(name("agent"), name("agent"), s.commands("--as", "agent", "--name", name("agent")))
		begin(name("killed"), name("killed"), s.killed(chance(t), "--as", "human", "--name", name("killed")))
		reading.Go(func() { r.look(s.commands(), name("reader"), threads, stop) })
		reading.Go(func() { r.look(s.here().commands("--as", "agent", "--name", name("bot")), name("bot"), threads, stop) })
		listening.Go(func() { r.wait(s.commands("--as", "human", "--name", name("ear")), nil, name("ear"), name("ear")) })
		as := []string{"--as", "agent", "--name", name("listener")}
		killed := s.killed(chance(t), as...)
		listening.Go(func() { r.wait(s.commands(as...), killed, name("listener"), name("listener")) })
		luck := chance(t)
		listening.Go(func() { r.watch(s, name("watch"), luck) })
	}
	begin("editor", editor, servers[0].call)
	begin("tools", "", servers[3].call)
	reading.Go(func() { r.look(servers[1].call, "editor", threads, stop) })
	listening.Go(func() { r.wait(servers[2].call, nil, "editor's wait", editor) })
	writing.Wait()
	close(stop)
	reading.Wait()
	r.send(first, write{by: "first", thread: threads[0], text: theEnd}, "")
	listening.Wait()
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
	r.line = into[struct{ Events []event }](s, s.must("log", "--all", "--limit", "10000", "--json")).Events
	slices.Reverse(r.line)
	done := betweenCollections(r.t, s.dir)
	for row := range strings.Lines(plumbing(r.t, s.dir, "rev-list", "--parents", "refs/heads/threads")) {
		r.commits = append(r.commits, strings.Fields(row))
	}
	done()
	wrong := r.check()
	for _, w := range wrong[:min(len(wrong), 20)] {
		r.t.Error(clip(w))
	}
	sound(s)
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

// sendAll is one writer. Every fourth message starts a thread.
func (r *recording) sendAll(call caller, name, by string, threads []string, each int) {
	for i := range each {
		w := write{by: by, text: fmt.Sprintf("%d of %s\n\nthe rest of it: ünï ✓", i, name)}
		if i%4 != 3 {
			w.thread = threads[i%len(threads)]
		}
		r.send(call, w, fmt.Sprintf("a.txt:%d", 1+i%40))
	}
}

// send sends a message, again while the store is busy, and returns the ID that was answered.
func (r *recording) send(call caller, w write, at string) string {
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
		return w.id
	}
	r.t.Errorf("%s: always busy", w.by)
	return ""
}

// look is one reader: it lists, opens a thread and reads the log, in turn, after each message, while others are sent. One
// that read all the time would keep the writers from the processors.
func (r *recording) look(call caller, by string, threads []string, stop <-chan struct{}) {
	for n := 0; ; n++ {
		r.Lock()
		sent := r.sent
		r.Unlock()
		verb := []string{"list", "context", "log"}[n%3]
		r.lookOnce(call, by, request{verb: verb, at: threads[n/3%len(threads)]})
		select {
		case <-stop:
			return
		case <-sent:
		}
	}
}

func (r *recording) lookOnce(call caller, by string, q request) {
	got := read{by: by, began: r.now()}
	a, ok := call(q)
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
func (r *recording) watch(s seat, by string, luck *rand.Rand) {
	cursor := r.from
	for over := false; !over; {
		cursor, over = r.watchOnce(s, by, cursor, 1+luck.IntN(6))
	}
}

// watchOnce reads so many lines, and returns the cursor of the last one, and whether there is nothing to wait for.
func (r *recording) watchOnce(s seat, by, cursor string, lines int) (string, bool) {
	cmd := s.command(r.t.Context(), "watch", "--since", cursor, "--json")
	pipe, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		r.t.Error(err)
		return cursor, true
	}
	kill := func() { _ = cmd.Process.Signal(syscall.SIGKILL) }
	late := time.AfterFunc(hang, kill)
	defer func() {
		late.Stop()
		kill()
		_ = cmd.Wait() // it was killed
	}()
	out := bufio.NewReader(pipe)
	for range lines {
		line, err := out.ReadBytes('\n')
		var e event
		if err = errors.Join(err, json.Unmarshal(line, &e)); err != nil {
			r.t.Errorf("%s ended with %q: %v", by, line, err)
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
