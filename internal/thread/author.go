package thread

import "fmt"

// Author is who an entry is by.
type Author struct {
	Kind AuthorKind
	Name string
}

func (a Author) String() string {
	if a.Name == "" {
		return string(a.Kind)
	}
	return fmt.Sprintf("%s (%s)", a.Name, a.Kind)
}
