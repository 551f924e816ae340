package review_test

import (
	"strings"
	"testing"

	"consider/internal/gittest"
	"consider/internal/review"
	"consider/internal/review/reviewtest"
)

// Clients refuse answers that are too long, so these come in parts; threads that were not shown do not count as seen.
func TestAContextOfManyThreadsIsBoundedForACallerThatPaysForEachWord(t *testing.T) {
	d := reviewtest.New(t)
	var ids []string
	for range 5 {
		ids = append(ids, d.Add("a.txt:2", strings.Repeat("word ", 4<<10)))
	}
	s := d.Agent("codex")
	s.Caller.Bounded = true
	shown, left := 0, ids
	for range ids {
		got := gittest.Must(review.Context(t.Context(), s, review.ContextInput{IDs: left}))(t)
		review.Delivered(t.Context(), s)
		s.Handed = nil
		shown += 1 + len(got.Others)
		unseen := gittest.Must(review.List(t.Context(), s, review.ListInput{Unseen: true}))(t)
		if len(unseen.Threads) != len(ids)-shown || len(got.Left) != len(ids)-shown {
			t.Fatalf("%d shown, %d left, %d unseen", shown, len(got.Left), len(unseen.Threads))
		}
		if left = got.Left; len(left) == 0 {
			break
		}
	}
	if shown != len(ids) || len(left) != 0 {
		t.Errorf("%d of %d were shown", shown, len(ids))
	}
	whole := gittest.Must(review.Context(t.Context(), d.Agent("claude-code"), review.ContextInput{IDs: ids}))(t)
	if len(whole.Others) != len(ids)-1 || whole.Left != nil {
		t.Errorf("one that is not bounded: %d shown, %d left", 1+len(whole.Others), len(whole.Left))
	}
}
