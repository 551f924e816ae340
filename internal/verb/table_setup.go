package verb

import "consider/internal/project"

// Two verbs bring agents to the review, and take them away. Agents do neither, so MCP has neither.
var (
	setupVerb = Define("setup", "Teach coding agents to read and answer the threads of this project",
		`claude codex:home --hooks on-stop --dry-run`, Writes, CLI|RPC, project.Setup).Tells(Untold)

	uninstallVerb = Define("uninstall", "Take out what setup wrote; in full, the threads too",
		`--dry-run`, Destroys, CLI|RPC, project.Uninstall).Tells(Untold)
)
