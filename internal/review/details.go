package review

import "context"

// Details returns active threads whole, where they were put. Threads that are not there are left out.
func (s *Service) Details(ctx context.Context, ids []string) ([]ThreadDetail, error) {
	st, err := s.glance(ctx)
	if err != nil {
		return nil, err
	}
	out := []ThreadDetail{}
	for _, id := range ids {
		t, r, err := st.thread(activeDir, id)
		if isGone(err) {
			continue
		}
		if err != nil {
			return nil, err
		}
		v := viewOf(&r, placed{Place: t.asPut(), Quote: r.Quote}, s.agent(), activeDir)
		v.Worktree = t.Worktree
		out = append(out, s.detailOf(v, t))
	}
	return out, nil
}

// detailOf adds to a view what only the thread itself tells.
func (s *Service) detailOf(v ThreadView, t *Thread) ThreadDetail {
	d := ThreadDetail{
		ThreadView: v, EditedAt: t.EditedAt, AgentLastSeenAt: t.AgentLastSeenAt, SeenBy: t.SeenBy,
		ImportedFrom: t.ImportedFrom, Span: t.Span, Reanchored: len(t.Reanchored), Thread: t.Replies, CheckedAt: s.Now().UTC(),
	}
	_, d.Anchor, _ = t.place()
	return d
}
