package undo_test

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"consider/internal/gittest"
	"consider/internal/memory"
	"consider/internal/review"
	"consider/internal/review/plan"
	"consider/internal/review/reviewtest"
	"consider/internal/review/round"
	"consider/internal/review/undo"
)

// A draft of a memory is called after its thread. Undo took it for the thread, and failed for good at the second draft.
func TestEachChangeMadeTwiceIsUndoneAndRedoneToTheSameBytes(t *testing.T) {
	d := reviewtest.New(t)
	open := d.Add("a.txt:2", "open")
	resolved := []string{d.Add("a.txt:1", "done"), d.Add("a.txt:3", "done too")}
	gittest.Must(review.Resolve(t.Context(), d.Human(), review.ResolveInput{IDs: resolved}))(t)
	learnt := d.Add("a.txt:4", "learnt")
	gittest.Must(review.Resolve(t.Context(), d.Human(), review.ResolveInput{IDs: []string{learnt}}))(t)
	text := "x"
	for _, change := range []struct {
		name string
		do   func(n int) error
	}{
		{"add", func(n int) error { d.Add("a.txt:2", fmt.Sprint("said ", n)); return nil }},
		{"reply", func(n int) error {
			return only(review.Reply(t.Context(), d.Human(), review.ReplyInput{ID: open, Message: fmt.Sprint("said ", n)}))
		}},
		{"edit", func(n int) error {
			return only(review.Edit(t.Context(), d.Human(), review.EditInput{ID: open, Message: fmt.Sprint("edited ", n)}))
		}},
		{"label", func(n int) error {
			return only(review.Label(t.Context(), d.Human(), review.LabelInput{ID: open, Add: []string{fmt.Sprint("l", n)}}))
		}},
		{"reanchor", func(n int) error {
			return only(review.Reanchor(t.Context(), d.Human(), review.ReanchorInput{ID: open, Place: fmt.Sprint("a.txt:", n+1)}))
		}},
		{"unresolve", func(n int) error {
			return only(review.Unresolve(t.Context(), d.Human(), review.UnresolveInput{IDs: resolved[n : n+1]}))
		}},
		{"resolve", func(n int) error {
			return only(review.Resolve(t.Context(), d.Human(), review.ResolveInput{IDs: resolved[n : n+1]}))
		}},
		{"archive", func(n int) error {
			return only(review.Archive(t.Context(), d.Human(), review.ArchiveInput{IDs: resolved[n : n+1]}))
		}},
		{"delete", func(n int) error {
			return only(review.Delete(t.Context(), d.Human(), review.DeleteInput{IDs: resolved[n : n+1]}))
		}},
		{"memory learn", func(n int) error {
			return only(memory.MemoryLearn(t.Context(), d.Human(), memory.MemoryLearnInput{ID: learnt, Text: fmt.Sprint("draft ", n)}))
		}},
		{"memory create", func(n int) error {
			return only(memory.MemoryCreate(t.Context(), d.Human(), memory.MemoryCreateInput{Path: fmt.Sprintf("/memories/%d.md", n), Text: &text}))
		}},
		{"checkpoint", func(int) error {
			return only(round.MakeCheckpoint(t.Context(), d.Human(), round.CheckpointInput{}))
		}},
		{"plan", func(n int) error {
			return only(plan.Add(t.Context(), d.Human(), plan.PlanAddInput{Text: fmt.Sprintf("# Plan\n\nStep %d.\n", n)}))
		}},
		{"plan comment", func(n int) error {
			return only(plan.Comment(t.Context(), d.Human(), plan.PlanCommentInput{Message: fmt.Sprint("said ", n)}))
		}},
	} {
		states := []map[string]string{d.Tree()}
		for n := range 2 {
			if err := change.do(n); err != nil {
				t.Fatalf("%s: %v", change.name, err)
			}
			states = append(states, d.Tree())
		}
		for i, redo := range []bool{false, false, true, true} {
			if _, err := undo.Undo(t.Context(), d.Human(), undo.UndoInput{Redo: redo}); err != nil {
				t.Fatalf("%s twice, step %d of undo, undo, redo, redo: %v", change.name, i+1, err)
			}
			if diff := cmp.Diff(states[[]int{1, 0, 1, 2}[i]], d.Tree()); diff != "" {
				t.Errorf("%s twice, step %d of undo, undo, redo, redo: %s", change.name, i+1, diff)
			}
		}
	}
}

func only[T any](_ T, err error) error { return err }
