package review

import (
	"context"
	"path"

	"consider/internal/place"
	"consider/internal/session"
	"consider/internal/thread"
)

// listOthers returns the threads of the other worktrees that in asks for.
func listOthers(ctx context.Context, s *session.Session, in *ListInput) ([]*place.ThreadView, []thread.Damage, error) {
	p := s.OtherWorktrees(ctx)
	defer p.Close()
	damaged := p.Damaged
	var out []*place.ThreadView
	for _, q := range p.Stores {
		views, bad, err := list(ctx, q.Snapshot, in, nil, s.Agent())
		if ctx.Err() != nil {
			return nil, nil, ctx.Err()
		}
		if err != nil {
			bad = []thread.Damage{thread.NotRead(q.Store.Dir(), err)}
		}
		for _, d := range bad {
			d.Path = path.Join(q.Where(), d.Path)
			damaged = append(damaged, d)
		}
		for _, v := range views {
			if !p.Adopted(q, thread.Ref{Dir: in.dir(), ID: v.ID}) {
				q.Label(v)
				out = append(out, v)
			}
		}
	}
	return out, damaged, nil
}
