package commands

import (
	"cmp"
	"context"
	"fmt"

	"consider/internal/project"
	"consider/internal/session"
)

// renew updates the copy of the program that agents run to the running version. The caller did not ask for it, so it
// fails no run. A failure is reported, because agents then continue with the older version.
func (a *app) renew(ctx context.Context, s *session.Session) {
	was, done, err := project.RenewProgram(ctx, s)
	was = cmp.Or(was, "an older version")
	switch {
	case err != nil:
		a.warn(fmt.Sprintf("the program that agents run here, .consider/bin/consider, is from %s and could not be updated: %v", was, err))
	case done:
		a.warn(fmt.Sprintf("updated .consider/bin/consider, the program that agents run here (previously %s)", was))
	}
}

// inherit sets up a linked worktree like the main one. The caller did not ask for it, so it fails no run.
func (a *app) inherit(ctx context.Context, s *session.Session) {
	switch agents, err := project.InheritSetup(ctx, s); {
	case err != nil:
		a.warn(fmt.Sprintf("this linked worktree could not be set up like the main worktree: %v", err))
	case agents != "":
		a.warn("this linked worktree was set up for " + agents + ", like the main worktree")
	}
}
