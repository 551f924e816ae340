package commands

import (
	"cmp"
	"context"
	"fmt"

	"consider/internal/project"
	"consider/internal/session"
)

// renew brings the copy of the program that agents run up to the one that runs. It was not asked for, so
// it makes no run fail; a failure is reported, because agents go on with the older one.
func (a *app) renew(ctx context.Context, s *session.Session) {
	was, done, err := project.RenewProgram(ctx, s)
	was = cmp.Or(was, "an older version")
	switch {
	case err != nil:
		a.warn(fmt.Sprintf("the program that agents run here, .consider/bin/consider, is of %s and could not be renewed: %v", was, err))
	case done:
		a.warn(fmt.Sprintf("renewed the program that agents run here, .consider/bin/consider: it was of %s", was))
	}
}

// inherit sets up a linked worktree as the main one is. It was not asked for, so it makes no run fail.
func (a *app) inherit(ctx context.Context, s *session.Session) {
	switch agents, err := project.InheritSetup(ctx, s); {
	case err != nil:
		a.warn(fmt.Sprintf("this linked worktree could not be set up as the main one is: %v", err))
	case agents != "":
		a.warn("set up this linked worktree for " + agents + ", as the main one is")
	}
}
