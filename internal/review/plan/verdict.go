package plan

import (
	"cmp"
	"context"
	"strings"

	"consider/gitstore"
	"consider/internal/fail"
	"consider/internal/review/history"
	"consider/internal/session"
)

// PlanVerdictInput names the version of a plan that a person decides on.
type PlanVerdictInput struct {
	ID      string `json:"id,omitempty" arg:"id?" help:"plan ID (p_…) or a unique prefix (default: the latest plan)"`
	Version int    `json:"version,omitempty" flag:"version" help:"the version you read; fails if there is a newer version" placeholder:"N"`
	Message string `json:"message,omitempty" flag:"message,m" body:"true" help:"a note for the agent" placeholder:"TEXT"`
}

// PlanApproveInput is an approval, with how the agent continues.
type PlanApproveInput struct {
	ID      string   `json:"id,omitempty" arg:"id?" help:"plan ID (p_…) or a unique prefix (default: the latest plan)"`
	Version int      `json:"version,omitempty" flag:"version" help:"the version you read; fails if there is a newer version" placeholder:"N"`
	Message string   `json:"message,omitempty" flag:"message,m" body:"true" help:"a note for the agent" placeholder:"TEXT"`
	Mode    PlanMode `json:"mode,omitempty" flag:"mode" help:"how a waiting agent continues:"`
}

// PlanVerdictOutput is the decision.
type PlanVerdictOutput struct {
	Plan    PlanView    `json:"plan"`
	Verdict PlanVerdict `json:"verdict"`
}

// Approve records that a person wants the newest version of the plan carried out.
func Approve(ctx context.Context, s *session.Session, in PlanApproveInput) (PlanVerdictOutput, error) {
	return decide(ctx, s, PlanVerdictInput{in.ID, in.Version, in.Message}, history.Approved, in.Mode)
}

// Reject records that a person wants the newest version changed.
func Reject(ctx context.Context, s *session.Session, in PlanVerdictInput) (PlanVerdictOutput, error) {
	return decide(ctx, s, in, history.RequestsChanges, "")
}

func decide(ctx context.Context, s *session.Session, in PlanVerdictInput, verdict history.Verdict, mode PlanMode) (PlanVerdictOutput, error) {
	who, err := s.Author(ctx)
	if err != nil {
		return PlanVerdictOutput{}, err
	}
	note := ""
	if strings.TrimSpace(in.Message) != "" {
		if note, err = session.Message(in.Message); err != nil {
			return PlanVerdictOutput{}, err
		}
	}
	if err := checkID(in.ID); err != nil {
		return PlanVerdictOutput{}, err
	}
	shown, err := Show(ctx, s, PlanShowInput{ID: in.ID})
	if err != nil {
		return PlanVerdictOutput{}, err
	}
	if verdict == history.RequestsChanges && note == "" && shown.Plan.Unanswered == 0 {
		return PlanVerdictOutput{}, fail.Usage("requesting changes requires a comment").
			Hint("to comment on the whole plan: {plan reject %s -m TEXT}", shown.Plan.ID).
			Hint("to comment on a passage: {plan comment %s --lines N -m TEXT}", shown.Plan.ID)
	}
	var out PlanVerdictOutput
	err = s.Update(ctx, false, func(c *session.Change) error {
		p, err := find(c.Tx, shown.Plan.ID)
		if err != nil {
			return err
		}
		n, err := p.undecided(in.Version, shown.Shown, s.Caller.Claims())
		if err != nil {
			return err
		}
		out.Verdict = PlanVerdict{Version: n, Verdict: verdict, Note: note, Mode: mode, At: c.Now, ByName: who.Name, Claimed: s.Caller.Claims()}
		p.Verdicts = append(p.Verdicts, out.Verdict)
		c.Record(string(history.PlanDecided), who, history.PlanWords(p.ID, n, note))
		c.Trailers = append(c.Trailers, gitstore.Trailer{Key: history.VerdictTrailer, Value: string(verdict)})
		out.Plan = p.summary()
		return save(c, p)
	})
	return out, err
}

// undecided returns the version to decide on: the newest one. It is an error if a different version was requested, if a
// newer one was presented while the caller decided, or if the newest is decided already. So a person never approves a
// text that was not read. The verdict of a caller who only claims to be a person does not prevent a person's.
func (p *Plan) undecided(asked, read int, claims bool) (int, error) {
	n := p.newest().N
	asked = cmp.Or(asked, read)
	if _, err := p.choose(asked); err != nil {
		return 0, err
	}
	if asked != n {
		return 0, fail.Conflict("plan %s has a newer version: %d", p.ID, n).Hint("'{plan diff %s}' shows what changed", p.ID)
	}
	if v := p.verdict(n); v != nil && (claims || !v.Claimed) {
		return 0, fail.Conflict("version %d of plan %s already has a verdict: %s", n, p.ID, p.state(n)).Hint("'{undo}' undoes a verdict if it is the latest change")
	}
	return n, nil
}
