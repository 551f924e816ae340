package turns

import (
	"context"
	"slices"

	"consider/internal/fail"
	"consider/internal/review/round"
	"consider/internal/session"
	"consider/internal/turn"
	"consider/internal/words"
)

// TurnListInput is empty.
type TurnListInput struct{}

// TurnListOutput has the recorded turns, the latest first.
type TurnListOutput struct {
	Turns []TurnView   `json:"turns"`
	Notes []words.Text `json:"notes,omitempty"` // why there are no turns
}

// List returns the turns of agents in the session's worktree.
func List(ctx context.Context, s *session.Session, _ TurnListInput) (TurnListOutput, error) {
	all, out := turnsOf(s), TurnListOutput{Turns: []TurnView{}}
	for i := range slices.Backward(all) {
		out.Turns = append(out.Turns, viewOf(&all[i]))
	}
	if len(all) > 0 {
		return out, nil
	}
	if none, ok := fail.As(noTurns(ctx, s)); ok {
		out.Notes = slices.Concat([]words.Text{none.Message}, none.Hints)
	}
	return out, nil
}

// TurnDeleteInput names turns.
type TurnDeleteInput struct {
	IDs []string `json:"ids,omitempty" arg:"id...?" help:"turn IDs or unique prefixes"`
	All bool     `json:"all,omitempty" flag:"all" help:"delete all turns of all worktrees"`
}

// TurnDeleteOutput says what was deleted.
type TurnDeleteOutput struct {
	IDs []string `json:"ids"` // in this worktree
}

// Delete removes turns, and erases the contents of files that only they had. It cannot be undone.
func Delete(ctx context.Context, s *session.Session, in TurnDeleteInput) (TurnDeleteOutput, error) {
	if in.All == (len(in.IDs) > 0) {
		return TurnDeleteOutput{}, fail.Usage("name the turns to delete, or use {--all}").Hint("list them: {turn list}")
	}
	st, err := s.Snapshot(ctx)
	if err != nil {
		return TurnDeleteOutput{}, err
	}
	out := TurnDeleteOutput{IDs: []string{}}
	for _, ref := range in.IDs {
		t, err := find(turnsOf(s), ref)
		if err != nil {
			return TurnDeleteOutput{}, err
		}
		out.IDs = append(out.IDs, t.ID)
	}
	if in.All {
		err = turn.Clear(s.Place.StoreDir)
	} else {
		err = turn.Remove(s.Place.StoreDir, s.Place.WorktreeName, out.IDs)
	}
	if err != nil {
		return TurnDeleteOutput{}, session.StoreError(err)
	}
	return out, session.StoreError(round.SweepMoments(ctx, s, st, 0))
}
