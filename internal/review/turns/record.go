// Package turns records the turns of agents and reports what changed in them.
package turns

import (
	"cmp"
	"context"
	"time"

	"consider/internal/review/round"
	"consider/internal/session"
	"consider/internal/settings"
	"consider/internal/treediff"
	"consider/internal/turn"
)

// Record adds an event to the log of the session's worktree, with what changed since the last one. It changes neither
// threads nor history. If it fails, the turn is reported with what is known.
func Record(ctx context.Context, s *session.Session, e turn.Event) error {
	set, err := s.Settings(ctx)
	if err != nil || set.Get(settings.TurnsSetting) == "off" {
		return err
	}
	log, err := turn.Open(s.Place.StoreDir, s.Place.WorktreeName)
	if err != nil {
		return err
	}
	defer log.Close()
	var was round.State
	known := log.State(&was)
	e.At = s.Now().UTC().Truncate(time.Millisecond)
	if e.Kind != turn.End && e.Kind != turn.Saved { // an agent that has finished should not wait, nor an editor
		err = read(ctx, s, log, &e, was, known)
	}
	return cmp.Or(log.Append(e), err)
}

// TurnSavedInput names files that the person saved.
type TurnSavedInput struct {
	Files []string `json:"files" help:"paths in the project"`
}

// TurnSavedOutput is empty.
type TurnSavedOutput struct{}

// Saved records that a person saved files in an editor, if turns of agents are recorded in this worktree.
func Saved(ctx context.Context, s *session.Session, in TurnSavedInput) (TurnSavedOutput, error) {
	if !turn.IsRecorded(s.Place.StoreDir, s.Place.WorktreeName) || !s.MayBeNoted(ctx) {
		return TurnSavedOutput{}, nil
	}
	e := turn.Event{Kind: turn.Saved}
	for _, file := range in.Files {
		path, err := s.Tree.Rel(s.Place.Root, file)
		if err != nil {
			return TurnSavedOutput{}, session.PathError(file, err)
		}
		e.Paths = append(e.Paths, path)
	}
	return TurnSavedOutput{}, Record(ctx, s, e)
}

// read reads the project's files and stores what an event needs of them.
func read(ctx context.Context, s *session.Session, log *turn.Log, e *turn.Event, was round.State, known bool) error {
	store, err := s.OpenStore(ctx, false)
	if err != nil || s.Fingerprint(ctx) == "" {
		return err // the event has no files
	}
	now, contents := round.StateNow(ctx, s, was)
	if e.Print = now.Print; now.Print != was.Print {
		if err := store.KeepContents(ctx, contents); err != nil {
			return err
		}
		names, err := treediff.Names(ctx, s.Tree, was.Side(), now.Side())
		if err != nil {
			return err
		}
		if known {
			e.Since, e.Moved = was.Print, was.Manifest.Head != now.Manifest.Head
			for _, c := range names {
				e.Changed = append(e.Changed, turn.Change(c))
			}
		}
		if e.Kind != turn.After && len(e.Changed) > 0 { // by others, perhaps the person
			_ = round.KeepState(ctx, store, was) // otherwise nobody will know what was undone
		}
		if err := log.SetState(now); err != nil {
			return err
		}
	}
	if e.Kind == turn.After || e.Kind == turn.Before && len(e.Changed) == 0 || round.KeepState(ctx, store, now) == nil {
		return nil
	}
	_, contents = round.StateNow(ctx, s, round.State{}) // a purge may have erased contents
	return cmp.Or(store.KeepContents(ctx, contents), round.KeepState(ctx, store, now))
}
