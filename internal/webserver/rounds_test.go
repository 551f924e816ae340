package webserver

import (
	"context"
	"strings"
	"sync"
	"testing"

	"consider/internal/gittest"
)

// patch returns what a comparison of two rounds shows: its label, and the changed lines of each file.
func (v *site) patch(query string) (Boot, string) {
	v.t.Helper()
	b := must[Boot](v, "GET", "/api/boot"+query, "")
	status, text, _ := v.ask("GET", "/api/diff?snapshot="+b.Snapshot, "", nil)
	if status != 200 {
		v.t.Fatalf("%s: %s", query, text)
	}
	var out []string
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "+++ ") || !strings.HasPrefix(line, "--- ") && (line[0] == '+' || line[0] == '-') {
			out = append(out, strings.TrimSpace(line))
		}
	}
	return b, strings.Join(out, " ")
}

// TestAnyTwoRoundsCanBeCompared: this holds even when the files changed later and commits came in between.
func TestAnyTwoRoundsCanBeCompared(t *testing.T) {
	r := gittest.New(t)
	r.Write("a.txt", "0\n")
	r.Commit("first")
	v := open(t, r.Dir, nil)
	round := func(name, text string) {
		v.Write("a.txt", text)
		must[any](v, "POST", "/api/checkpoint/create", `{"name":"`+name+`"}`)
	}
	round("one", "1\n")
	v.Write("new.txt", "n\n")
	round("two", "2\n")
	v.Commit("second")
	round("three", "3\n")
	v.Write("a.txt", "4\n")
	whole := v.boot()
	if n := len(whole.Checkpoints); n != 3 {
		t.Fatalf("%d rounds", n)
	}
	for query, want := range map[string]string{
		"":                     "+++ b/a.txt -2 +4",
		"?from=one&to=two":     "+++ b/a.txt -1 +2 +++ b/new.txt +n",
		"?from=two&to=one":     "+++ b/a.txt -2 +1 +++ /dev/null -n",
		"?from=one&to=three":   "+++ b/a.txt -1 +3 +++ b/new.txt +n",
		"?from=two&to=three":   "+++ b/a.txt -2 +3",
		"?from=two":            "+++ b/a.txt -2 +4",
		"?to=one":              "+++ b/a.txt -0 +1",
		"?to=three":            "+++ b/a.txt -2 +3",
		"?from=three&to=three": "",
	} {
		if b, got := v.patch(query); got != want || b.Snapshot == "" {
			t.Errorf("%s: %s shows %q, want %q", query, b.Scope.Label, got, want)
		}
	}
	b, _ := v.patch("?from=one&to=two")
	if b.Scope.Kind != "rounds" || b.Scope.From != "one" || b.Scope.To != "two" || b.Scope.Label != "Changes from one to two" {
		t.Errorf("got %+v", b.Scope)
	}
	// A page that shows the whole diff gets no event for another one, and a comment on a round is placed on the lines
	// of that round.
	if again := v.boot(); again.Snapshot != whole.Snapshot {
		t.Error("to look at a round changed the diff")
	}
	made := must[CommentsOutput](v, "POST", "/api/comments?snapshot="+b.Snapshot,
		`{"globalComment":null,"comments":[{"file":"a.txt","startLine":1,"endLine":1,"side":"right","body":"in the second round"}],"verdict":"comment"}`)
	if md := v.read(made.Paths.MD); !strings.Contains(md, "> +2\n") {
		t.Errorf("the comment is not on its line:\n%s", md)
	}
	if bad := must[Boot](v, "GET", "/api/boot?from=one&to=nowhere", ""); bad.State != "failed" || bad.Message == "" {
		t.Errorf("got %+v", bad)
	}
	if again := v.boot(); again.State != "ok" {
		t.Errorf("got %+v", again)
	}
}

// told is a context that reports when a caller begins to wait for its end.
type told struct {
	context.Context
	asked func()
}

func (c told) Done() <-chan struct{} {
	c.asked()
	return c.Context.Done()
}

// TestAPageNeverGetsAComparisonThatWasBegunBeforeItAsked: such a comparison may have read its files too early.
func TestAPageNeverGetsAComparisonThatWasBegunBeforeItAsked(t *testing.T) {
	v := newSite(t)
	v.boot()
	ss := &v.server.snapshots
	ss.mu.Lock()
	old := ss.held[len(ss.held)-1]
	under := &pendingSnapshot{done: make(chan struct{})}
	ss.pending = under
	ss.mu.Unlock()
	waits, got := make(chan struct{}), make(chan int, 1)
	go func() {
		snap, giveBack, err := v.server.fresh(told{t.Context(), sync.OnceFunc(func() { close(waits) })})
		if err != nil {
			t.Error(err)
			got <- 0
			return
		}
		defer giveBack()
		got <- len(snap.files)
	}()
	<-waits
	v.Write("b.txt", "new\n")
	ss.mu.Lock()
	old.users += under.waiters
	under.snap, ss.pending = old, nil
	close(under.done)
	ss.mu.Unlock()
	if n := <-got; n != 2 {
		t.Errorf("it has %d files, want 2", n)
	}
}
