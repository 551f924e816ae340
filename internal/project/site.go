package project

import (
	"context"
	"errors"
	"fmt"

	"consider/gitstore"
	"consider/internal/fail"
	"consider/internal/session"
	"consider/internal/setup"
)

func siteOf(s *session.Session) setup.Site {
	return setup.Site{Root: s.Place.Root, Store: s.OwnDir(), Git: s.Place.GitDir != ""}
}

// siteInGit returns the project with what setup has to know of its repository.
func siteInGit(ctx context.Context, s *session.Session) setup.Site {
	at := siteOf(s)
	if s.Place.GitDir != "" && (!s.Place.Linked || s.Place.IsKnown()) && !s.Place.MisleadsGit() {
		at.GitDir, at.Prefix = s.Place.CommonDir, s.Place.Prefix()
	}
	if main, ok := s.Place.Main(); ok && main.Root != at.Root {
		at.Worktrees = append(at.Worktrees, main.Root)
	}
	for _, linked := range s.Place.LinkedWorktrees() {
		if linked.Place.Root != at.Root {
			at.Worktrees = append(at.Worktrees, linked.Place.Root)
		}
	}
	at.Tracked = func(name string) bool {
		found, err := s.Tree.Tracked(ctx, name)
		return found != "" || err != nil // if the index cannot be read, assume that it is tracked
	}
	return at
}

func nonNil(paths []setup.Change) []setup.Change { return append([]setup.Change{}, paths...) }

func setupError(err error) error {
	switch {
	case errors.Is(err, setup.ErrNewer):
		return fmt.Errorf("%w: %w", fail.ErrNewer, err)
	case errors.Is(err, setup.ErrNoAgent):
		return fail.Usage("%w", err).Hint("specify an agent: {setup claude --hooks on-stop}")
	case errors.Is(err, setup.ErrBusy):
		return fmt.Errorf("%w: %w", gitstore.ErrBusy, err)
	case errors.Is(err, gitstore.ErrBusy), errors.Is(err, context.Canceled):
		return err
	case err != nil:
		return fail.Denied("%w", err)
	}
	return nil
}
