package thread

import (
	"encoding/json"
	"strings"
)

// Elsewhere is the author of text that a person wrote in a store that is not the user's own.
const Elsewhere AuthorKind = "elsewhere"

// Disown replaces the human author in a stored document, or in the name of a commit's author, by [Elsewhere].
func Disown(text []byte) []byte {
	if kind, name, _ := strings.Cut(string(text), ":"); kind == string(Human) {
		return []byte(strings.TrimSuffix(string(Elsewhere)+":"+name, ":"))
	}
	var doc map[string]any
	if json.Unmarshal(text, &doc) != nil || !disown(doc) {
		return text
	}
	out, err := json.Marshal(doc)
	if err != nil {
		return nil // unreadable, and so not shown as the human's
	}
	return out
}

// disown reports whether it replaced an author.
func disown(value any) (changed bool) {
	switch v := value.(type) {
	case []any:
		for _, x := range v {
			changed = disown(x) || changed
		}
	case map[string]any:
		for name, x := range v {
			if x == string(Human) && (strings.EqualFold(name, "author") || strings.EqualFold(name, "by")) {
				v[name], changed = string(Elsewhere), true
			}
			changed = disown(x) || changed
		}
	}
	return changed
}
