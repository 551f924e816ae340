package memory

import (
	"context"
	"strings"

	"consider/internal/session"
)

// AfterCall removes a synced block that is out of date, and joins the two lines of a branch's memory.
func AfterCall(ctx context.Context, s *session.Session, c session.Call) {
	if !c.Reads {
		dropSynced(ctx, s)
	}
	if s.Unmirrored() || strings.HasPrefix(c.Verb, "memory") {
		Join(ctx, s)
	}
}
