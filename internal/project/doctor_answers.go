package project

import (
	"context"
	"slices"
	"strings"

	"consider/internal/fail"
	"consider/internal/review/feedback"
	"consider/internal/session"
	"consider/internal/transcript"
	"consider/internal/words"
)

// checkAnswers reports which agents' responses are found, or nothing if no agent keeps transcripts. The formats of
// transcripts are the vendors' own: a session without a response may be in a format that is not known yet.
func checkAnswers(ctx context.Context, s *session.Session) []fail.Check {
	found, err := feedback.Latest(ctx, s, "", feedback.MaxResponses)
	if err != nil || found.State() == transcript.Absent {
		return nil
	}
	c := fail.Check{Name: "answers", State: "ok"}
	var read, hints []string
	for _, src := range found.Sources {
		answered := slices.ContainsFunc(found.Responses, func(r transcript.Response) bool { return r.Agent == src.Agent })
		switch {
		case src.Problem != "":
			c.State = "note"
			hints = append(hints, src.Agent+": "+src.Problem)
		case src.State == transcript.Connected && answered:
			read = append(read, src.Agent)
		case src.State == transcript.Connected && len(found.Responses) < feedback.MaxResponses:
			c.State = "note"
			hints = append(hints, src.Agent+" has a session here, but no response was found: if the agent did respond, its transcript format is not supported")
		}
	}
	c.What = "no agent has run in this project yet"
	if len(read) > 0 {
		c.What = "can read responses from " + strings.Join(read, ", ")
	}
	c.Hint = words.Plain(strings.Join(hints, "; "))
	return []fail.Check{c}
}
