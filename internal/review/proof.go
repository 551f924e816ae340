package review

import (
	"cmp"
	"context"
	"slices"
	"time"

	"consider/internal/fail"
	"consider/internal/review/claim"
	"consider/internal/session"
	"consider/internal/thread"
)

// ProofInput names a claim.
type ProofInput struct {
	ID    string `json:"id" arg:"id" help:"thread ID or unique prefix"`
	Reply string `json:"reply,omitempty" flag:"reply" help:"the reply that claims it (default: the last one)" placeholder:"ID"`
}

// ProofOutput is what changed for a thread between the person's message and the claim.
type ProofOutput struct {
	ID    string `json:"id"`
	Reply string `json:"reply,omitempty"` // the claim
	Since string `json:"since,omitempty"` // the message that its agent had been given
	Later string `json:"later,omitempty"` // a newer message of the person, which its agent had not been given
	claim.Evidence
}

// Proof shows what changed for a claim.
func Proof(ctx context.Context, s *session.Session, in ProofInput) (ProofOutput, error) {
	at, err := s.Locate(ctx, in.ID, thread.Active, thread.Archived)
	if err != nil {
		return ProofOutput{}, err
	}
	st, err := s.Snapshot(ctx)
	if err != nil {
		return ProofOutput{}, err
	}
	t, _, err := st.Thread(at.Dir, at.ID)
	if err != nil {
		return ProofOutput{}, err
	}
	n := lastClaim(t, in.Reply)
	if n < 0 && in.Reply != "" {
		return ProofOutput{}, fail.NotFound("reply %s in thread %s claims no change", in.Reply, t.ID)
	}
	if n < 0 {
		return ProofOutput{ID: t.ID, Evidence: claim.Evidence{Why: "no reply claims that the code was changed", Hunks: []claim.Hunk{}}}, nil
	}
	r := &t.Replies[n]
	out := ProofOutput{ID: t.ID, Reply: r.ID, Evidence: claim.NewJudge(s, st).Claim(ctx, t, r.Read(), r.Fingerprint)}
	if heard, _ := t.Heard(r.Read()); heard >= 0 {
		out.Since = t.EntryID(heard)
		if i := slices.IndexFunc(t.Replies[max(heard, 0):n], func(r thread.Reply) bool { return r.Author == thread.Human }); i >= 0 {
			out.Later = t.Replies[max(heard, 0)+i].ID
		}
	}
	out.Hunks = thread.OrEmpty(out.Hunks)
	return out, nil
}

// lastClaim returns the index of the reply with an id, or of the last one, that claims a change; -1 if there is none.
func lastClaim(t *thread.Thread, id string) int {
	for i, r := range slices.Backward(t.Replies) {
		if r.Author == thread.Agent && r.Outcome == thread.Addressed && (id == "" || r.ID == id) {
			return i
		}
	}
	return -1
}

// proofPatience is how long a reply waits to learn what changed.
const proofPatience = 300 * time.Millisecond

// proofsOf returns what changed for each of the threads, for an agent that claims it.
func proofsOf(ctx context.Context, s *session.Session, who thread.Author, ids []string, print string) map[string]thread.Proof {
	out := map[string]thread.Proof{}
	if who.Kind == thread.Human || print == "" {
		return out
	}
	ctx, cancel := context.WithTimeout(ctx, cmp.Or(s.Patience, proofPatience))
	defer cancel()
	st, err := s.Snapshot(ctx)
	if err != nil {
		return out
	}
	judge := claim.NewJudge(s, st)
	for _, id := range ids {
		if t, _, err := st.Thread(thread.Active, id); err == nil {
			out[id] = judge.Claim(ctx, t, readBy(t, who), print).State
		}
	}
	return out
}

// readBy returns how many of a thread's first entries an agent is known to have been given.
func readBy(t *thread.Thread, who thread.Author) int { return t.Entry(t.SeenUpTo[who.MarkName()]) + 1 }
