package commands

import "strings"

// agents are the coding agents that can be told by the environment they give the commands they run, most
// specific first. Sources: the agents' own binaries and documentation; see docs/decisions.md.
var agents = []struct{ variable, name string }{
	{"CLAUDECODE", "claude-code"},
	{"CODEX_THREAD_ID", "codex"},
	{"CODEX_SESSION_ID", "codex"},
	{"CODEX_CI", "codex"},
	{"CODEX_SANDBOX", "codex"},
	{"OPENCODE", "opencode"},
	{"GEMINI_CLI", "gemini"},
	{"COPILOT_CLI", "copilot"},
	{"CURSOR_AGENT", "cursor"},
}

// The variables that agents of all makers begin to share: AI_AGENT=<name>_<version>_agent, and AGENT.
const (
	sharedName = "AI_AGENT"
	sharedSign = "AGENT"
)

// AgentVariables are the names of all variables by which an agent is recognised. A program that starts consider for a
// person, and may itself have been started in an agent's shell, takes them out of what it hands on.
func AgentVariables() []string {
	var names []string
	for _, a := range agents {
		names = append(names, a.variable)
	}
	return append(names, sharedName, sharedSign)
}

// recogniseAgent returns the name of the agent in whose shell we run, "" when there is no sign of one.
func recogniseAgent(getenv func(string) string) string {
	for _, a := range agents {
		if getenv(a.variable) != "" {
			return a.name
		}
	}
	if v := getenv(sharedName); v != "" {
		name, _, _ := strings.Cut(v, "_")
		return plainName(name)
	}
	switch v := getenv(sharedSign); v {
	case "", "0", "false":
		return ""
	case "1", "true":
		return "agent"
	default:
		return plainName(v)
	}
}

// plainName keeps what can stand in an author's name; anything else is an agent all the same.
func plainName(s string) string {
	keep := func(r rune) rune {
		if r == '-' || r == '.' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' {
			return r
		}
		return -1
	}
	if s = strings.Map(keep, s); s == "" {
		return "agent"
	}
	return s[:min(len(s), 40)]
}
