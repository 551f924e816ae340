package mcpserver

import (
	"context"
	"maps"
	"slices"
	"strings"

	"consider/internal/fail"
	"consider/internal/verb"
)

// groups are the names of sections of verbs.
var groups = map[string]verb.Section{"talk": verb.Talk, "places": verb.Places, "rounds": verb.Rounds}

// ParseTools reads the names of groups, separated by commas or given one by one.
func ParseTools(given []string) (Tools, error) {
	var out Tools
	for _, word := range strings.Split(strings.Join(given, ","), ",") {
		section, known := groups[word]
		switch {
		case word == "":
		case word == "all":
			out.all = true
		case known:
			out.groups = append(out.groups, section)
		default:
			return out, fail.Usage("unknown tool group %q", word).
				Hint("use one of %s, or all", strings.Join(slices.Sorted(maps.Keys(groups)), ", "))
		}
	}
	return out, nil
}

// offered returns the verbs that are tools of this server.
func (s *Server) offered() []verb.Verb {
	var out []verb.Verb
	for _, v := range verb.All {
		if v.On&verb.MCP != 0 && (v.Core || s.Tools.all || slices.Contains(s.Tools.groups, v.Section)) && !s.isOff(v) {
			out = append(out, v)
		}
	}
	return out
}

// isOff reports whether a setting of the project switches the verb off. It is false while the project cannot be opened.
func (s *Server) isOff(v verb.Verb) bool {
	if v.Switch == "" {
		return false
	}
	p, err := s.Project("")
	if err != nil {
		return false
	}
	defer p.Close()
	chosen, err := p.Session(s.Caller("")).Settings(context.Background())
	return err == nil && chosen.Get(v.Switch) == "off"
}

// toolCall returns the call of the tool that is a command here, with its input. It is "" for any other command: that is
// for a terminal.
func (n *connection) toolCall(v verb.Verb, args []string) string {
	input, ok := v.Input(args)
	with := v.SiblingWith
	if v.Sibling != "" {
		v, _ = verb.Find(v.Sibling)
	}
	if !ok || !slices.ContainsFunc(n.verbs, func(o verb.Verb) bool { return o.Name == v.Name }) {
		return ""
	}
	if with != "" {
		input = "{" + strings.TrimPrefix(strings.Join([]string{strings.Trim(input, "{}"), with}, ","), ",") + "}"
	}
	return strings.TrimSpace(toolName(v.Name) + " " + input)
}
