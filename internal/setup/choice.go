package setup

// Choice is the user's choice of what to set up. Omitted fields keep their previous values. If agents are named, the
// choice applies only to them.
type Choice struct {
	Gitignore    bool
	Integrations []Integration
	Hooks        Level // "" keeps it; off by default
	MCP          *bool // nil keeps it; no by default
	Allow        *bool // nil keeps it; no by default: the agent may run our program unasked
	Plans        *bool // nil keeps it; no by default: the user approves the agent's plans
	Worktrees    *bool // nil keeps it; no by default: worktrees that Claude Code creates get the program and the skill
	OwnFolders   bool  // skills go to each agent's own folder instead of the shared one
	Consent      Consent
	Dry          bool
	Force        bool
}
