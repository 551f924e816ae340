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
	e.At = s.Now().UTC().Truncate(time.Millisecond)
	if err := log.Begin(e); err != nil {
		return err
	}
	if e.Kind == turn.End || e.Kind == turn.Saved { // an agent that has finished should not wait, nor an editor
		return log.Append(e)
	}
	now, err := read(ctx, s, log, &e)
	if err = cmp.Or(log.Append(e), err); err != nil || now.Print == "" {
		return err
	}
	return log.SetState(now)
}

// TurnSavedInput names files that the person saved.
type TurnSavedInput struct {
	Files []string `json:"files" help:"paths in the project"`
}

// TurnSavedOutput is empty.
type TurnSavedOutput struct{}

// Saved records that a person saved files in an editor, if turns of agents are recorded in this worktree.
func Saved(ctx context.Context, s *session.Session, in TurnSavedInput) (TurnSavedOutput, error) {
	if len(turnsOf(s)) == 0 || !s.MayBeNoted(ctx) {
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

// read reads the project's files and stores what an event needs of them. It returns the state to remember once the event is
// in the log, an empty one if that is known or the files could not be read.
func read(ctx context.Context, s *session.Session, log *turn.Log, e *turn.Event) (now round.State, err error) {
	store, err := s.OpenStore(ctx, false)
	if err != nil || s.Fingerprint(ctx) == "" {
		return now, err
	}
	var was round.State
	known := log.State(&was)
	found, contents := round.StateNow(ctx, s, was)
	if found.Print != was.Print {
		if err := store.KeepContents(ctx, contents); err != nil {
			return now, err
		}
		names, err := treediff.Names(ctx, s.Tree, was.Side(), found.Side())
		if err != nil {
			return now, err
		}
		if known {
			e.Since, e.Moved = was.Print, was.Manifest.Head != found.Manifest.Head
			for _, c := range names {
				e.Changed = append(e.Changed, turn.Change(c))
			}
		}
		if e.Kind != turn.After && len(e.Changed) > 0 { // by others, perhaps the person
			_ = round.KeepState(ctx, store, was, nil) // otherwise nobody will know what was undone
		}
		now = found
	}
	e.Print = found.Print
	if e.Kind == turn.After || e.Kind == turn.Before && len(e.Changed) == 0 || round.KeepState(ctx, store, found, nil) == nil {
		return now, nil
	}
	return now, round.KeepNow(ctx, s, store) // a purge may have erased contents
}
