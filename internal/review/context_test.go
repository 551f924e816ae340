package review_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"consider/internal/gittest"
	"consider/internal/review"
	"consider/internal/review/apply"
	"consider/internal/review/reviewtest"
)

// An editor or git undoes a suggestion without a word to consider. The text before it is then the original, not the
// suggestion, which is in no file.
func TestTheOriginalOfAnUndoneSuggestionIsTheTextBeforeIt(t *testing.T) {
	const before = "one\ntwo\nthree, three and three\nfour, five and six\nseven\n"
	d := reviewtest.New(t)
	d.Write("a.txt", before)
	d.Commit("text")
	id := d.Add("a.txt:2-4", "```suggestion\nentirely other lines\nare better\n```")
	d.Now = d.Now.Add(time.Minute)
	gittest.Must(apply.Apply(t.Context(), d.Human(), apply.Input{IDs: []string{id}}))(t)
	shown := func(text string) (review.ContextOutput, review.BaseOutput) {
		d.Write("a.txt", text)
		return gittest.Must(review.Context(t.Context(), d.Human(), review.ContextInput{IDs: []string{id}}))(t),
			gittest.Must(review.Base(t.Context(), d.Human(), review.BaseInput{ID: id}))(t)
	}

	got, base := shown(strings.Replace(before, "two", "TWO", 1))
	if got.Then == nil || !slices.Contains(got.Then.Lines, "two") || !strings.Contains(got.Diff, "-two\n+TWO\n") || strings.Contains(got.Diff, "better") {
		t.Errorf("undone: %+v, %s", got.Then, got.Diff)
	}
	if base.Text != before || base.StartLine != 2 || base.EndLine != 4 {
		t.Errorf("undone: %+v", base)
	}

	applied := "one\nentirely other lines\nare better\nseven\n"
	got, base = shown(strings.Replace(applied, "better", "worse", 1))
	if !strings.Contains(got.Diff, "-are better\n+are worse\n") || base.Text != applied {
		t.Errorf("not undone: %s, %+v", got.Diff, base)
	}
}

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
