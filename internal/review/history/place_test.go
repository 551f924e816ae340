package history_test

import (
	"testing"

	"consider/internal/gittest"
	"consider/internal/review"
	"consider/internal/review/compare"
	"consider/internal/review/history"
	"consider/internal/review/reviewtest"
	"consider/internal/thread"
)

// Once the log named HEAD, which does not have the lines.
func TestTheLogNamesTheCommitThatHasTheLines(t *testing.T) {
	d := reviewtest.New(t)
	first := d.Git("rev-parse", "HEAD")
	d.Write("a.txt", "one\nthree\nfour\n")
	d.Commit("second")
	shown := d.Showing(compare.Scope{Kind: compare.ScopeBase, From: first})
	gittest.Must(review.Add(t.Context(), shown, review.AddInput{Place: "a.txt", Side: thread.Old, StartLine: 2, Message: "why?"}))(t)
	want := first[:8] + ":a.txt:2"
	if e := gittest.Must(history.Log(t.Context(), d.Human(), history.LogInput{}))(t).Events[0]; e.Place != want {
		t.Errorf("the log names %q, want %q", e.Place, want)
	}
	waited := gittest.Must(history.Wait(t.Context(), d.Agent("codex"), history.WaitInput{Timeout: "0"}))(t)
	if len(waited.Events) != 1 || waited.Events[0].Place != want {
		t.Errorf("wait returns %+v, want %q", waited.Events, want)
	}
}
