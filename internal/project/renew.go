package project

import (
	"context"

	"consider/internal/session"
	"consider/internal/setup"
	"consider/internal/worktree"
)

// RenewProgram puts the program that runs in the place of an older copy in the store's folder, which agents run, and
// returns of which version that was. It does so for a person only, and for the project's own store. ok is false when
// there was nothing to do.
func RenewProgram(ctx context.Context, s *session.Session) (was string, ok bool, err error) {
	if !s.Caller.IsPerson() || s.Caller.Claims() || !s.OwnsStore() {
		return "", false, nil
	}
	if s.CheckUser(ctx) != nil {
		return "", false, nil
	}
	// A checkout can bring the record of what to renew into a store of one's own, too.
	if claim, err := worktree.ClaimOn(ctx, s.Place.StoreDir); err != nil || claim.Path != "" {
		return "", false, nil
	}
	was, outdated := setup.Outdated(s.Machine, site(s))
	if !outdated || s.CheckOwned(ctx) != nil || s.MadeElsewhere() != nil {
		return "", false, nil
	}
	ok, err = setup.Renew(s.Machine, site(s), s.Now())
	return was, ok, err
}
