package verb

import (
	"consider/internal/project"
	"consider/internal/review/feedback"
)

// agentVerbs bring agents to the review, and tell what they said. Agents do not set themselves up, so MCP has neither verb
// for that; what an agent said is no news to it, so only the feedback is there for models.
var agentVerbs = []Verb{
	Define("setup", Agents, "Teach coding agents to read and answer the threads of this project",
		`claude codex:home --hooks on-stop --dry-run`, Writes, CLI|RPC, project.Setup).Persons("set up agents").Unless("dryRun").Tells(Untold),
	Define("uninstall", Agents, "Take out what setup wrote; in full, the threads too",
		`--dry-run`, Destroys, CLI|RPC, project.Uninstall).Persons("uninstall").Unless("dryRun").Tells(Untold),
	Define("responses list", Agents, "List the last answers of coding agents in this project",
		`-n 5 --agent claude-code`, Reads, CLI|RPC|Web, feedback.Responses).ByDefault(),
	Define("responses show", Agents, "Show one answer and the marks on it",
		`a_1b2c3d4e`, Reads, CLI|RPC|Web, feedback.Response),
	Define("responses mark", Agents, "Mark a stretch of an answer: keep it, or drop it",
		`a_1b2c3d4e --drop 'the cache is not needed' --note 'it is'`, Writes, CLI|RPC|Web, feedback.Mark).Persons("mark an answer"),
	Define("responses unmark", Agents, "Take marks off an answer",
		`c_9e3779b1`, Writes, CLI|RPC|Web, feedback.Unmark).Persons("take a mark away"),
	Define("responses feedback", Agents, "Tell the agent what of its answer the human marked, to keep and to drop",
		`--copy`, Reads, Everywhere, feedback.Feedback).ForModels().
		Guided("KEEP: go on with it. DROP: disregard or reconsider it; a note says why. Reply to each by its id."),
}
