package review

import (
	"context"
	"time"

	"consider/internal/place"
	"consider/internal/session"
	"consider/internal/thread"
)

// recordSeen records that the asking agent has seen l, if l holds human words that are new to it. This is the only
// thing that reading writes; if it fails, the read still succeeds and the thread stays unseen.
func recordSeen(ctx context.Context, s *session.Session, l *subject) (*time.Time, bool) {
	agent := s.Agent()
	if agent == "" || l.far != nil || l.at.Dir != thread.Active || !l.row.Unseen(agent) {
		return nil, false
	}
	who, err := s.Caller.Author()
	if err != nil {
		return nil, false
	}
	var at time.Time
	err = s.Update(ctx, false, func(c *session.Change) error {
		if err := c.Whole(); err != nil {
			return err
		}
		t, err := c.Load(thread.Active, l.at.ID)
		if err != nil {
			return err
		}
		at = c.Now
		t.MarkSeen(who, at)
		c.Record("seen", who, "", t.ID)
		return c.Save(thread.Active, t)
	})
	return &at, err == nil
}

// subject is a thread that was found and placed.
type subject struct {
	state *session.Snapshot
	at    thread.Ref
	t     *thread.Thread
	row   thread.Row
	p     place.Result

	far   *session.Match     // in another worktree; nil when it is here
	peers *session.Worktrees // close it when far is set
}
