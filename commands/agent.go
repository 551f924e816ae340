package commands

import "strings"

// agents are the coding agents that can be told by the environment they give the commands they run, most
// specific first. Sources: the agents' own binaries and documentation; see docs/decisions.md.
var agents = []struct{ variable, name string }{
	{"CLAUDECODE", "claude-code"},
	{"CLAUDE_CODE_SESSION_ID", "claude-code"}, // its MCP servers get this one only
	{"CODEX_THREAD_ID", "codex"},
	{"CODEX_SESSION_ID", "codex"},
	{"CODEX_CI", "codex"},
	{"CODEX_TOOL_CALL_ID", "codex"},
	{"CODEX_SANDBOX", "codex"},
	{"CODEX_SANDBOX_NETWORK_DISABLED", "codex"},
	{"OPENCODE", "opencode"},
	{"OPENCODE_PID", "opencode"},
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

// clients are beginnings of the names that agents give themselves over MCP, and the name that their commands are
// recognised by: what an agent has read over one is read over the other. Codex, for one, gives its servers none
// of the variables above.
var clients = []struct{ begins, name string }{
	{"claude-code", "claude-code"},
	{"codex", "codex"},
	{"opencode", "opencode"},
	{"gemini", "gemini"},
	{"copilot", "copilot"},
	{"github-copilot", "copilot"},
	{"cursor", "cursor"},
}

// nameAgent returns the name of the agent behind a client that calls itself so: that of the environment, as its
// commands have, else the client's own. It is never empty.
func nameAgent(getenv func(string) string, client string) string {
	if name := recogniseAgent(getenv); name != "" {
		return name
	}
	client = strings.ToLower(strings.NewReplacer(" ", "-", "_", "-", "/", "-").Replace(client))
	for _, c := range clients {
		if strings.HasPrefix(client, c.begins) {
			return c.name
		}
	}
	return plainName(client)
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
