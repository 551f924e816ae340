package verb

import "consider/internal/review"

// responses are the verbs on what coding agents said. What an agent said is no news to an agent, so only the
// feedback is there for models.
var responses = []Verb{
	Define("responses list", "List the last answers of coding agents in this project",
		`-n 5 --agent claude-code`, Reads, CLI|RPC|Web, (*review.Service).Responses).ByDefault(),
	Define("responses show", "Show one answer and the marks on it",
		`a_1b2c3d4e`, Reads, CLI|RPC|Web, (*review.Service).Response),
	Define("responses mark", "Mark a stretch of an answer: keep it, or drop it",
		`a_1b2c3d4e --drop "the cache is not needed" --note "it is"`, Writes, CLI|RPC|Web, (*review.Service).Mark),
	Define("responses unmark", "Take marks off an answer",
		`c_9e3779b1`, Writes, CLI|RPC|Web, (*review.Service).Unmark),
	Define("responses feedback", "Word the marks on an answer for the agent",
		`--copy`, Reads, Everywhere, (*review.Service).Feedback),
}
