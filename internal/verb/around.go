package verb

import (
	"context"

	"consider/internal/memory"
	"consider/internal/review"
	"consider/internal/review/apply"
	"consider/internal/session"
)

// duty is what a room has to do for each call of a verb. The caller did not ask for it, so it returns no error.
type duty func(context.Context, *session.Session, session.Call)

// before are the duties before each call that is allowed, after those that follow a call without an error, each in this
// order.
var (
	before = []duty{apply.Finish}
	after  = []duty{
		memory.AfterCall,
		review.AfterCall,
	}
)
