//go:build unix

package proof

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"consider/internal/words"
)

// account is what all clients of one store recorded, and what the store has of it afterwards. Times are since the
// recording began.
type account struct {
	from    string     // the cursor after which the listeners begin
	line    []event    // the whole history by the program's log, oldest first
	commits [][]string // the same by git, newest first: each commit and its parents
	writes  []write
	reads   []read  // those of each client in its order
	heard   []heard // likewise
	cut     bool    // the listeners were stopped, so they may lack the newest events
}

// event is one event of the history, in the log or as a listener got it.
type event struct {
	Cursor, Kind, Reply, Body string
	By                        struct{ Name string }
	Threads                   []string
}

// loud reports whether waits and watches show the event.
func (e event) loud() bool { return e.Kind != "seen" && e.Kind != "init" }

func (e event) is(other event) bool { return reflect.DeepEqual(e, other) }

func (e event) thread() string { return strings.Join(e.Threads, " ") }

// id is the ID of the message that the event brought.
func (e event) id() string {
	if e.Kind == "reply" {
		return e.Reply
	}
	return e.thread()
}

// write is a message that a client sent.
type write struct {
	by, text     string // by is "" if the name is not known
	thread       string // the thread that it replies to; "" for a new one
	began, ended time.Duration
	answered     bool // the program reported that it is stored; otherwise it may be stored or not
	cursor, id   string
	body         string // as answered
}

// read is a state of the store as a client saw it.
type read struct {
	by           string
	began, ended time.Duration
	late         bool // a notification: it may come after the state that it names
	cursor       string
	threads      map[string]shown // nil if the answer is not about threads
	all          bool             // these are all threads
	newest       []event          // of a log: the newest events, newest first; nil for another answer
}

// shown is a thread in an answer.
type shown struct {
	count    int
	messages []entry // the first ones, or all
}

type entry struct{ ID, Body string }

// heard is what a wait answered, or one line of a watch.
type heard struct {
	by, self     string // self is the name whose events this listener does not get
	began, ended time.Duration
	cursor       string // where it goes on
	events       []event
	fresh        bool // it goes as far as the store did
}

// noWriter is the self of a listener that gets every event: no client has this name.
const noWriter = "-"

// logged is how many events a log is asked for.
const logged = 30

// audit is one check of an account.
type audit struct {
	*account
	wrong    []string
	place    map[string]int    // of a cursor in the line, from 1
	messages map[string][]kept // of each thread, in the order of the line
	points   []point
}

// kept is a message, and the place of its event in the line.
type kept struct {
	entry
	at int
}

// point is a call, and how far the line was for it.
type point struct {
	what         string
	began, ended time.Duration
	at           int
	fresh        bool // it has all that was known when it began
	writes       bool // the place is its own event's
}

// check returns the faults of an account: the store is one line that orders all writes; each has the ID and the text
// that its writer was given, once; anything acknowledged, or seen by any client, is in every read that begins later; no
// cursor goes back; each listener gets each event once, in the order of the line.
func (a *account) check() []string {
	c := &audit{account: a, place: map[string]int{}, messages: map[string][]kept{}}
	c.checkLine()
	c.checkWrites()
	c.checkReads()
	c.checkHeard()
	c.checkTimes()
	return c.wrong
}

func (c *audit) complain(format string, args ...any) {
	c.wrong = append(c.wrong, fmt.Sprintf(format, args...))
}

func (c *audit) checkLine() {
	var want [][]string
	for i, d := range slices.Backward(c.line) {
		if c.place[d.Cursor] != 0 {
			c.complain("two events have the cursor %s", d.Cursor)
		}
		c.place[d.Cursor] = i + 1
		row := []string{d.Cursor}
		if i > 0 {
			row = append(row, c.line[i-1].Cursor)
		}
		want = append(want, row)
	}
	if !reflect.DeepEqual(c.commits, want) {
		c.complain("the commits are not one line with the %d events of the log: %v", len(c.line), c.commits)
	}
}

func (c *audit) checkWrites() {
	sent, found := map[string]*write{}, map[*write]bool{}
	for i := range c.writes {
		w := &c.writes[i]
		if sent[words.Headline(w.text)] != nil {
			c.complain("two messages begin with %q, so that they cannot be distinguished", w.text)
		}
		sent[words.Headline(w.text)] = w
	}
	for i, d := range c.line {
		if d.Kind != "thread" && d.Kind != "reply" {
			continue
		}
		w := sent[d.Body]
		switch {
		case w == nil:
			c.complain("%q is stored, and was not sent", d.Body)
			continue
		case found[w]:
			c.complain("%q is stored twice", d.Body)
			continue
		}
		found[w] = true
		c.checkWrite(w, d)
		c.messages[d.thread()] = append(c.messages[d.thread()], kept{entry{d.id(), w.text}, i + 1})
		c.points = append(c.points, point{fmt.Sprintf("the write of %q", d.Body), w.began, w.ended, i + 1, true, true})
	}
	for i := range c.writes {
		if w := &c.writes[i]; w.answered && !found[w] {
			c.complain("%q was acknowledged and is lost", w.text)
		}
	}
}

// checkWrite compares what was sent and answered with what is stored.
func (c *audit) checkWrite(w *write, d event) {
	kind := "reply"
	if w.thread == "" {
		kind = "thread"
	}
	if d.Kind != kind || w.thread != "" && d.thread() != w.thread || w.by != "" && d.By.Name != w.by {
		c.complain("%q by %s to %q is stored as a %s by %s in %s", d.Body, w.by, w.thread, d.Kind, d.By.Name, d.thread())
	}
	if w.answered && (w.cursor != d.Cursor || w.id != d.id() || w.body != w.text) {
		c.complain("%q was answered with %s at %s and the text %q, and is stored as %s at %s", w.text, w.id, w.cursor, w.body, d.id(), d.Cursor)
	}
}

func (c *audit) checkReads() {
	last := map[string]int{}
	for _, r := range c.reads {
		at := c.place[r.cursor]
		switch {
		case at == 0:
			c.complain("%s got the cursor %q, which is not in the history", r.by, r.cursor)
			continue
		case at < last[r.by]:
			c.complain("the cursor of %s goes back to %s", r.by, r.cursor)
		}
		last[r.by] = at
		c.points = append(c.points, point{"a read by " + r.by, r.began, r.ended, at, !r.late, false})
		c.checkThreads(r, at)
		if r.newest == nil {
			continue
		}
		want := slices.Clone(c.line[max(0, at-logged):at])
		slices.Reverse(want)
		if !slices.EqualFunc(r.newest, want, event.is) {
			c.complain("the log of %s is not the end of the history at %s:\n%+v\n%+v", r.by, r.cursor, r.newest, want)
		}
	}
}

// had returns the messages of a thread at a place of the line.
func (c *audit) had(thread string, at int) []kept {
	all := c.messages[thread]
	n := 0
	for n < len(all) && all[n].at <= at {
		n++
	}
	return all[:n]
}

func (c *audit) checkThreads(r read, at int) {
	for id := range c.messages {
		if _, has := r.threads[id]; r.all && !has && len(c.had(id, at)) > 0 {
			c.complain("%s did not see thread %s at %s", r.by, id, r.cursor)
		}
	}
	for id, got := range r.threads {
		want := c.had(id, at)
		if got.count != len(want) || len(got.messages) > len(want) {
			c.complain("%s saw %d messages in %s at %s, which has %d", r.by, got.count, id, r.cursor, len(want))
			continue
		}
		for i, m := range got.messages {
			if m != want[i].entry {
				c.complain("%s saw %+v in %s at %s, and %+v is stored", r.by, m, id, r.cursor, want[i].entry)
			}
		}
	}
}

// between returns the events after one place up to another that a listener gets.
func (c *audit) between(from, to int, self string) (out []event) {
	for _, d := range c.line[min(from, to):to] {
		if d.loud() && d.By.Name != self {
			out = append(out, d)
		}
	}
	return out
}

func (c *audit) checkHeard() {
	ends, self := map[string]int{}, map[string]string{}
	for _, h := range c.heard {
		if _, begun := ends[h.by]; !begun {
			ends[h.by] = c.place[c.from]
		}
		from, to := ends[h.by], c.place[h.cursor]
		switch {
		case to == 0:
			c.complain("%s got the cursor %q, which is not in the history", h.by, h.cursor)
			continue
		case to < from:
			c.complain("the cursor of %s goes back to %s", h.by, h.cursor)
		}
		if want := c.between(from, to, h.self); !slices.EqualFunc(h.events, want, event.is) {
			c.complain("%s got up to %s\n%+v\nand these happened:\n%+v", h.by, h.cursor, h.events, want)
		}
		ends[h.by], self[h.by] = to, h.self
		c.points = append(c.points, point{"what came to " + h.by, h.began, h.ended, to, h.fresh, false})
	}
	for by, at := range ends {
		if missed := c.between(at, len(c.line), self[by]); len(missed) > 0 && !c.cut {
			c.complain("%s never got %+v", by, missed)
		}
	}
}

// checkTimes compares each call with all that had ended before it began.
func (c *audit) checkTimes() {
	ended := slices.SortedStableFunc(slices.Values(c.points), func(a, b point) int { return cmp.Compare(a.ended, b.ended) })
	began := slices.SortedStableFunc(slices.Values(c.points), func(a, b point) int { return cmp.Compare(a.began, b.began) })
	var newest point
	for _, p := range began {
		for len(ended) > 0 && ended[0].ended < p.began {
			if ended[0].at > newest.at {
				newest = ended[0]
			}
			ended = ended[1:]
		}
		if p.fresh && (p.at < newest.at || p.writes && p.at == newest.at) {
			c.complain("%s began %v after the end of %s, and comes before it", p.what, p.began-newest.ended, newest.what)
		}
	}
}
