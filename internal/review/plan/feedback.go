package plan

import (
	"context"

	"consider/internal/session"
	"consider/internal/thread"
)

// PlanFeedbackInput names a plan.
type PlanFeedbackInput struct {
	ID string `json:"id,omitempty" arg:"id?" help:"plan ID (p_…) or a unique prefix (default: the latest plan)"`
}

// PlanFeedbackOutput is what a person said about a plan, as a text for the agent.
type PlanFeedbackOutput struct {
	Plan    PlanView     `json:"plan"`
	Verdict *PlanVerdict `json:"verdict,omitempty"` // on the newest version
	Text    string       `json:"text"`              // begins with the verdict
	Threads []PlanThread `json:"threads"`           // the open ones; those with answered do not wait for the agent
}

// answerWith is the command with which an agent answers a thread.
const answerWith = `consider reply ID --outcome addressed|answered|declined|blocked -m '…'`

// Feedback returns what a person said about the newest version of a plan, as a text for the agent. An agent that is
// given it has then read it.
func Feedback(ctx context.Context, s *session.Session, in PlanFeedbackInput) (PlanFeedbackOutput, error) {
	return feedbackOf(ctx, s, in.ID, answerWith)
}

// messages are those of the thread, all of which the text holds.
func (t *PlanThread) messages() []thread.Message {
	of := thread.Thread{Body: t.Body, Replies: t.Replies}
	return of.Messages()
}

// feedbackOf is Feedback with the command with which the agent answers.
func feedbackOf(ctx context.Context, s *session.Session, id, answer string) (PlanFeedbackOutput, error) {
	shown, err := Show(ctx, s, PlanShowInput{ID: id})
	if err != nil {
		return PlanFeedbackOutput{}, err
	}
	out := PlanFeedbackOutput{Plan: shown.Plan, Threads: shown.Threads}
	for i := range shown.Verdict {
		if v := &shown.Verdict[i]; v.Version == shown.Shown {
			out.Verdict = v
		}
	}
	for _, t := range out.Threads {
		s.Hand(t.ID, t.messages()...)
	}
	out.Text = Message(shown.Plan.Title, shown.Shown, out.Verdict, out.Threads, answer)
	return out, nil
}
