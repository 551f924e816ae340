package history

import (
	"context"

	"consider/internal/session"
)

// Waiting is a thread that is due, with human words that the caller has not read.
type Waiting struct {
	ID    string
	Entry int // number of the newest such words: 0 the body, i the i-th reply
}

// AllWaiting returns what waits for an agent. It places no thread and marks nothing as seen, as it runs at every step
// of an agent.
func AllWaiting(ctx context.Context, s *session.Session) ([]Waiting, error) {
	st, err := s.Read(ctx)
	if err != nil {
		return nil, err
	}
	defer st.SaveView()
	var out []Waiting
	rows := st.View.Rows
	for i := range rows {
		if h := &rows[i]; h.IsDue() && s.Owns(h.Worktree) && h.Unseen(s.Agent()) {
			out = append(out, Waiting{h.ID, h.LastHuman})
		}
	}
	return out, nil
}
