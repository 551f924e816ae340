package setup

import (
	"encoding/json"
	"maps"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"consider/internal/agents"
	"consider/internal/lazy"
)

// ownEntry is an entry in a settings file that runs our program.
type ownEntry struct {
	pointer string // the value to remove
	under   string // where it belongs, in the form of an entry's keys
	value   string // as JSON
	whole   bool   // everything at the pointer is ours
}

// serverKeys are the keys of MCP servers in the settings of agents.
var serverKeys = []string{"mcpServers", "servers", "mcp", "mcp_servers"}

// findOurs finds the entries that setup may have added to a settings file, even if the file was reformatted since. In
// the order of the result, removing the last entry first keeps the pointers of the others valid. rules are the rules
// that setup added to the agent's list: the same rules written by the user are the user's.
func findOurs(v any, program string, rules ...string) []ownEntry {
	top, _ := v.(map[string]any)
	var out []ownEntry
	hooks, _ := top["hooks"].(map[string]any)
	allEvents := len(hooks) > 0
	var inHooks []ownEntry
	for _, event := range slices.Sorted(maps.Keys(hooks)) {
		items, _ := hooks[event].([]any)
		ours, all := ourHooks(items, event, program)
		inHooks = append(inHooks, collapse(ours, all && len(items) > 0, pointer("hooks", event))...)
		allEvents = allEvents && all && len(items) > 0
	}
	out = append(out, collapse(inHooks, allEvents, pointer("hooks"))...)
	for _, key := range serverKeys {
		servers, _ := top[key].(map[string]any)
		if s, ok := servers["consider"]; ok && isOurServer(s, program) {
			one := []ownEntry{{pointer(key, "consider"), pointer(key, "consider"), toJSON(s), true}}
			out = append(out, collapse(one, len(servers) == 1, pointer(key))...)
		}
	}
	out = append(out, ourPlugin(top)...)
	return append(out, ourRules(top, rules)...)
}

// wakePlugin is the plugin that wakes sessions.
const wakePlugin = "consider-wake"

// ourPlugin finds the entries about our plugin in a settings file.
func ourPlugin(top map[string]any) []ownEntry {
	var out []ownEntry
	one := func(key string, ours func(name string, value any) bool) {
		all, _ := top[key].(map[string]any)
		var here []ownEntry
		for name, value := range all {
			if ours(name, value) {
				here = append(here, ownEntry{pointer(key, name), pointer(key, name), toJSON(value), true})
			}
		}
		out = append(out, collapse(here, len(here) == len(all), pointer(key))...)
	}
	claude, _ := agents.ForSetup("claude")
	var markets []string
	one("extraKnownMarketplaces", func(name string, value any) bool {
		market, _ := value.(map[string]any)
		source, _ := market["source"].(map[string]any)
		dir, _ := source["path"].(string)
		is := strings.HasPrefix(name, "consider-") && strings.HasSuffix(filepath.ToSlash(dir), "/"+claude.Hooks.Wake.Folder)
		if is {
			markets = append(markets, name)
		}
		return is
	})
	one("enabledPlugins", func(name string, _ any) bool {
		market, is := strings.CutPrefix(name, wakePlugin+"@")
		return is && slices.Contains(markets, market)
	})
	return out
}

// ourRules finds the rules that setup added to the agent's list of commands that it may run unasked.
func ourRules(top map[string]any, rules []string) []ownEntry {
	permissions, _ := top["permissions"].(map[string]any)
	list, _ := permissions["allow"].([]any)
	under := pointer("permissions", "allow")
	var out []ownEntry
	for i, item := range list {
		if rule, ok := item.(string); ok && slices.Contains(rules, rule) {
			out = append(out, ownEntry{under + "/" + strconv.Itoa(i), under, toJSON(rule), true})
		}
	}
	out = collapse(out, len(out) == len(list), under)
	return collapse(out, len(out) == len(list) && len(permissions) == 1, pointer("permissions"))
}

// ourHooks finds our handlers in an event's list, and reports whether it has only ours.
func ourHooks(items []any, event, program string) (out []ownEntry, all bool) {
	all = true
	under := pointer("hooks", event)
	for i, item := range items {
		at := under + "/" + strconv.Itoa(i)
		object, _ := item.(map[string]any)
		handlers, grouped := object["hooks"].([]any)
		if !grouped {
			handlers = []any{item}
		}
		var mine []int
		for j, h := range handlers {
			if isOurHandler(h, program) {
				mine = append(mine, j)
			}
		}
		switch {
		case len(mine) == 0:
			all = false
		case len(mine) == len(handlers):
			out = append(out, ownEntry{at, under, toJSON(item), true})
		default:
			all = false
			for _, j := range mine {
				out = append(out, ownEntry{at + "/hooks/" + strconv.Itoa(j), under, "", false})
			}
		}
	}
	return out, all
}

// collapse removes a container that would become empty: the pointer of the first found entry then refers to the
// container, and those of the others are cleared.
func collapse(list []ownEntry, all bool, container string) []ownEntry {
	if !all || len(list) == 0 {
		return list
	}
	for i := range list {
		list[i].pointer = ""
	}
	list[0].pointer = container
	return list
}

// values returns the values of found entries, as entries.
func values(list []ownEntry) []entry {
	var out []entry
	for _, f := range list {
		out = append(out, entry{value: json.RawMessage(f.value)})
	}
	return out
}

func pointers(list []ownEntry) []string {
	var out []string
	for _, f := range list {
		if f.pointer != "" {
			out = append(out, f.pointer)
		}
	}
	return out
}

// sameEntries reports whether the found entries are exactly the wanted ones.
func sameEntries(list []ownEntry, want []entry) bool {
	var is, should []string
	for _, f := range list {
		if !f.whole {
			return false
		}
		is = append(is, f.under+" "+f.value)
	}
	for _, e := range want {
		should = append(should, pointer(e.keys...)+" "+toJSON(decoded(e.value)))
	}
	slices.Sort(is)
	slices.Sort(should)
	return slices.Equal(is, should)
}

// userMembers returns the names of members that the user added to our server's entry or changed there. It ignores the
// command and its arguments, which change when the project is moved.
func userMembers(list []ownEntry, want []entry) []string {
	var out []string
	for _, e := range want {
		should, _ := decoded(e.value).(map[string]any)
		for _, f := range list {
			var is map[string]any
			if e.element || f.under != pointer(e.keys...) || json.Unmarshal([]byte(f.value), &is) != nil {
				continue
			}
			for _, name := range slices.Sorted(maps.Keys(is)) {
				if name != "command" && name != "args" && !reflect.DeepEqual(is[name], should[name]) {
					out = append(out, strconv.Quote(name))
				}
			}
		}
	}
	return out
}

// decoded returns a value as JSON decodes it, to be compared with what a file has.
func decoded(v any) any {
	var out any
	if json.Unmarshal([]byte(toJSON(v)), &out) != nil {
		return nil
	}
	return out
}

func toJSON(v any) string {
	data, err := json.Marshal(v)
	if err != nil {
		return ""
	}
	return string(data)
}

var (
	// ourProgram matches the path of a project's copy of consider, as used in a command line.
	ourProgram = lazy.Regexp(`[/\\]\.consider[/\\]bin[/\\]consider(\.exe)?$`)
	ourLine    = lazy.Regexp(`[/\\]\.consider[/\\]bin[/\\]consider(\.exe)?['"]? hook [a-z]+ [A-Za-z.]+$`)
)

func isOurProgram(path, program string) bool {
	return path == program || ourProgram().MatchString(path)
}

// isOurHandler reports whether a hook runs our program's hook and nothing else.
func isOurHandler(v any, program string) bool {
	h, _ := v.(map[string]any)
	if args, ok := h["args"].([]any); ok {
		command, _ := h["command"].(string)
		return isOurProgram(command, program) && len(args) == 3 && args[0] == "hook"
	}
	for _, key := range []string{"command", "bash", "powershell"} {
		line, _ := h[key].(string)
		// With another path, as after the project was moved, the line must not have special characters of the shell.
		if ourLine().MatchString(line) && !strings.ContainsAny(line, ";|\n`$<>") ||
			strings.HasPrefix(line, agents.Quoted(program, "")+" hook ") || strings.HasPrefix(line, agents.Quoted(program, "windows")+" hook ") {
			return true
		}
	}
	return false
}

// isOurServer reports whether an MCP server is our program.
func isOurServer(v any, program string) bool {
	s, _ := v.(map[string]any)
	var words []any
	switch command := s["command"].(type) {
	case string:
		words = []any{command}
	case []any:
		words = command
	}
	args, _ := s["args"].([]any)
	if words = slices.Concat(words, args); len(words) != 2 {
		return false
	}
	path, _ := words[0].(string)
	return isOurProgram(path, program) && words[1] == "mcp"
}
