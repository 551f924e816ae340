package setup

import "slices"

// allowing is an agent's list of what it may run without asking the person each time.
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

// entries are the rules that the list gets.
func (a allowing) entries(w wanted) []entry {
	if !w.allow {
		return nil
	}
	out := []entry{{keys: a.keys, element: true, value: a.shell}}
	if w.mcp {
		out = append(out, entry{keys: a.keys, element: true, value: a.tools})
	}
	return out
}

// rulesIn are the rules among some entries.
func rulesIn(entries []entry) []string {
	var out []string
	for _, e := range entries {
		if rule, ok := e.value.(string); ok {
			out = append(out, rule)
		}
	}
	return out
}

// withoutTheirs leaves out the rules that the person has on the list already.
func withoutTheirs(f sharedFile, v any) []entry {
	top, _ := v.(map[string]any)
	permissions, _ := top["permissions"].(map[string]any)
	list, _ := permissions["allow"].([]any)
	return slices.DeleteFunc(f.entries, func(e entry) bool {
		rule, isRule := e.value.(string)
		return isRule && slices.Contains(list, any(rule)) && !slices.Contains(f.rules, rule)
	})
}
