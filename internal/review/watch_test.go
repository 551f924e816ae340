package review_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"consider/internal/gittest"
	"consider/internal/review"
	"consider/internal/review/history"
	"consider/internal/review/reviewtest"
	"consider/internal/review/undo"
	"consider/internal/watch"
)

func TestFollowTellsEventsAndPlacesInTheirOrder(t *testing.T) {
	d := reviewtest.New(t)
	id := d.Add("a.txt:2", "x")
	s := d.Agent("codex")
	synctest.Test(t, func(t *testing.T) {
		ctx, stop := context.WithCancel(t.Context())
		defer stop()
		begin := time.Now()
		got := make(chan history.Event)
		ended := make(chan error)
		go func() {
			ended <- review.Follow(ctx, s, review.WatchInput{}, func(e history.Event) error {
				got <- e
				return nil
			})
		}()
		synctest.Wait()
		for _, step := range []struct {
			do   func()
			want string
		}{
			{func() { d.Write("a.txt", "new\none\ntwo\nthree\nfour\n") }, "ID is now on a.txt:3 (was on a.txt:2)"},
			{func() { gittest.Must(review.Reply(t.Context(), d.Human(), review.ReplyInput{ID: id, Message: "y"}))(t) }, `the human replied to ID on a.txt:2: "y"`},
			{func() { d.Write("a.txt", "new\none\nanother thing altogether\nthree\nfour\n") }, "ID is stale (was on a.txt:3)"},
			{func() {
				gittest.Must(review.Reanchor(t.Context(), d.Human(), review.ReanchorInput{ID: id, Place: "a.txt:5"}))(t)
			}, "the human moved ID to a.txt:5"},
			{func() { gittest.Must(undo.Undo(t.Context(), d.Human(), undo.UndoInput{}))(t) }, "the human undid: the human moved ID to a.txt:5"},
			{func() { d.Write("a.txt", "one\ntwo\nthree\nfour\n") }, "ID is anchored again on a.txt:2"},
			{func() {
				synctest.Wait()
				d.Write("a.txt", "") // an editor that has not written all of it yet
				time.Sleep(watch.CheckEvery - time.Since(begin)%watch.CheckEvery + watch.Quiet/2)
				d.Write("a.txt", "one\ntwo\nthree\nfour\n")
				time.Sleep(watch.CheckEvery)
				gittest.Must(review.Resolve(t.Context(), d.Human(), review.ResolveInput{IDs: []string{id}}))(t)
			}, "the human resolved ID on a.txt:2"},
		} {
			step.do()
			if diff := cmp.Diff(step.want, strings.ReplaceAll((<-got).Words(), id, "ID")); diff != "" {
				t.Error(diff)
			}
		}
		stop()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Errorf("ended with %v", err)
		}
	})
}
