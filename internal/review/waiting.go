package review

import "context"

// Waiting is an open thread with human words that the caller has not read.
type Waiting struct {
	ID    string
	Entry int // of the newest such words: 0 the body, i the i-th reply
}

// Waiting tells what waits for an agent, without looking for any place and without marking anything as seen: it
// is asked at every step of an agent.
func (s *Service) Waiting(ctx context.Context) ([]Waiting, error) {
	who, err := s.Caller.author(Agent)
	if err != nil {
		return nil, err
	}
	st, err := s.read(ctx)
	if err != nil {
		return nil, err
	}
	defer st.done()
	var out []Waiting
	for i := range st.view.Rows {
		if r := &st.view.Rows[i]; r.Workflow != Resolved && r.unseen(who.markName()) {
			out = append(out, Waiting{r.ID, r.LastHuman})
		}
	}
	return out, nil
}
