package review_test

import (
	"testing"

	"consider/internal/gittest"
	"consider/internal/presence"
	"consider/internal/review"
	"consider/internal/review/reviewtest"
)

// An agent that listens in one worktree hears nothing of another one's threads, though both use one store.
func TestAnAgentListensInItsOwnWorktreeOfASharedStore(t *testing.T) {
	d := reviewtest.New(t)
	main, side := d.Human(), d.Side("side").Human()
	side.Place.StoreDir = main.Place.StoreDir
	d.Add("a.txt:2", "who hears this?")
	var there presence.Session
	if err := there.Begin(main.Place.StoreDir, "side", "codex", presence.Watching, d.Now); err != nil {
		t.Fatal(err)
	}
	defer there.Close()
	if err := presence.RecordNotified(main.Place.StoreDir, "side", "gemini", "1", nil, d.Now); err != nil {
		t.Fatal(err)
	}
	if out := gittest.Must(review.List(t.Context(), main, review.ListInput{}))(t); len(out.Listeners)+len(out.Hooked) != 0 || !out.Nobody {
		t.Errorf("in the main worktree: %+v", out.Hearing)
	}
	if out := gittest.Must(review.List(t.Context(), side, review.ListInput{}))(t); len(out.Listeners) != 1 || len(out.Hooked) != 1 || out.Nobody {
		t.Errorf("in the linked one: %+v", out.Hearing)
	}
}
