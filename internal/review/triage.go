package review

import (
	"cmp"
	"context"

	"consider/internal/session"
	"consider/internal/thread"
)

// TriageInput names findings, and the human's decision on them.
type TriageInput struct {
	IDs     []string `json:"ids" arg:"id..." help:"thread IDs or unique prefixes"`
	Dismiss bool     `json:"dismiss,omitempty" flag:"dismiss" help:"dismiss and resolve them instead"`
	Message string   `json:"message,omitempty" flag:"message,m" body:"true" help:"your reply (default: accepted, or dismissed)" placeholder:"TEXT"`
}

// Triage accepts or dismisses findings of agents. A finding that is held back is given to other agents once it is
// accepted.
func Triage(ctx context.Context, s *session.Session, in TriageInput) (StateOutput, error) {
	reply := replyRequest{ReplyItem: ReplyItem{Message: cmp.Or(in.Message, "accepted")}, triage: true}
	if in.Dismiss {
		reply = replyRequest{ReplyItem: ReplyItem{Message: cmp.Or(in.Message, "dismissed"), Outcome: thread.Declined}, triage: true, resolve: true}
	}
	return resolveWith(ctx, s, in.IDs, reply)
}
