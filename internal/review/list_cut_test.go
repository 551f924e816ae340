package review_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"consider/internal/gittest"
	"consider/internal/place"
	"consider/internal/review"
	"consider/internal/review/reviewtest"
	"consider/internal/session"
	"consider/internal/thread"
)

// many is a review with threads of every kind: in files that stand, that changed and that are gone, answered, read, asked,
// resolved and on the review itself.
func many(t *testing.T) *reviewtest.Desk {
	t.Helper()
	d := reviewtest.New(t)
	codex := d.Agent("codex")
	for i := range 3 {
		d.Write(fmt.Sprintf("f%d.txt", i), strings.Repeat("a line\n", i)+"one\ntwo\nthree\nfour\nfive\n")
	}
	d.Commit("files")
	var ids []string
	for i := range 18 {
		ids = append(ids, d.Add(fmt.Sprintf("f%d.txt:%d", i%3, 1+i%5), fmt.Sprint("words ", i)))
	}
	whole := gittest.Must(review.Add(t.Context(), d.Human(), review.AddInput{Review: true, Message: "on the review"}))(t)
	ids = append(ids, d.Add("f1.txt", "on a file"), whole.Thread.ID)
	for i, id := range ids {
		if i%4 == 0 {
			gittest.Must(review.Context(t.Context(), codex, review.ContextInput{ID: id}))(t)
		}
		if i%5 == 0 {
			gittest.Must(review.Reply(t.Context(), d.Agent("gemini"), review.ReplyInput{ID: id, Message: "done", Outcome: thread.Addressed}))(t)
		}
		if i == 7 {
			gittest.Must(review.Reply(t.Context(), codex, review.ReplyInput{ID: id, Message: "Keep it?", Ask: "Keep it | Drop it"}))(t)
		}
		if i%6 == 0 {
			gittest.Must(review.Resolve(t.Context(), d.Human(), review.ResolveInput{IDs: []string{id}}))(t)
		}
	}
	d.Write("f1.txt", "zero\none\ntwo and more\nfour\nfive\n")
	if err := os.Remove(d.Path("f2.txt")); err != nil {
		t.Fatal(err)
	}
	return d
}

// A list that is cut reads few threads. It is the beginning of the whole one, and counts the same.
func TestACutListIsTheBeginningOfTheWholeOne(t *testing.T) {
	d := many(t)
	for _, in := range []review.ListInput{{}, {Workflow: "all"}, {Workflow: thread.Resolved}, {Unseen: true}, {Awaiting: "me"}, {Awaiting: "agent"}} {
		for who, s := range map[string]func() *session.Session{
			"a person": d.Human, "an agent": func() *session.Session { return d.Agent("codex") }, "a stranger": func() *session.Session { return d.Agent("new") },
		} {
			whole := gittest.Must(review.List(t.Context(), s(), in))(t)
			for n := 1; n <= len(whole.Threads)+1; n++ {
				cut := in
				cut.Limit = &n
				got := gittest.Must(review.List(t.Context(), s(), cut))(t)
				want := whole
				want.Threads = whole.Threads[:min(n, len(whole.Threads))]
				want.More, want.Next = len(whole.Threads)-len(want.Threads), got.Next
				if diff := cmp.Diff(want, got); diff != "" || (got.Next != "") != (want.More > 0) {
					t.Fatalf("%+v by %s, %d of %d:\n%s", in, who, n, len(whole.Threads), diff)
				}
			}
		}
	}
}

// A summary counts what heads say. It is what one counts in the list.
func TestASummaryCountsTheList(t *testing.T) {
	d := many(t)
	for _, s := range []func() *session.Session{d.Human, func() *session.Session { return d.Agent("codex") }} {
		for _, warm := range []string{"cold", "warm"} {
			if warm == "cold" {
				if err := os.Remove(d.StoreFile("cache", place.ViewFile)); err != nil {
					t.Fatal(err)
				}
			}
			sum := gittest.Must(review.Summary(t.Context(), s(), review.SummaryInput{}))(t)
			all := gittest.Must(review.List(t.Context(), s(), review.ListInput{Workflow: "all"}))(t)
			counts, files := map[string]int{}, map[string]bool{}
			for _, v := range all.Threads {
				counts["all "+string(v.AnchorState)]++
				if v.WorkflowState == thread.Resolved {
					continue
				}
				counts["open "+string(v.AnchorState)]++
				if v.Placement.File != "" {
					files[v.Placement.File] = true
				}
				if s().Caller.IsPerson() && v.Unread || !s().Caller.IsPerson() && v.Unseen {
					counts["new"]++
				}
				if v.Question != nil {
					counts["asked"]++
				}
			}
			got := map[string]int{"new": sum.UnseenOpen, "asked": sum.Questions}
			for state, n := range sum.AllAnchors {
				got["all "+state] = n
			}
			for state, n := range sum.OpenAnchors {
				got["open "+state] = n
			}
			if diff := cmp.Diff(counts, got); diff != "" || sum.Files != len(files) || sum.Nobody != all.Nobody {
				t.Errorf("%s, %d files of %d, %v and %v:\n%s", warm, sum.Files, len(files), sum.Nobody, all.Nobody, diff)
			}
		}
	}
}
