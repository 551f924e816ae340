package submission

import (
	"testing"

	"consider/internal/gitdiff"
	"consider/internal/gittest"
	"consider/internal/review/compare"
	"consider/internal/review/reviewtest"
	"consider/internal/treediff"
)

// Two worktrees may use one store: a page of one must not show, replace or submit what is being written in the other.
func TestWorktreesThatShareAStoreKeepTheirDraftsAndViewedLinesApart(t *testing.T) {
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
	files := []compare.File{{FileDiff: treediff.FileDiff{Path: "a.txt", Hunks: gitdiff.Hunks([]byte("a\n"), []byte("b\n"), gitdiff.Options{})}}}
	if err := ViewHunks(t.Context(), main, &files[0], nil, true); err != nil {
		t.Fatal(err)
	}
	if left := gittest.Must(LinesLeft(t.Context(), side, files))(t); len(left) != 0 {
		t.Errorf("the linked worktree compares with what was viewed in the main one: %+v", left)
	}
	if left := gittest.Must(LinesLeft(t.Context(), main, files))(t); len(left) != 1 || left[0].Hunks[0].N != 0 {
		t.Errorf("the main worktree has %+v", left)
	}
}
