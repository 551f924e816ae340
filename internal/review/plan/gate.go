package plan

import (
	"context"
	"strings"

	"consider/internal/presence"
	"consider/internal/review/history"
	"consider/internal/session"
)

// Decision is a person's decision on a version, as reported to the agent that waits for it.
type Decision struct {
	Over     bool     // nothing to wait for any more: there is a newer version, or the plan is gone
	Approved bool     // the agent is to carry the plan out
	Rejected bool     // the agent is to change the plan
	Mode     PlanMode // only of an approval
	Text     string   // of an approval with notes: the text followed by the message; otherwise "", and the agent keeps its own
	Message  string   // of a rejection: the requested changes
}

// Decided reports whether the wait is over.
func (d *Decision) Decided() bool { return d.Over || d.Approved || d.Rejected }

// Await records that an agent waits for a decision on a version, until release is called.
func Await(s *session.Session, id string, n int) (release func(), err error) {
	return presence.Await(s.Place.StoreDir, id, n)
}

// Decide returns the decision on a version. answer is the command with which the agent replies to a thread. The verdict
// of a caller who only claims to be a person does not count: any process that an agent starts could claim it.
func Decide(ctx context.Context, s *session.Session, id string, n int, answer string) (Decision, error) {
	st, err := s.Snapshot(ctx)
	if err != nil {
		return Decision{}, err
	}
	p, err := find(st.Commit, id)
	if err != nil || p.newest().N != n {
		return Decision{Over: true}, nil //nolint:nilerr // a plan that cannot be found can be decided on no more
	}
	v := p.verdict(n)
	if v == nil || v.Claimed {
		return Decision{}, nil
	}
	said, err := feedbackOf(ctx, s, id, answer)
	if err != nil {
		return Decision{}, err
	}
	switch v.Verdict {
	case history.Approved:
		if v.Note == "" && len(said.Threads) == 0 {
			return Decision{Approved: true, Mode: v.Mode}, nil
		}
		text, err := p.text(st.Commit, n)
		if err != nil {
			return Decision{}, err
		}
		return Decision{Approved: true, Mode: v.Mode, Text: strings.TrimRight(string(text), "\n") + "\n\n---\n\n" + said.Text}, nil
	case history.RequestsChanges:
		return Decision{Rejected: true, Message: said.Text}, nil
	}
	return Decision{Over: true}, nil // a verdict of a newer consider, which this one cannot pass on
}
