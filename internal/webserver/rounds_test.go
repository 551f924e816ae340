package webserver

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"

	"consider/internal/gittest"
	"consider/internal/review/compare"
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

// TestAPageChoosesWhatToCompare: each page hears of changes in what it shows, and another page shows what it showed.
func TestAPageChoosesWhatToCompare(t *testing.T) {
	r := gittest.New(t)
	r.Write("a.txt", "0\n")
	r.Commit("first")
	r.Git("branch", "old")
	r.Write("a.txt", "1\n")
	r.Commit("second")
	r.Write("a.txt", "2\n")
	r.Git("add", "a.txt")
	r.Write("a.txt", "3\n")
	v := open(t, r.Dir, nil)
	for query, want := range map[string]string{
		"?kind=head":          "+++ b/a.txt -1 +3",
		"?kind=staged":        "+++ b/a.txt -1 +2",
		"?kind=unstaged":      "+++ b/a.txt -2 +3",
		"?kind=base&from=old": "+++ b/a.txt -0 +3",
	} {
		if b, got := v.patch(query); got != want || b.Started != "head" {
			t.Errorf("%s: %s shows %q, want %q", query, b.Scope.Label, got, want)
		}
	}
	for _, query := range []string{"?kind=base&from=--output%3Dmade", "?kind=base&from=nowhere", "?kind=base", "?kind=content", "?kind=x"} {
		if b := must[Boot](v, "GET", "/api/boot"+query, ""); b.State != "failed" || b.Message == "" || v.read("made") != "" {
			t.Errorf("%s: got %+v", query, b)
		}
	}
	if got := must[BranchesOutput](v, "GET", "/api/branches", "").Branches; !slices.Contains(got, "old") || len(got) != 2 {
		t.Errorf("the branches are %q", got)
	}
	r.Write(".git/packed-refs", "damaged\n")
	v.refused("internal", "GET", "/api/branches", "", nil)
	r.Remove(".git/packed-refs")
	whole, staged := v.boot(), must[Boot](v, "GET", "/api/boot?kind=staged", "")
	if whole.Asked != "" || staged.Asked == "" {
		t.Errorf("their names are %q and %q", whole.Asked, staged.Asked)
	}
	events := v.events("")
	r.Git("add", "a.txt") // the files are as they were, so that the whole diff stays the same
	var moved FilesMoved
	for moved.Asked != staged.Asked {
		if err := json.Unmarshal([]byte(v.next(events, "files")), &moved); err != nil || moved.Asked == "" {
			t.Fatalf("got %+v, %v", moved, err)
		}
	}
	again, got := v.patch("?kind=staged")
	if moved.Snapshot != again.Snapshot || got != "+++ b/a.txt -1 +3" {
		t.Errorf("got %+v; then it shows %q", moved, got)
	}
	if now := v.boot(); now.Snapshot != whole.Snapshot {
		t.Error("staging changed the whole diff")
	}
}

// TestASnapshotIsOpenWhileItIsLent: that of a scope which no page had shown yet was closed before its first page got it.
func TestASnapshotIsOpenWhileItIsLent(t *testing.T) {
	v := newSite(t)
	v.boot() // the server runs
	snap, err := v.server.fresh(t.Context(), compare.Scope{Kind: compare.ScopeUnstaged})
	if err != nil {
		t.Fatal(err)
	}
	defer snap.giveBack()
	if _, _, err := snap.project.Tree.ReadFile("a.txt", 1000); err != nil {
		t.Error(err)
	}
}

// TestAPageThatGoesAwayLeavesNoSnapshotLent: the snapshot that it waited for is closed once no other request uses it.
func TestAPageThatGoesAwayLeavesNoSnapshotLent(t *testing.T) {
	v := newSite(t)
	scope := compare.Scope{Kind: compare.ScopeUnstaged}
	must[Boot](v, "GET", "/api/boot?kind="+scope.Kind, "")
	ss := &v.server.snapshots
	ss.mu.Lock()
	newest := ss.newest[scope]
	ss.mu.Unlock()
	gone, leave := context.WithCancel(t.Context())
	leave()
	if _, err := v.server.fresh(gone, scope); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if n := newest.users.Load(); n != 2 {
		t.Errorf("it has %d users, want the two lists", n)
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
	old := ss.newest[v.server.Scope]
	under := &pendingSnapshot{done: make(chan struct{})}
	ss.pending[v.server.Scope] = under
	ss.mu.Unlock()
	waits, got := make(chan struct{}), make(chan int, 1)
	go func() {
		snap, err := v.server.fresh(told{t.Context(), sync.OnceFunc(func() { close(waits) })}, v.server.Scope)
		if err != nil {
			t.Error(err)
			got <- 0
			return
		}
		defer snap.giveBack()
		got <- len(snap.files)
	}()
	<-waits
	v.Write("b.txt", "new\n")
	ss.mu.Lock()
	under.snap = old
	delete(ss.pending, v.server.Scope)
	close(under.done)
	ss.mu.Unlock()
	if n := <-got; n != 2 {
		t.Errorf("it has %d files, want 2", n)
	}
}
