package verb

import "consider/internal/review/feedback"

// The verbs on what coding agents said. It is no news to the agent that said it, so only the feedback is there
// for models.
var (
	responsesList = Define("responses list", "List the last answers of coding agents in this project",
		`-n 5 --agent claude-code`, Reads, CLI|RPC|Web, feedback.Responses).ByDefault()
	responsesShow = Define("responses show", "Show one answer and the marks on it",
		`a_1b2c3d4e`, Reads, CLI|RPC|Web, feedback.Response)
	responsesMark = Define("responses mark", "Mark a stretch of an answer: keep it, or drop it",
		`a_1b2c3d4e --drop "the cache is not needed" --note "it is"`, Writes, CLI|RPC|Web, feedback.Mark)
	responsesUnmark = Define("responses unmark", "Take marks off an answer",
		`c_9e3779b1`, Writes, CLI|RPC|Web, feedback.Unmark)
	responsesFeedback = Define("responses feedback", "Word the marks on an answer for the agent",
		`--copy`, Reads, Everywhere, feedback.Feedback)
)
