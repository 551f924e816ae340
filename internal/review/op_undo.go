package review

import (
	"context"

	"consider/gitstore"
)

// UndoInput says what to take back.
type UndoInput struct {
	Redo   bool `json:"redo,omitempty" flag:"redo" help:"take the last undo back"`
	DryRun bool `json:"dryRun,omitempty" flag:"dry-run,n" help:"only say what would be taken back"`
}

// UndoOutput is what was taken back.
type UndoOutput struct {
	Undone Event  `json:"undone"`
	What   string `json:"what"` // in words: what is gone, or with redo what is there again
	Redo   bool   `json:"redo,omitempty"`
	DryRun bool   `json:"dryRun,omitempty"`
}

// undoesTrailer names the commit that an undo took back.
const undoesTrailer = "Consider-Undoes"

// Undo takes the newest change back that was not taken back before, as a new change: what it did to the store's
// files is reversed. An agent takes back only what it did itself.
func (s *Service) Undo(ctx context.Context, in UndoInput) (UndoOutput, error) {
	who, err := s.writer(ctx, Human)
	if err != nil {
		return UndoOutput{}, err
	}
	st, err := s.glance(ctx)
	if err != nil {
		return UndoOutput{}, err
	}
	u := &undo{h: history{st.store}, who: who, redo: in.Redo}
	if in.DryRun {
		_, err := u.plan(ctx, st.snap.ID(), st.snap)
		return u.output(true), err
	}
	remembered := false
	err = s.update(ctx, false, func(c *change) error {
		steps, err := u.plan(ctx, c.tx.Base(), c.tx)
		if err != nil {
			return err
		}
		if err := s.undoOnDisk(c, steps); err != nil {
			return err
		}
		remembered = touchesMemory(steps)
		for _, step := range steps {
			if err := step.apply(c.tx); err != nil {
				return err
			}
		}
		c.record(string(Undone), who, "("+u.op+")", u.event.Threads...)
		c.more = append(c.more, gitstore.Trailer{Key: undoesTrailer, Value: u.event.Cursor})
		return nil
	})
	if err == nil && remembered {
		s.resyncMemory(ctx)
	}
	return u.output(false), err
}

func (u *undo) output(dry bool) UndoOutput {
	out := UndoOutput{Undone: u.event, What: u.event.Words(), Redo: u.redo, DryRun: dry}
	if u.redo {
		out.What = u.event.What
	}
	return out
}
