package setup

// registering is how an agent is told of our MCP server, in the project.
type registering struct {
	file     string // below the project
	instead  string // an existing file that the agent reads in its place
	skeleton string // of a new file
	keys     []string
	toml     bool
	root     string // what the agent replaces with the project's folder, "" if it has no such word
	server   func(program string) any
}

// stdio is a server in the form that most agents share.
func stdio(program string) any {
	return map[string]any{"command": program, "args": []string{"mcp"}}
}

func typedStdio(program string) any {
	return map[string]any{"type": "stdio", "command": program, "args": []string{"mcp"}}
}

// localStdio names the tools too: Copilot wants to be told which ones it may show.
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

	// The first is the file of VS Code, in which Copilot works, the second that of Copilot's command line, which reads
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
