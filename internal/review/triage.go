package review

import (
	"context"
	"slices"

	"consider/internal/fail"
	"consider/internal/place"
	"consider/internal/session"
	"consider/internal/thread"
)

// TriageInput names findings, and the human's decision on them.
type TriageInput struct {
	IDs     []string `json:"ids,omitempty" arg:"id...?" help:"thread IDs or unique prefixes"`
	Author  string   `json:"author,omitempty" flag:"author" help:"instead of IDs: all findings that await you, by this author (part of a name, case-insensitive)" placeholder:"WHO"`
	Dismiss bool     `json:"dismiss,omitempty" flag:"dismiss" help:"dismiss and resolve them instead"`
	Message string   `json:"message,omitempty" flag:"message,m" body:"true" help:"your reply (default: accepted, or dismissed)" placeholder:"TEXT"`
}

// Triage accepts or dismisses findings of agents. A finding that is held back is given to other agents once it is
// accepted.
func Triage(ctx context.Context, s *session.Session, in TriageInput) (StateOutput, error) {
	if (in.Author == "") == (len(in.IDs) == 0) {
		return StateOutput{}, fail.Usage("give either thread IDs or {--author}").Hint("run '{list --awaiting me}' to see them")
	}
	if in.Author != "" {
		_, found, _, err := findAt(ctx, s, ListInput{Author: in.Author, Awaiting: "me"}, nil)
		found = slices.DeleteFunc(found, func(v *place.ThreadView) bool { return v.Finding == nil })
		if err != nil || len(found) == 0 {
			return StateOutput{Threads: []ThreadState{}}, err
		}
		for _, v := range found {
			in.IDs = append(in.IDs, v.ID)
		}
	}
	reply := replyRequest{ReplyItem: ReplyItem{Message: "accepted"}}
	if in.Dismiss {
		reply = replyRequest{ReplyItem: ReplyItem{Message: "dismissed", Outcome: thread.Declined}, resolve: true}
	}
	if in.Message != "" {
		reply.Message = in.Message
	}
	return resolveWith(ctx, s, in.IDs, reply)
}
