package setup

import (
	"encoding/json"
	"maps"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"consider/internal/lazy"
)

// found is one thing in a settings file that runs our program.
type found struct {
	pointer string // what to remove
	under   string // where it belongs, as an entry says it
	value   string // as JSON
	whole   bool   // all that the pointer names is ours
}

// serverKeys are the names under which agents keep their MCP servers.
var serverKeys = []string{"mcpServers", "servers", "mcp", "mcp_servers"}

// findOurs finds what setup may have put into a settings file, even if it was reformatted since. The order is
// such that removing the last first leaves the pointers of the others right. rules are those of ours on the agent's list: a
// person may have written the same, and then they are the person's.
func findOurs(v any, program string, rules ...string) []found {
	top, _ := v.(map[string]any)
	var out []found
	hooks, _ := top["hooks"].(map[string]any)
	allEvents := len(hooks) > 0
	var inHooks []found
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
			one := []found{{pointer(key, "consider"), pointer(key, "consider"), asJSON(s), true}}
			out = append(out, collapse(one, len(servers) == 1, pointer(key))...)
		}
	}
	out = append(out, ourPlugin(top)...)
	return append(out, ourRules(top, rules)...)
}

// ourPlugin finds what setup may have said of its plugin in a settings file.
func ourPlugin(top map[string]any) []found {
	var out []found
	one := func(key string, ours func(name string, value any) bool) {
		all, _ := top[key].(map[string]any)
		var here []found
		for name, value := range all {
			if ours(name, value) {
				here = append(here, found{pointer(key, name), pointer(key, name), asJSON(value), true})
			}
		}
		out = append(out, collapse(here, len(here) == len(all), pointer(key))...)
	}
	var markets []string
	one("extraKnownMarketplaces", func(name string, value any) bool {
		market, _ := value.(map[string]any)
		source, _ := market["source"].(map[string]any)
		dir, _ := source["path"].(string)
		is := strings.HasPrefix(name, "consider-") && strings.HasSuffix(filepath.ToSlash(dir), "/"+claudeWakes.folder)
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

// ourRules finds rules of ours on the agent's list of what it may run unasked.
func ourRules(top map[string]any, rules []string) []found {
	permissions, _ := top["permissions"].(map[string]any)
	list, _ := permissions["allow"].([]any)
	under := pointer("permissions", "allow")
	var out []found
	for i, item := range list {
		if rule, ok := item.(string); ok && slices.Contains(rules, rule) {
			out = append(out, found{under + "/" + strconv.Itoa(i), under, asJSON(rule), true})
		}
	}
	out = collapse(out, len(out) == len(list), under)
	return collapse(out, len(out) == len(list) && len(permissions) == 1, pointer("permissions"))
}

// ourHooks finds our handlers in an event's list, and reports whether there are no others.
func ourHooks(items []any, event, program string) (out []found, all bool) {
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
			out = append(out, found{at, under, asJSON(item), true})
		default:
			all = false
			for _, j := range mine {
				out = append(out, found{at + "/hooks/" + strconv.Itoa(j), under, "", false})
			}
		}
	}
	return out, all
}

// collapse removes what would be left empty as a whole: the first found stands for the container, the others
// for nothing more.
func collapse(list []found, all bool, container string) []found {
	if !all || len(list) == 0 {
		return list
	}
	for i := range list {
		list[i].pointer = ""
	}
	list[0].pointer = container
	return list
}

// values are what was found, as entries.
func values(list []found) []entry {
	var out []entry
	for _, f := range list {
		out = append(out, entry{value: json.RawMessage(f.value)})
	}
	return out
}

func pointers(list []found) []string {
	var out []string
	for _, f := range list {
		if f.pointer != "" {
			out = append(out, f.pointer)
		}
	}
	return out
}

// sameEntries reports whether exactly what is wanted is there.
func sameEntries(list []found, want []entry) bool {
	var is, should []string
	for _, f := range list {
		if !f.whole {
			return false
		}
		is = append(is, f.under+" "+f.value)
	}
	for _, e := range want {
		should = append(should, pointer(e.keys...)+" "+asJSON(plain(e.value)))
	}
	slices.Sort(is)
	slices.Sort(should)
	return slices.Equal(is, should)
}

// added names what a person put into our server's entry, or changed there. The command and its arguments are not
// among it: they change with the place of the project.
func added(list []found, want []entry) []string {
	var out []string
	for _, e := range want {
		should, _ := plain(e.value).(map[string]any)
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

// plain is a value as it comes back from JSON.
func plain(v any) any {
	var out any
	if json.Unmarshal([]byte(asJSON(v)), &out) != nil {
		return nil
	}
	return out
}

func asJSON(v any) string {
	data, err := json.Marshal(v)
	if err != nil {
		return ""
	}
	return string(data)
}

var (
	// ourProgram is the path of a project's copy of consider, as it may stand in a command line.
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
		// Of another path, as after the project was moved, the line must be plain enough to be sure of.
		if ourLine().MatchString(line) && !strings.ContainsAny(line, ";|\n`$<>") ||
			strings.HasPrefix(line, quoted(program, "")+" hook ") || strings.HasPrefix(line, quoted(program, "windows")+" hook ") {
			return true
		}
	}
	return false
}

// isOurServer reports whether an MCP server is our program.
func isOurServer(v any, program string) bool {
	s, _ := v.(map[string]any)
	var words []string
	switch command := s["command"].(type) {
	case string:
		words = []string{command}
	case []any:
		for _, c := range command {
			word, _ := c.(string)
			words = append(words, word)
		}
	}
	args, _ := s["args"].([]any)
	for _, a := range args {
		word, _ := a.(string)
		words = append(words, word)
	}
	return len(words) == 2 && isOurProgram(words[0], program) && words[1] == "mcp"
}
