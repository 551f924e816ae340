// Package turns records the turns of agents and reports what changed in them.
package turns

import (
	"cmp"
	"context"

	"consider/internal/review/round"
	"consider/internal/session"
	"consider/internal/settings"
	"consider/internal/treediff"
	"consider/internal/turn"
)

// maxChanged limits the files of one event. If more change at once, the event names none, and what happened is not known.
const maxChanged = 20_000

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
	e.At = s.Now().UTC()
	if e.Kind != turn.End { // an agent that has finished should not wait
		err = read(ctx, s, log, &e, was, known)
	}
	return cmp.Or(log.Append(e), err)
}

// read reads the project's files and stores what an event needs of them.
func read(ctx context.Context, s *session.Session, log *turn.Log, e *turn.Event, was round.State, known bool) error {
	if s.Fingerprint(ctx) == "" {
		return nil // the event has no files
	}
	now, contents := round.StateNow(ctx, s, was)
	if now.Print == was.Print {
		e.Print, e.Since = now.Print, was.Print
	} else {
		store, err := s.OpenStore(ctx, false)
		if err != nil {
			return err
		}
		if err := store.KeepContents(ctx, contents); err != nil {
			return err
		}
		names, err := treediff.Names(ctx, s.Tree, was.Side(), now.Side())
		if err != nil {
			return err
		}
		if known && len(names) <= maxChanged {
			e.Since, e.Moved = was.Print, was.Manifest.Head != now.Manifest.Head
			for _, c := range names {
				e.Changed = append(e.Changed, turn.Change(c))
			}
		}
		e.Print = now.Print
		if err := log.SetState(now); err != nil {
			return err
		}
		if e.Kind != turn.After && known && len(e.Changed) > 0 { // by others, perhaps the person
			if err := keep(ctx, s, was); err != nil {
				return err
			}
		}
	}
	if e.Kind == turn.After || e.Kind == turn.Before && len(e.Changed) == 0 {
		return nil
	}
	if err := keep(ctx, s, now); err == nil {
		return nil
	}
	_, contents = round.StateNow(ctx, s, round.State{}) // a purge may have erased contents
	store, err := s.OpenStore(ctx, false)
	if err != nil {
		return err
	}
	return cmp.Or(store.KeepContents(ctx, contents), keep(ctx, s, now))
}

func keep(ctx context.Context, s *session.Session, state round.State) error {
	store, err := s.OpenStore(ctx, false)
	if err != nil {
		return err
	}
	return round.KeepState(ctx, store, state)
}
