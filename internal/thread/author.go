package thread

import (
	"cmp"
	"fmt"

	"consider/internal/agents"
)

// Unknown is the name of an unidentified author. It is stored as an agent's, so that every program can read it.
const Unknown = "unknown"

// Author is the author of an entry.
type Author struct {
	Kind AuthorKind
	Name string
}

// String returns the author as texts name them: the name with its kind, or the kind alone.
func (a Author) String() string {
	if a.Name == "" {
		return string(a.Kind)
	}
	return fmt.Sprintf("%s (%s)", a.Name, a.Kind)
}

// MarkName returns the name under which an agent's seen marks are kept.
func (a Author) MarkName() string {
	if a.Kind != Agent {
		return a.Name
	}
	return cmp.Or(agents.Present(a.Name), string(Agent))
}
