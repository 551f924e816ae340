package setup

// waking is how a session of an agent that is idle hears: by a plugin in a folder of its own, in the project, which the
// agent's settings name, or by what its hooks are in. cannot says why there is no such way.
type waking struct {
	folder string // of a plugin of its own, below the project
	asks   string // what the agent asks a person before it wakes a session
	cannot string // why the agent is not woken
}

// cannotWake says that nothing wakes an agent's session, and that its hooks speak all the same.
func cannotWake(name string) string {
	return "setup cannot wake an idle session of " + name + "; its hooks notify it while it works"
}

// claudeWakes was tried with Claude Code 2.1.330: each line of a monitor begins a turn of a session that is idle.
var claudeWakes = waking{
	folder: ".claude/consider-wake",
	asks: "Claude Code asks nothing more in a folder that it trusts; in another it asks whether it is, and wakes nobody before. " +
		"Sessions that run now have to be started again",
}

// openCodeWakes was tried with OpenCode 1.18.33: its plugin begins a turn of a session that is idle.
var openCodeWakes = waking{asks: "OpenCode asks nothing. Sessions that run now have to be started again"}

// codexWakes was tried with Codex 0.169: its hooks start what listens, and "codex queue" begins a turn of a session that is idle.
var codexWakes = waking{asks: "sessions that run now have to be started again"}

// wakePlugin is the plugin's name.
const wakePlugin = "consider-wake"
