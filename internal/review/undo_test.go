package review

import (
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"

	"consider/gitstore"
)

// tree of the store: every file's id by its path.
func (d *desk) tree() map[string]string {
	d.t.Helper()
	st := must(d.human().glance(d.t.Context()))(d.t)
	out := map[string]string{}
	var walk func(dir string)
	walk = func(dir string) {
		for _, e := range must(st.snap.ReadDir(dir))(d.t) {
			name := e.Name
			if dir != "" {
				name = dir + "/" + name
			}
			if e.Dir {
				walk(name)
			} else {
				out[name] = e.ID.String()
			}
		}
	}
	walk("")
	return out
}

// Whatever was done, undoing all of it goes through the same states backwards to the byte, and redoing forwards.
func TestUndoAndRedoWalkThroughTheSameStates(t *testing.T) {
	d := newDesk(t)
	chance := rand.New(rand.NewPCG(1, 2))
	first := d.add("a.txt:2", "the first")
	ids := []string{first}
	states := []map[string]string{d.tree()}
	do := []func(id string) error{
		func(string) error { ids = append(ids, d.add("a.txt:3", "another")); return nil },
		func(id string) error {
			_, err := d.human().Reply(t.Context(), ReplyInput{ID: id, Message: "r"})
			return err
		},
		func(id string) error {
			_, err := d.human().Resolve(t.Context(), ResolveInput{IDs: []string{id}})
			return err
		},
		func(id string) error {
			_, err := d.human().Unresolve(t.Context(), UnresolveInput{IDs: []string{id}})
			return err
		},
		func(id string) error {
			_, err := d.human().Archive(t.Context(), ArchiveInput{IDs: []string{id}})
			return err
		},
		func(id string) error {
			_, err := d.human().Unarchive(t.Context(), UnarchiveInput{IDs: []string{id}})
			return err
		},
		func(id string) error {
			_, err := d.human().Delete(t.Context(), DeleteInput{IDs: []string{id}})
			return err
		},
		func(id string) error {
			_, err := d.human().Reanchor(t.Context(), ReanchorInput{ID: id, Place: "a.txt:4"})
			return err
		},
		func(id string) error {
			_, err := d.human().Label(t.Context(), LabelInput{ID: id, Add: []string{"l"}})
			return err
		},
	}
	for range 60 {
		// What the state of its thread does not allow changes nothing.
		_ = do[chance.IntN(len(do))](ids[chance.IntN(len(ids))])
		if now := d.tree(); !cmp.Equal(now, states[len(states)-1]) {
			states = append(states, now)
		}
	}
	walk := func(redo bool, i int) {
		must(d.human().Undo(t.Context(), UndoInput{Redo: redo}))(t)
		if diff := cmp.Diff(states[i], d.tree()); diff != "" {
			t.Fatalf("redo %v to state %d of %d: %s", redo, i, len(states), diff)
		}
	}
	for i := len(states) - 2; i >= 0; i-- {
		walk(false, i)
	}
	for i := 1; i < len(states); i++ {
		walk(true, i)
	}
	if _, err := d.human().Undo(t.Context(), UndoInput{Redo: true}); !errors.Is(err, ErrConflict) {
		t.Errorf("redo past the end: %v", err)
	}
	if len(states) < 20 {
		t.Errorf("only %d states: the test does too little", len(states))
	}
}

func TestUndoKeepsWhatAgentsHaveSeen(t *testing.T) {
	d := newDesk(t)
	id := d.add("a.txt:2", "x")
	must(d.human().Reply(t.Context(), ReplyInput{ID: id, Message: "y"}))(t)
	must(d.agent("codex").Get(t.Context(), GetInput{ID: id}))(t)
	must(d.human().Undo(t.Context(), UndoInput{}))(t)
	if d.only(d.agent("codex")).Unseen {
		t.Error("what codex has read is unseen after the reply behind it was taken back")
	}
	if !d.only(d.agent("gemini")).Unseen {
		t.Error("what gemini has not read is seen")
	}
	must(d.human().Undo(t.Context(), UndoInput{Redo: true}))(t)
	must(d.human().Reply(t.Context(), ReplyInput{ID: id, Message: "z"}))(t)
	if !d.only(d.agent("codex")).Unseen {
		t.Error("words that codex has not read are seen")
	}
}

func TestUndoDoesNotGoPastTheFirstCommit(t *testing.T) {
	d := newDesk(t)
	id := d.add("a.txt:2", "x")
	must(d.human().Undo(t.Context(), UndoInput{}))(t)
	if _, err := d.human().Undo(t.Context(), UndoInput{}); !errors.Is(err, ErrConflict) {
		t.Errorf("got %v, want a conflict", err)
	}
	if _, err := d.human().Get(t.Context(), GetInput{ID: id}); !errors.Is(err, ErrNotFound) {
		t.Errorf("the thread is there: %v", err)
	}
}

// The undo of something that git alone has changed since is refused rather than guessed.
func TestUndoRefusesWhatIsNotAsTheChangeLeftIt(t *testing.T) {
	d := newDesk(t)
	id := d.add("a.txt:2", "x")
	must(d.human().Reply(t.Context(), ReplyInput{ID: id, Message: "y"}))(t)
	s := d.human()
	store := must(s.open(t.Context(), false))(t)
	must(store.Update(t.Context(), func(tx *gitstore.Tx) (gitstore.Meta, error) {
		data, err := tx.ReadFile(threadFile(activeDir, id))
		tx.Put(threadFile(activeDir, id), append(data, ' '))
		return gitstore.Meta{Subject: "seen by another program", Trailers: []gitstore.Trailer{{Key: "Consider-Op", Value: "undo"}}}, err
	}))(t)
	must(store.Update(t.Context(), func(tx *gitstore.Tx) (gitstore.Meta, error) {
		tx.Put(threadFile(activeDir, id), []byte("{}"))
		return gitstore.Meta{Subject: "x", Trailers: []gitstore.Trailer{{Key: "Consider-Op", Value: "undo"}}}, nil
	}))(t)
	if _, err := d.human().Undo(t.Context(), UndoInput{}); !errors.Is(err, ErrConflict) {
		t.Errorf("got %v, want a conflict", err)
	}
}
