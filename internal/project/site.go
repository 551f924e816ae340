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

// trackingSite returns the project with a function that reports which files git tracks.
func trackingSite(ctx context.Context, s *session.Session) setup.Site {
	at := siteOf(s)
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
