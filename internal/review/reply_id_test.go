package review_test

import (
	"strings"
	"testing"

	"consider/internal/fail"
	"consider/internal/review"
	"consider/internal/review/reviewtest"
)

// Where a thread is named, the id of one of its replies names it too: it is what a person or an agent may have at hand.
func TestTheIDOfAReplyNamesItsThread(t *testing.T) {
	d := reviewtest.New(t)
	id, other := d.Add("a.txt:1", "well?"), d.Add("a.txt:1", "and this?")
	s, ctx := d.Human(), t.Context()
	reply := func(to string) string {
		t.Helper()
		out, err := review.Reply(ctx, s, review.ReplyInput{ID: to, Message: "because"})
		if err != nil {
			t.Fatal(err)
		}
		return out.Reply.ID
	}
	first := reply(id)
	reply(other)
	if out, err := review.Get(ctx, s, review.GetInput{ID: first[:8]}); err != nil || out.Thread.ID != id {
		t.Errorf("get: %v, %v", out.Thread.ID, err)
	}
	second := reply(first)
	if out, err := review.Resolve(ctx, s, review.ResolveInput{IDs: []string{second}}); err != nil || out.Threads[0].ID != id {
		t.Errorf("resolve: %+v, %v", out, err)
	}
	for ref, want := range map[string]string{"r_00000000": "no thread", "r_": "at least 4", second[:4]: "at least 4"} {
		_, err := review.Resolve(ctx, s, review.ResolveInput{IDs: []string{ref}})
		if failure := fail.FailureOf(err); err == nil || !strings.Contains(failure.Message, want) {
			t.Errorf("%s: %v", ref, err)
		}
	}
	// Deleting a reply leaves its thread.
	if out, err := review.Delete(ctx, s, review.DeleteInput{IDs: []string{second}}); err != nil || len(out.IDs) != 1 || out.IDs[0] != second {
		t.Errorf("delete: %+v, %v", out, err)
	}
	if _, err := review.Get(ctx, s, review.GetInput{ID: second}); err != nil {
		t.Errorf("the thread of a deleted reply: %v", err)
	}
}
