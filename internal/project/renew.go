package project

import (
	"context"

	"consider/internal/gitrepo"
	"consider/internal/session"
	"consider/internal/setup"
)

// RenewProgram replaces an older copy of the program in the store's folder, which agents run, by the running one, and
// returns the version of the old one. It does so only for a person, and only in the project's own store. ok is false if
// there was nothing to do.
func RenewProgram(ctx context.Context, s *session.Session) (was string, ok bool, err error) {
	if !s.Caller.IsPerson() || s.Caller.Claims() || s.Named || s.CheckUser(ctx) != nil {
		return "", false, nil
	}
	// A checkout can also bring such a record into a store of one's own.
	if claim, err := gitrepo.ClaimOn(ctx, s.OwnDir()); err != nil || claim.Path != "" {
		return "", false, nil
	}
	was, outdated := setup.Outdated(s.Machine, siteOf(s))
	if !outdated || s.CheckOwned(ctx) != nil || s.MadeElsewhere() != nil {
		return "", false, nil
	}
	ok, err = setup.Renew(s.Machine, siteOf(s), s.Now())
	return was, ok, err
}
