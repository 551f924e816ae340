package history

import (
	"context"

	"consider/internal/presence"
	"consider/internal/session"
)

// AllWaiting returns the messages that wait for an agent, in threads that are due. busy reports whether more would
// wait if another session did not work on it. It places no thread and marks nothing as seen, as it runs at every step
// of an agent.
func AllWaiting(ctx context.Context, s *session.Session) (waiting []presence.Message, busy bool, err error) {
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
			waiting = append(waiting, presence.Message{Thread: h.ID, Entry: h.Newest(s.Agent())})
		}
	}
	return waiting, busy, nil
}
