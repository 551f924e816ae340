package review_test

import (
	"errors"
	"fmt"
	"testing"

	"consider/internal/fail"
	"consider/internal/gittest"
	"consider/internal/review"
	"consider/internal/review/reviewtest"
	"consider/internal/thread"
)

// An agent reads, answers and resolves the threads of one part of the list before it asks for the next part. No thread
// is skipped or listed twice.
func TestAListGoesOnWhateverWasDoneWithItsThreadsMeanwhile(t *testing.T) {
	d := reviewtest.New(t)
	all := map[string]bool{}
	for i := range 9 {
		all[d.Add("a.txt:2", fmt.Sprint(i))] = true
	}
	two, after := 2, ""
	for part := 0; part == 0 || after != ""; part++ {
		got := gittest.Must(review.List(t.Context(), d.Agent("codex"), review.ListInput{Limit: &two, After: after}))(t)
		for i, v := range got.Threads {
			if !all[v.ID] {
				t.Fatalf("part %d tells of %s again", part, v.ID)
			}
			delete(all, v.ID)
			gittest.Must(review.Context(t.Context(), d.Agent("codex"), review.ContextInput{IDs: []string{v.ID}}))(t)
			gittest.Must(review.Reply(t.Context(), d.Agent("codex"), review.ReplyInput{ID: v.ID, Message: "done"}))(t)
			if i == 0 {
				gittest.Must(review.Resolve(t.Context(), d.Human(), review.ResolveInput{IDs: []string{v.ID}}))(t)
			}
		}
		after = got.Next
	}
	if len(all) > 0 {
		t.Errorf("never told: %v", all)
	}
}

func TestAnUnseenListShowsTheWordsThatAreNewAndReadsNothing(t *testing.T) {
	d := reviewtest.New(t)
	id := d.Add("a.txt:2", "x")
	gittest.Must(review.Context(t.Context(), d.Agent("codex"), review.ContextInput{ID: id}))(t)
	gittest.Must(review.Reply(t.Context(), d.Human(), review.ReplyInput{ID: id, Message: "and now?"}))(t)
	for range 2 {
		got := gittest.Must(review.List(t.Context(), d.Agent("codex"), review.ListInput{Unseen: true}))(t)
		if len(got.Threads) != 1 || len(got.Threads[0].UnreadReplies) != 1 || got.Threads[0].UnreadReplies[0].Body != "and now?" {
			t.Fatalf("%+v", got)
		}
	}
}

func TestABatchOfRepliesIsStoredWholeOrNotAtAll(t *testing.T) {
	d := reviewtest.New(t)
	one, two := d.Add("a.txt:2", "x"), d.Add("a.txt:3", "y")
	good := []review.ReplyItem{{ID: one, Message: "1", Outcome: thread.Addressed}, {ID: two, Message: "2"}}
	for _, bad := range [][]review.ReplyItem{
		append(good[:1:1], review.ReplyItem{ID: "c_ffffffff", Message: "2"}), append(good[:1:1], review.ReplyItem{ID: two}),
		append(good[:2:2], review.ReplyItem{ID: one, Message: "again"}),
		{},
	} {
		if _, err := review.Reply(t.Context(), d.Agent("codex"), review.ReplyInput{Batch: bad}); !errors.Is(err, fail.ErrUsage) && !errors.Is(err, fail.ErrNotFound) {
			t.Errorf("%+v: %v", bad, err)
		}
	}
	before := gittest.Must(d.Human().Tip(t.Context()))(t)
	out := gittest.Must(review.Reply(t.Context(), d.Agent("codex"), review.ReplyInput{Batch: good}))(t)
	if out.ID != one || len(out.Others) != 1 || out.Others[0].Replies != 1 || out.Replies != 1 {
		t.Errorf("%+v, from %s", out, before)
	}
}
