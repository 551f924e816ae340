package setup

// registering describes how to register our MCP server with an agent, in the project.
type registering struct {
	file     string // below the project
	instead  string // if this file exists, the agent reads it instead
	skeleton string // of a new file
	keys     []string
	toml     bool
	root     string // the agent's variable for the project's folder, "" if it has none
	server   func(program string) any
}

// stdio returns the entry of a server in the form that most agents share.
func stdio(program string) any {
	return map[string]any{"command": program, "args": []string{"mcp"}}
}

func typedStdio(program string) any {
	return map[string]any{"type": "stdio", "command": program, "args": []string{"mcp"}}
}

// localStdio also lists the tools, because Copilot requires the names of the tools that it may show.
func localStdio(program string) any {
	return map[string]any{"type": "local", "command": program, "args": []string{"mcp"}, "tools": []string{"*"}}
}

var (
	claudeMCP = []registering{{file: ".mcp.json", skeleton: "{}\n", keys: []string{"mcpServers", "consider"}, server: typedStdio}}
	codexMCP  = []registering{{file: ".codex/config.toml", keys: []string{"mcp_servers", "consider"}, toml: true, server: stdio}}
	cursorMCP = []registering{{
		file: ".cursor/mcp.json", skeleton: "{}\n", keys: []string{"mcpServers", "consider"}, root: "${workspaceFolder}", server: stdio,
	}}
	geminiMCP = []registering{{file: ".gemini/settings.json", skeleton: "{}\n", keys: []string{"mcpServers", "consider"}, server: stdio}}

	// VS Code, in which Copilot works, reads the first file. Copilot's command line reads the second one, and
	// .mcp.json as well.
	copilotMCP = []registering{
		{file: ".vscode/mcp.json", skeleton: "{}\n", keys: []string{"servers", "consider"}, root: "${workspaceFolder}", server: typedStdio},
		{file: ".github/mcp.json", skeleton: "{}\n", keys: []string{"mcpServers", "consider"}, server: localStdio},
	}

	openCodeMCP = []registering{{
		file: "opencode.json", instead: "opencode.jsonc", skeleton: "{\n  \"$schema\": \"https://opencode.ai/config.json\"\n}\n",
		keys: []string{"mcp", "consider"},
		server: func(program string) any {
			return map[string]any{"type": "local", "command": []string{program, "mcp"}, "enabled": true}
		},
	}}
)
