package undo

import (
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"consider/gitstore"
	"consider/internal/fail"
	"consider/internal/gittest"
	"consider/internal/review"
	"consider/internal/review/reviewtest"
	"consider/internal/thread"
)

// After any changes, undoing all of them passes through the same states backwards, byte for byte, and redoing passes
// through them forwards.
func TestUndoAndRedoWalkThroughTheSameStates(t *testing.T) {
	d := reviewtest.New(t)
	chance := rand.New(rand.NewPCG(1, 2))
	first := d.Add("a.txt:2", "the first")
	ids := []string{first}
	states := []map[string]string{d.Tree()}
	do := []func(id string) error{
		func(string) error { ids = append(ids, d.Add("a.txt:3", "another")); return nil },
		func(id string) error {
			_, err := review.Reply(t.Context(), d.Human(), review.ReplyInput{ID: id, Message: "r"})
			return err
		},
		func(id string) error {
			_, err := review.Resolve(t.Context(), d.Human(), review.ResolveInput{IDs: []string{id}})
			return err
		},
		func(id string) error {
			_, err := review.Unresolve(t.Context(), d.Human(), review.UnresolveInput{IDs: []string{id}})
			return err
		},
		func(id string) error {
			_, err := review.Archive(t.Context(), d.Human(), review.ArchiveInput{IDs: []string{id}})
			return err
		},
		func(id string) error {
			_, err := review.Unarchive(t.Context(), d.Human(), review.UnarchiveInput{IDs: []string{id}})
			return err
		},
		func(id string) error {
			_, err := review.Delete(t.Context(), d.Human(), review.DeleteInput{IDs: []string{id}})
			return err
		},
		func(id string) error {
			_, err := review.Reanchor(t.Context(), d.Human(), review.ReanchorInput{ID: id, Place: "a.txt:4"})
			return err
		},
		func(id string) error {
			_, err := review.Label(t.Context(), d.Human(), review.LabelInput{ID: id, Add: []string{"l"}})
			return err
		},
	}
	for range 60 {
		// A call that its thread's state does not allow changes nothing.
		_ = do[chance.IntN(len(do))](ids[chance.IntN(len(ids))])
		if now := d.Tree(); !cmp.Equal(now, states[len(states)-1]) {
			states = append(states, now)
		}
	}
	walk := func(redo bool, i int) {
		gittest.Must(Undo(t.Context(), d.Human(), UndoInput{Redo: redo}))(t)
		if diff := cmp.Diff(states[i], d.Tree()); diff != "" {
			t.Fatalf("redo %v to state %d of %d: %s", redo, i, len(states), diff)
		}
	}
	for i := len(states) - 2; i >= 0; i-- {
		walk(false, i)
	}
	for i := 1; i < len(states); i++ {
		walk(true, i)
	}
	if _, err := Undo(t.Context(), d.Human(), UndoInput{Redo: true}); !errors.Is(err, fail.ErrConflict) {
		t.Errorf("redo past the end: %v", err)
	}
	if len(states) < 20 {
		t.Errorf("only %d states: the test does too little", len(states))
	}
}

func TestUndoKeepsWhatAgentsHaveSeen(t *testing.T) {
	d := reviewtest.New(t)
	id := d.Add("a.txt:2", "x")
	gittest.Must(review.Reply(t.Context(), d.Human(), review.ReplyInput{ID: id, Message: "y"}))(t)
	d.Reads(d.Agent("codex"), id)
	gittest.Must(Undo(t.Context(), d.Human(), UndoInput{}))(t)
	if d.Only(d.Agent("codex")).Unseen {
		t.Error("what codex has read is unseen after the reply behind it was taken back")
	}
	if !d.Only(d.Agent("gemini")).Unseen {
		t.Error("what gemini has not read is seen")
	}
	gittest.Must(Undo(t.Context(), d.Human(), UndoInput{Redo: true}))(t)
	gittest.Must(review.Reply(t.Context(), d.Human(), review.ReplyInput{ID: id, Message: "z"}))(t)
	if !d.Only(d.Agent("codex")).Unseen {
		t.Error("words that codex has not read are seen")
	}
}

func TestUndoDoesNotGoPastTheFirstCommit(t *testing.T) {
	d := reviewtest.New(t)
	id := d.Add("a.txt:2", "x")
	gittest.Must(Undo(t.Context(), d.Human(), UndoInput{}))(t)
	if _, err := Undo(t.Context(), d.Human(), UndoInput{}); !errors.Is(err, fail.ErrConflict) {
		t.Errorf("got %v, want a conflict", err)
	}
	if _, err := review.Get(t.Context(), d.Human(), review.GetInput{ID: id}); !errors.Is(err, fail.ErrNotFound) {
		t.Errorf("the thread is there: %v", err)
	}
}

// An undo is refused, not guessed, when a file was changed since by git alone.
func TestUndoRefusesWhatIsNotAsTheChangeLeftIt(t *testing.T) {
	d := reviewtest.New(t)
	id := d.Add("a.txt:2", "x")
	gittest.Must(review.Reply(t.Context(), d.Human(), review.ReplyInput{ID: id, Message: "y"}))(t)
	s := d.Human()
	store := gittest.Must(s.OpenStore(t.Context(), false))(t)
	gittest.Must(store.Update(t.Context(), func(tx *gitstore.Tx) (gitstore.Meta, error) {
		data, err := tx.ReadFile(thread.File(thread.Active, id))
		tx.Put(thread.File(thread.Active, id), append(data, ' '))
		return gitstore.Meta{Subject: "seen by another program", Trailers: []gitstore.Trailer{{Key: "Consider-Op", Value: "undo"}}}, err
	}))(t)
	gittest.Must(store.Update(t.Context(), func(tx *gitstore.Tx) (gitstore.Meta, error) {
		tx.Put(thread.File(thread.Active, id), []byte("{}"))
		return gitstore.Meta{Subject: "x", Trailers: []gitstore.Trailer{{Key: "Consider-Op", Value: "undo"}}}, nil
	}))(t)
	if _, err := Undo(t.Context(), d.Human(), UndoInput{}); !errors.Is(err, fail.ErrConflict) {
		t.Errorf("got %v, want a conflict", err)
	}
}
