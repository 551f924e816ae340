package thread

import "fmt"

// Unknown is the name of an author of whom nothing is known, stored as an agent's so that every program reads it.
const Unknown = "unknown"

// Author is who an entry is by.
type Author struct {
	Kind AuthorKind
	Name string
}

// String is the author as texts name them: the name with its kind, or the kind alone.
func (a Author) String() string {
	if a.Name == "" {
		return string(a.Kind)
	}
	return fmt.Sprintf("%s (%s)", a.Name, a.Kind)
}
