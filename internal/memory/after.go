package memory

import (
	"context"

	"consider/internal/session"
)

// AfterCall removes a synced block that is out of date.
func AfterCall(ctx context.Context, s *session.Session, c session.Call) {
	if !c.Reads {
		dropSynced(ctx, s)
	}
}
