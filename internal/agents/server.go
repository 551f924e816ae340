package agents

// Server describes how to register our MCP server with an agent, in the project.
type Server struct {
	File     string // below the project
	Instead  string // if this file exists, the agent reads it instead
	Skeleton string // of a new file
	Keys     []string
	TOML     bool
	Root     string // the agent's variable for the project's folder, "" if it has none
	Entry    func(program string) any
}

// stdio returns the entry of a server in the form that most agents share.
func stdio(program string) any {
	return object{"command": program, "args": []string{"mcp"}}
}

func typedStdio(program string) any {
	return object{"type": "stdio", "command": program, "args": []string{"mcp"}}
}

// localStdio also lists the tools, because Copilot requires the names of the tools that it may show.
func localStdio(program string) any {
	return object{"type": "local", "command": program, "args": []string{"mcp"}, "tools": []string{"*"}}
}

func openCodeServer(program string) any {
	return object{"type": "local", "command": []string{program, "mcp"}, "enabled": true}
}
