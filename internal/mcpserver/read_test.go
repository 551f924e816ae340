package mcpserver_test

import (
	"encoding/json"
	"io"
	"strings"
	"testing"
)

// live is a session whose clock goes, with the server's ends of the pipes.
func (d desk) live(revision string) (r *raw, closeOut func()) {
	d.t.Helper()
	theirIn, ours := pipe(d.t)
	theirs, ourOut := pipe(d.t)
	s := d.server(theirIn, ourOut)
	s.Structured = true
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(d.t.Context()); _ = ourOut.Close() }()
	d.t.Cleanup(func() {
		_ = ours.Close()
		if err := <-ended; err != nil {
			d.t.Error(err)
		}
	})
	r = &raw{t: d.t, in: ours, lines: make(chan string, 10_000)}
	reading := make(chan struct{})
	go func() { r.read(theirs); close(reading) }()
	r.initialize(revision, "x")
	return r, func() { _ = theirs.Close(); <-reading }
}

const (
	replyCall   = `{"jsonrpc":"2.0","id":"reply","method":"tools/call","params":{"name":"reply","arguments":{"id":"ID","message":"done"}}}`
	contextCall = `{"jsonrpc":"2.0","id":"context","method":"tools/call","params":{"name":"context","arguments":{"ids":["ID"]}}}`
	resolveCall = `{"jsonrpc":"2.0","id":"resolve","method":"tools/call","params":{"name":"resolve","arguments":{"ids":["ID"]}}}`
)

// kinds returns the kinds of the errors of answers, by the requests' ids.
func (r *raw) kinds(n int) map[string]string {
	r.t.Helper()
	out := map[string]string{}
	for range n {
		m := r.hear()
		out[strings.Trim(string(m.ID), `"`)] = m.result(r.t).StructuredContent.Error.Kind
	}
	return out
}

func TestAnAnswerIsReadOnceItWasWritten(t *testing.T) {
	d := desk{t, newRepo(t).Dir}
	r, _ := d.live("2025-06-18")
	for range 5 { // the next request comes at once, before the mark may be stored
		for _, call := range []string{replyCall, contextCall} {
			id := d.add("a.txt:3", "not like this")
			r.say("%s", strings.ReplaceAll(call, "ID", id))
			if m := r.hear(); !strings.Contains(string(m.Result), "not like this") {
				t.Fatalf("%s", m.Result)
			}
			r.say("%s", strings.ReplaceAll(resolveCall, "ID", id))
			if got := r.kinds(1); got["resolve"] != "" {
				t.Fatalf("what was read is refused: %v", got)
			}
		}
	}
}

func TestAResolveThatWasSentBeforeTheAnswerIsRefused(t *testing.T) {
	d := desk{t, newRepo(t).Dir}
	parallel, _ := d.live("2025-06-18")
	for range 5 {
		for _, call := range []string{replyCall, contextCall} {
			id := d.add("a.txt:3", "not like this")
			parallel.say("%s", strings.ReplaceAll(call+"\n"+resolveCall, "ID", id))
			if got := parallel.kinds(2); got["resolve"] != "conflict" || got["reply"]+got["context"] != "" {
				t.Fatalf("two calls at once: %v", got)
			}
		}
	}
	batch, _ := d.live("2025-03-26")
	id := d.add("a.txt:3", "not like this")
	batch.say("%s", strings.ReplaceAll("["+replyCall+","+resolveCall+"]", "ID", id))
	var all []message
	decode(t, json.RawMessage(<-batch.lines), &all)
	for _, m := range all {
		if kind := m.result(t).StructuredContent.Error.Kind; string(m.ID) == `"resolve"` && kind != "conflict" {
			t.Errorf("in one batch: %q", kind)
		}
	}
	batch.say("%s", strings.ReplaceAll(resolveCall, "ID", id))
	if got := batch.kinds(1); got["resolve"] != "" {
		t.Errorf("after the batch was answered: %v", got)
	}
}

// The client's side of the pipe is closed while it waits for the answer.
func TestWhatCouldNotBeWrittenStaysUnread(t *testing.T) {
	d := desk{t, newRepo(t).Dir}
	id := d.add("a.txt:3", "not like this")
	r, closeOut := d.live("2025-06-18")
	go closeOut()
	for range r.lines { // until nothing can be read any more
	}
	_, _ = io.WriteString(r.in, strings.ReplaceAll(contextCall, "ID", id)+"\n")
	_ = r.in.Close()
	other, _ := d.live("2025-06-18")
	other.say("%s", strings.ReplaceAll(resolveCall, "ID", id))
	if got := other.kinds(1); got["resolve"] != "conflict" {
		t.Errorf("what never arrived was read: %v", got)
	}
}
