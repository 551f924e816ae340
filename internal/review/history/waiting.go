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

// AllWaiting returns what waits for an agent. busy reports whether more would wait if another session did not work on it. It
// places no thread and marks nothing as seen, as it runs at every step of an agent.
func AllWaiting(ctx context.Context, s *session.Session) (waiting []Waiting, busy bool, err error) {
	st, err := s.Read(ctx)
	if err != nil {
		return nil, false, err
	}
	defer st.SaveView()
	leases := LeasesOf(s)
	rows := st.View.Rows
	for i := range rows {
		h := &rows[i]
		switch {
		case !h.IsDue() || !leases.Concerns(h) || !h.Unseen(s.Agent()):
		case leases.Busy(h.ID):
			busy = true
		default:
			waiting = append(waiting, Waiting{h.ID, h.LastHuman})
		}
	}
	return waiting, busy, nil
}
