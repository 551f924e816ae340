package project

import (
	"context"
	"strings"

	"consider/gitstore"
	"consider/internal/session"
	"consider/internal/setup"
)

// InheritSetup sets up a linked worktree like the main one, and returns for which agents; "" if there was nothing to
// do. The person's choice for the repository covers its worktrees. It runs when a person uses the worktree, because
// agents set up nothing, and only once, so that integrations that were uninstalled there stay away.
func InheritSetup(ctx context.Context, s *session.Session) (agents string, err error) {
	if !s.Caller.IsPerson() || s.Caller.Claims() || !s.Place.Linked || s.Named {
		return "", nil
	}
	lacking := inherited(ctx, s)
	if len(lacking) == 0 || s.CheckUser(ctx) != nil || s.CheckOwned(ctx) != nil || s.MadeElsewhere() != nil {
		return "", nil
	}
	if err := makeFolder(ctx, s); err != nil {
		return "", err
	}
	for _, choice := range lacking {
		if _, err := setup.Setup(s.Machine, siteInGit(ctx, s), choice, s.Now()); err != nil {
			return "", setupError(err)
		}
	}
	return agentsOf(lacking), nil
}

// makeFolder makes the folder for what setup writes, with the store if that is there.
func makeFolder(ctx context.Context, s *session.Session) error {
	if _, err := s.OpenStore(ctx, true); err != nil || s.OwnDir() == s.Place.StoreDir {
		return err
	}
	return session.StoreError(gitstore.MakeFolder(s.OwnDir()))
}

// inherited returns the integrations that the main worktree has and this one lacks. The main one is trusted as its
// settings are.
func inherited(ctx context.Context, s *session.Session) []setup.Choice {
	if !s.Place.Linked || s.Named {
		return nil
	}
	place, ok := s.Place.Main()
	if !ok || !place.HasStore {
		return nil
	}
	main := s.InWorktree(place)
	defer main.Release()
	if main.CheckUser(ctx) != nil || main.CheckOwned(ctx) != nil {
		return nil
	}
	return setup.Inherited(s.Machine, siteOf(s), siteOf(main))
}

func agentsOf(choices []setup.Choice) string {
	names := make([]string, len(choices))
	for i, c := range choices {
		names[i] = c.Integrations[0].Agent
	}
	return strings.Join(names, ", ")
}
