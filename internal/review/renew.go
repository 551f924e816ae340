package review

import (
	"context"

	"consider/internal/setup"
)

// RenewProgram puts the program that runs in the place of an older copy in the store's folder, which agents run, and
// returns of which version that was. It does so for a person only, and for the project's own store. ok is false when
// there was nothing to do.
func (s *Service) RenewProgram(ctx context.Context) (was string, ok bool, err error) {
	if who, err := s.Caller.author(Agent); err != nil || who.Kind != Human || !s.Caller.Human && !s.Caller.Terminal || !s.atHome() {
		return "", false, nil
	}
	was, outdated := setup.Outdated(s.Machine, s.site())
	if !outdated || s.checkOwned(ctx) != nil {
		return "", false, nil
	}
	ok, err = setup.Renew(s.Machine, s.site(), s.Now())
	return was, ok, err
}
