package setup

import (
	"reflect"
	"slices"
	"strings"
)

// sharedFile is a file of an agent's settings, and what of ours shall be in it.
type sharedFile struct {
	at       location
	what     string
	skeleton string
	toml     bool
	entries  []entry
	agent    string   // whose it is
	wakes    bool     // by a plugin that it names
	rules    []string // of the agent's list, those that setup put there
}

func (f sharedFile) value(text string) (any, error) {
	switch {
	case f.toml:
		return tomlValue(text)
	case isBlank(text):
		return map[string]any{}, nil
	}
	return value(text)
}

// isBlank reports whether there is nothing in a text: agents read such a file as they read none.
func isBlank(text string) bool { return strings.Trim(text, " \t\r\n") == "" }

// build puts all entries into a text. What it puts into a blank one is a new file's text, as one piece.
func (f sharedFile) build(text string) (string, []string, error) {
	if !f.toml && isBlank(text) {
		built, _, err := f.build(f.skeleton)
		return text + built, []string{built}, err
	}
	var pieces []string
	put := insert
	if f.toml {
		put = insertTOML
	}
	for _, e := range f.entries {
		changed, piece, err := put(text, e)
		if err != nil {
			return "", nil, err
		}
		text, pieces = changed, append(pieces, piece)
	}
	return text, pieces, nil
}

// isSkeleton reports whether a text holds nothing that the user could miss.
func (f sharedFile) isSkeleton(text string) bool {
	if strings.TrimSpace(text) == "" {
		return true
	}
	v, err := f.value(text)
	empty, isObject := v.(map[string]any)
	if err != nil || !isObject {
		return false
	}
	bare, _ := f.value(f.skeleton)
	return len(empty) == 0 || reflect.DeepEqual(v, bare)
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
