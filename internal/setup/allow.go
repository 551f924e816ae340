package setup

// allowing describes an agent's list of commands and tools that it may run without asking the user.
type allowing struct {
	file  string // below the project; the one that has the hooks too
	keys  []string
	shell string // the rule for our program's commands
	tools string // the rule for our MCP server's tools
}

var claudeAllow = allowing{
	file: claudeHooks.file, keys: []string{"permissions", "allow"},
	shell: "Bash(.consider/bin/consider-cli:*)", tools: "mcp__consider",
}

// rules returns the rules to add to the list, for an agent with our MCP server or without.
func (a allowing) rules(mcp bool) []string {
	if mcp {
		return []string{a.shell, a.tools}
	}
	return []string{a.shell}
}
