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
	return "setup cannot wake an idle session of " + name + "; its hooks notify it while it works"
}

// claudeWakes was tried with Claude Code 2.1.330: each line of a monitor starts a turn of an idle session.
var claudeWakes = waking{
	folder: ".claude/consider-wake",
	asks: "Claude Code asks nothing more in a folder that it trusts; in another it asks whether it is, and wakes nobody before. " +
		"Sessions that run now have to be started again",
}

// openCodeWakes was tried with OpenCode 1.18.33: its plugin starts a turn of an idle session.
var openCodeWakes = waking{asks: "OpenCode asks nothing. Sessions that run now have to be started again"}

// codexWakes was tried with Codex 0.169: its hooks start a process that waits for threads, and "codex queue" starts a
// turn of an idle session.
var codexWakes = waking{asks: "sessions that run now have to be started again"}

// wakePlugin is the plugin's name.
const wakePlugin = "consider-wake"
