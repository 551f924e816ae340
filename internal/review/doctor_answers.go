package review

import (
	"context"
	"slices"
	"strings"

	"consider/internal/transcript"
)

// checkAnswers says whose answers are found here; nothing where no agent keeps transcripts. The forms of transcripts
// are the vendors' own: a session in which no answer is found may be one of a form that is not known yet.
func (s *Service) checkAnswers(ctx context.Context) []Check {
	found, err := s.latest(ctx, "", maxResponses)
	if err != nil || found.State() == transcript.Absent {
		return nil
	}
	c := Check{Name: "answers", State: "ok"}
	var read, hints []string
	for _, src := range found.Sources {
		answered := slices.ContainsFunc(found.Responses, func(r transcript.Response) bool { return r.Agent == src.Agent })
		switch {
		case src.Problem != "":
			c.State = "note"
			hints = append(hints, src.Agent+": "+src.Problem)
		case src.State == transcript.Connected && answered:
			read = append(read, src.Agent)
		case src.State == transcript.Connected && len(found.Responses) < maxResponses:
			c.State = "note"
			hints = append(hints, src.Agent+" has a session here, and no answer was found in it: if it gave one, its form is not known")
		}
	}
	c.What = "no agent was started in this project yet"
	if len(read) > 0 {
		c.What = "answers of " + strings.Join(read, ", ") + " are read"
	}
	c.Hint = strings.Join(hints, "; ")
	return []Check{c}
}
