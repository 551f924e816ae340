package setup

// waking describes how to notify an idle session of an agent: by a plugin in its own folder in the project, which the
// agent's settings refer to, or by the file that has the agent's hooks.
type waking struct {
	folder string // of a separate plugin, below the project
	asks   string // questions of the agent to the user before it wakes a session
	cannot string // why the agent cannot be woken
}

// cannotWake explains that setup cannot wake the agent's sessions, and that its hooks work nevertheless.
func cannotWake(name string) string {
	return "setup cannot wake idle " + name + " sessions; its hooks notify it while it works"
}

// claudeWakes was tried with Claude Code 2.1.330: each line of a monitor starts a turn of an idle session.
var claudeWakes = waking{
	folder: ".claude/consider-wake",
	asks: "Claude Code wakes sessions only in trusted folders, and asks you to trust a new folder. " +
		"Restart running sessions",
}

// openCodeWakes was tried with OpenCode 1.18.33: its plugin begins a turn of a session that is idle.
var openCodeWakes = waking{asks: "OpenCode does not ask for permission. Restart running sessions"}

// codexWakes was tried with Codex 0.169: its hooks start what listens, and "codex queue" begins a turn of a session that is idle.
var codexWakes = waking{asks: "restart running sessions"}

// wakePlugin is the plugin's name.
const wakePlugin = "consider-wake"
