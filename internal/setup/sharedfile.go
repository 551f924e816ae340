package setup

import (
	"reflect"
	"slices"
	"strings"
)

// sharedFile is an agent's settings file, and the entries of ours that it should have.
type sharedFile struct {
	at       location
	what     string
	skeleton string
	toml     bool
	entries  []entry
	agent    string   // the agent's ID
	wakes    bool     // the file refers to a plugin that wakes sessions
	rules    []string // rules on the agent's list that setup added
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

// isBlank reports whether a text is blank: agents treat such a file like a missing one.
func isBlank(text string) bool { return strings.Trim(text, " \t\r\n") == "" }

// build adds all entries to a text. In a blank text, the text of a whole new file is added as one piece.
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

// isSkeleton reports whether a text has no settings of the user.
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

// rulesIn returns the rules among some entries.
func rulesIn(entries []entry) []string {
	var out []string
	for _, e := range entries {
		if rule, ok := e.value.(string); ok {
			out = append(out, rule)
		}
	}
	return out
}

// withoutUserRules removes the rules that the user has on the list already.
func withoutUserRules(f sharedFile, v any) []entry {
	top, _ := v.(map[string]any)
	permissions, _ := top["permissions"].(map[string]any)
	list, _ := permissions["allow"].([]any)
	return slices.DeleteFunc(f.entries, func(e entry) bool {
		rule, isRule := e.value.(string)
		return isRule && slices.Contains(list, any(rule)) && !slices.Contains(f.rules, rule)
	})
}
