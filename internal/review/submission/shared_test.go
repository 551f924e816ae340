package submission

import (
	"strings"
	"testing"

	"consider/internal/gittest"
	"consider/internal/review/reviewtest"
)

// Two worktrees may use one store: a page of one must not show, replace or submit what is being written in the other.
func TestWorktreesThatShareAStoreKeepTheirDraftsAndViewedTextsApart(t *testing.T) {
	d := reviewtest.New(t)
	main, side := d.Human(), d.Side("side").Human()
	side.Place.StoreDir = main.Place.StoreDir
	gittest.Must(PutDraft(t.Context(), main, Draft{Key: "k", Kind: DraftReview, Body: "main's"}))(t)
	gittest.Must(PutDraft(t.Context(), side, Draft{Key: "k", Kind: DraftReview, Body: "side's"}))(t)
	if drafts := gittest.Must(Drafts(t.Context(), main))(t); len(drafts) != 1 || drafts[0].Body != "main's" {
		t.Errorf("the main worktree has %+v", drafts)
	}
	if err := DeleteDrafts(t.Context(), main, "k"); err != nil {
		t.Fatal(err)
	}
	if drafts := gittest.Must(Drafts(t.Context(), side))(t); len(drafts) != 1 || drafts[0].Body != "side's" {
		t.Errorf("the linked worktree has %+v", drafts)
	}
	old, now := strings.Repeat("a", 32), strings.Repeat("b", 32)
	if err := KeepViewedText(t.Context(), main, "a.txt", old, []byte("main's"), nil); err != nil {
		t.Fatal(err)
	}
	if _, ok, err := ViewedText(t.Context(), side, "a.txt", now); ok || err != nil {
		t.Errorf("the linked worktree compares with what was viewed in the main one, %v", err)
	}
	if text, ok, err := ViewedText(t.Context(), main, "a.txt", now); !ok || err != nil || string(text) != "main's" {
		t.Errorf("the main worktree compares with %q, %t, %v", text, ok, err)
	}
}
